import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, ingestOrder, orderBody, rows, type Shop } from "../../kit/client";
import { assertProperty } from "../../kit/property";
import { anItem, aProducingShop, change, statusAndCodes, orderOf, reject, send, sendAll, sentIn } from "./kit";

/** What suppliers cost (docs/spec/amounts-and-figures.md#cost-of-an-item, docs/spec/supplier-orders.md#invoices). */

let shop: Shop;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 9, 0) });
  shop = await aProducingShop();
});
afterEach(() => vi.useRealTimers());

const record = (id: string, body: unknown, of = shop) => of.v2(`/supplier-orders/${id}/invoice`, { method: "PATCH", body });

/** What an order costs in reports, in currency units. Null: it has no cost. */
async function costOf(id: number): Promise<number | null> {
  const [row] = await rows<{ cost: number; known: number }>(
    "select production_cost as cost, has_cost as known from orders where id = ?",
    id,
  );
  return row?.known === 1 ? row.cost / 10_000 : null;
}

/** What is unpaid: month, supplier, number of orders, amount due, currency, and number of lines without a cost. */
const unpaidOf = async (query = "", of = shop) =>
  (await of.v2(`/supplier-orders/unpaid${query}`)).body.data.map(
    ({ month, supplier_name, currency, orders, due, lines_without_cost }: Record<string, unknown>) =>
      [month, supplier_name, orders, due, currency, lines_without_cost].join(" "),
  );

describe("what suppliers charge", () => {
  it("replaces the cost of the units that they make, in the reports", async () => {
    const order = await orderOf(shop, anItem({ cost: 2.5, quantity: 3 }));
    expect(await costOf(order.id)).toBe(7.5);
    const [sent] = sentIn(await send(shop, { items: [{ order_item_id: order.items[0].id, quantity: 2, unit_cost: 4 }] }));
    expect(await costOf(order.id)).toBe(2 * 4 + 2.5);
    await record(sent?.id ?? "", { lines: [{ order_item_id: order.items[0].id, charged_cost: 4.5 }] });
    expect(await costOf(order.id)).toBe(2 * 4.5 + 2.5);
    const { body } = await shop.v2("/analytics/summary?period=all_time");
    expect(body.currencies[0].costs.production).toBe(11.5);
    await reject(shop, sent?.id ?? "", order.items[0].id);
    expect(await costOf(order.id)).toBe(7.5);
  });

  it("is not replaced by a cost that a shop or a person sends later", async () => {
    const sentBy = (cost: number | null) => ({ external_id: "X2", items: [anItem({ cost, quantity: 2, external_id: "1" })] });
    const order = await ingestOrder(shop, sentBy(null));
    expect(await costOf(order.id)).toBeNull();
    await send(shop, { items: [{ order_item_id: order.items[0].id, unit_cost: 3 }] });
    expect(await costOf(order.id)).toBe(6);
    expect((await shop.v2("/orders?on_conflict=update", { body: orderBody(sentBy(50)) })).status).toBe(200);
    expect(await costOf(order.id)).toBe(6);
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { cost: 100 } });
    expect(await costOf(order.id)).toBe(6);
  });

  it("counts when a draft is sent, and not before", async () => {
    const order = await orderOf(shop, anItem({ cost: 1, quantity: 1 }));
    const [draft] = sentIn(await send(shop, { state: "draft", items: [{ order_item_id: order.items[0].id, unit_cost: 5 }] }));
    expect(await costOf(order.id)).toBe(1);
    expect(statusAndCodes(await record(draft?.id ?? "", { is_paid: true }))).toEqual([409, "not_charged"]);
    await change(shop, draft?.id ?? "", { state: "sent" });
    expect(await costOf(order.id)).toBe(5);
    await change(shop, draft?.id ?? "", { state: "cancelled", reason: "Too slow" });
    expect(await costOf(order.id)).toBe(1);
  });

  const X1 = { external_id: "X1", items: [anItem({ cost: 1, quantity: 2, external_id: "1" })] };

  it.each([
    ["sent again", () => shop.v2("/orders?on_conflict=update", { body: orderBody({ currency: "EUR", ...X1 }) })],
    ["patched", (id: number) => shop.v2(`/orders/${id}`, { method: "PATCH", body: { currency: "EUR" } })],
  ])("no longer counts if the currency of the order changes: %s", async (_how, changeCurrency) => {
    const order = await ingestOrder(shop, { currency: "USD", ...X1 });
    await send(shop, { items: [{ order_item_id: order.items[0].id, unit_cost: 5 }] });
    expect(await costOf(order.id)).toBe(10);
    const { status, body } = await changeCurrency(order.id);
    expect({ status, currency: body.currency }).toEqual({ status: 200, currency: "EUR" });
    expect(await costOf(order.id)).toBe(2);
    // In the currency of the line again, it counts again.
    expect((await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { currency: "USD" } })).status).toBe(200);
    expect(await costOf(order.id)).toBe(10);
  });

  it("may be at most 1,000,000,000 for a line", async () => {
    const order = await orderOf(shop, anItem({ quantity: 3 }));
    const tooMuch = await send(shop, { items: [{ order_item_id: order.items[0].id, unit_cost: 400_000_000 }] });
    expect(statusAndCodes(tooMuch)).toEqual([400, "too_big"]);
  });

  it("is what the definition says after any sequence of changes", { tags: "long" }, async () => {
    const quantity = fc.integer({ min: 1, max: 3 });
    const cost = fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null });
    const step = fc.oneof(
      fc.record({ kind: fc.constant("send" as const), item: fc.nat(1), quantity, cost, isDraft: fc.boolean() }),
      fc.record({ kind: fc.constantFrom("reject" as const, "cancel" as const, "sendDraft" as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant("charge" as const), at: fc.nat(9), cost }),
      fc.record({ kind: fc.constant("own" as const), item: fc.nat(1), cost }),
    );
    const ORDERED_UNITS = 5;
    await assertProperty(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const own = [10_000, null] as (number | null)[];
        const order = await ingestOrder(shop, {
          items: own.map((units) => anItem({ quantity: ORDERED_UNITS, cost: units === null ? null : units / 10_000 })),
        });
        const ids: string[] = order.items.map(({ id }: { id: string }) => id);
        const amount = (units: number | null) => (units === null ? null : units / 10_000);
        /** Each supplier order has one line. Its state is "free" once it was rejected or cancelled. */
        const lines: { id: string; item: number; quantity: number; agreed: number | null; charged: number | null; state: string }[] = [];
        for (const one of steps) {
          if (one.kind === "send") {
            const allocated = lines
              .filter(({ item, state }) => item === one.item && state !== "free")
              .reduce((sum, line) => sum + line.quantity, 0);
            if (allocated + one.quantity > ORDERED_UNITS) continue;
            const state = one.isDraft ? "draft" : "sent";
            const items = [{ order_item_id: ids[one.item], quantity: one.quantity, unit_cost: amount(one.cost) }];
            const [sent] = sentIn(await send(shop, { state, items }));
            lines.push({ id: sent?.id ?? "", item: one.item, quantity: one.quantity, agreed: one.cost, charged: null, state });
          } else if (one.kind === "own") {
            own[one.item] = one.cost;
            await shop.v2(`/order-items/${ids[one.item]}`, { method: "PATCH", body: { cost: amount(one.cost) } });
          } else {
            const line = lines[one.at % Math.max(1, lines.length)];
            if (line === undefined || line.state === "free") continue;
            if (one.kind === "cancel") {
              await change(shop, line.id, { state: "cancelled", reason: "No" });
              line.state = "free";
            } else if (one.kind === "sendDraft") {
              if (line.state === "draft") await change(shop, line.id, { state: "sent" });
              line.state = "sent";
            } else if (one.kind === "charge") {
              if (line.state === "draft") continue;
              await record(line.id, { lines: [{ order_item_id: ids[line.item], charged_cost: amount(one.cost) }] });
              line.charged = one.cost;
            } else if (line.state === "sent") {
              await reject(shop, line.id, ids[line.item] ?? "");
              line.state = "free";
            }
          }
        }
        // The definition: the units of lines that are sent cost what was charged or else agreed, and all others what the item costs.
        const costs = own.map((unit, item) => {
          const known = lines.filter((line) => line.item === item && line.state === "sent" && (line.charged ?? line.agreed) !== null);
          const units = known.reduce((sum, line) => sum + line.quantity, 0);
          const supplied = known.reduce((sum, line) => sum + line.quantity * (line.charged ?? line.agreed ?? 0), 0);
          return { isKnown: unit !== null || units === ORDERED_UNITS, total: supplied + (unit ?? 0) * (ORDERED_UNITS - units) };
        });
        const expected = costs.every(({ isKnown }) => isKnown) ? costs.reduce((sum, { total }) => sum + total, 0) / 10_000 : null;
        expect(await costOf(order.id)).toBe(expected);
        const stored = await rows<{ missing: number }>(
          "select missing_cost as missing from order_items where order_id = ? order by id",
          order.id,
        );
        expect(stored.map(({ missing }) => missing === 0)).toEqual(costs.map(({ isKnown }) => isKnown));
      }),
      { cases: 12 },
    );
  });
});

describe("PATCH /supplier-orders/{id}/invoice", () => {
  it("records the invoice, with what was agreed and what was charged", async () => {
    const order = await orderOf(shop, anItem({ cost: 2, quantity: 2 }), anItem({ name: "Cup", cost: 3, quantity: 1 }));
    const { id, version, totals } = await sendAll(shop, order.id);
    expect(totals).toEqual([{ currency: "USD", agreed: 7, charged: null }]);
    const [mug, cup] = order.items.map((item: { id: string }) => item.id);
    const partly = await record(id, { invoice_number: " A-17 ", lines: [{ order_item_id: mug, charged_cost: 2.25 }] });
    expect(partly.body).toMatchObject({
      invoice_number: "A-17",
      paid_at: null,
      version: version + 1,
      totals: [{ agreed: 7, charged: null }],
    });
    const paid = await record(id, { lines: [{ order_item_id: cup, charged_cost: 3 }], is_paid: true });
    expect(paid.body).toMatchObject({ paid_at: "2026-11-21T09:00:00.000Z", totals: [{ agreed: 7, charged: 7.5 }] });
    expect(paid.body.lines.map(({ charged_cost }: { charged_cost: number }) => charged_cost)).toEqual([2.25, 3]);
    const again = await record(id, { lines: [{ order_item_id: cup, charged_cost: 3 }], is_paid: true });
    expect(again.body.version).toBe(paid.body.version);
  });

  it("rejects lines that are unknown, repeated or rejected, and writes nothing", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const { id } = await sendAll(shop, order.id);
    const [mug, cup] = order.items.map((item: { id: string }) => item.id);
    await reject(shop, id, mug);
    const ofLines = async (...lines: unknown[]) => statusAndCodes(await record(id, { lines }));
    expect(await ofLines({ order_item_id: cup, charged_cost: 1 }, { order_item_id: mug, charged_cost: 1 })).toEqual([409, "not_charged"]);
    expect(await ofLines({ order_item_id: "1", charged_cost: 1 })).toEqual([404, "not_found"]);
    expect(await ofLines({ order_item_id: cup, charged_cost: 1 }, { order_item_id: cup, charged_cost: 1 })).toEqual([400, "repeated_item"]);
    expect(await ofLines({ order_item_id: cup, charged_cost: -1 })).toEqual([400, "too_small"]);
    expect((await shop.v2(`/supplier-orders/${id}`)).body.lines.map((line: Record<string, unknown>) => line["charged_cost"])).toEqual([
      null,
      null,
    ]);
    expect((await record(id, { is_paid: true }, await createShop())).status).toBe(404);
  });
});

describe("GET /supplier-orders/unpaid", () => {
  it("sums what is owed by supplier, month and currency, and nothing that is paid, rejected or a draft", { tags: "long" }, async () => {
    const one = async (item: Record<string, unknown>, currency = "USD") => {
      const order = await ingestOrder(shop, { currency, items: [anItem(item)] });
      return await sendAll(shop, order.id);
    };
    await one({ cost: 2, quantity: 2 });
    const charged = await one({ cost: 1, quantity: 1 });
    await record(charged.id, { lines: [{ order_item_id: charged.lines[0]?.order_item_id, charged_cost: 1.5 }] });
    await one({ cost: 5, quantity: 1 }, "EUR");
    await one({ cost: 9, quantity: 1, assigned_supplier: "Bag works" });
    await one({ cost: null, quantity: 1, assigned_supplier: "Bag works" });
    await record((await one({ cost: 100 })).id, { is_paid: true });
    const refused = await one({ cost: 100 });
    await reject(shop, refused.id, refused.lines[0]?.order_item_id ?? "");
    const draft = await ingestOrder(shop, { items: [anItem({ cost: 100 })] });
    await send(shop, { order_ids: [draft.id], state: "draft" });
    vi.setSystemTime(Date.UTC(2026, 11, 1, 9, 0));
    const later = await one({ cost: 3, quantity: 1 });
    expect(await unpaidOf()).toEqual([
      "2026-11 Acme 1 5 EUR 0",
      "2026-11 Acme 2 5.5 USD 0",
      "2026-11 Bag works 2  USD 1",
      "2026-12 Acme 1 3 USD 0",
    ]);
    expect(await unpaidOf(`?supplier_id=${later.supplier_id}`)).toHaveLength(3);
    expect(await unpaidOf("", await createShop())).toEqual([]);
  });
});
