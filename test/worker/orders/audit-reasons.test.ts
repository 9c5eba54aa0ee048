import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";

/** Why an order needs an audit, and which refunds are rejected (docs/spec/amounts-and-figures.md#audit-reasons). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;
const patch = async (id: number, body: object) => await shop.v2(`/orders/${id}`, { method: "PATCH", body });
const post = async (order: object) => await shop.v2("/orders?on_conflict=update", { body: { store: "gift", ...order } });
const items = [{ name: "Mug", price: 100 }];

describe("the reasons of an audit", () => {
  it.each([
    ["amounts that do not add up", { total_amount: 90 }, ["amounts_disagree"]],
    ["a subtotal that is not the sum of the items", { subtotal: 90 }, ["amounts_disagree"]],
    ["a discount above the subtotal", { discount: 150 }, ["negative_amounts"]],
    ["a tax above the total", { discount: 90, tax: 20, taxes_included: true }, ["tax_exceeds_total"]],
    ["all at once", { total_amount: -10, tax: 1 }, ["amounts_disagree", "negative_amounts", "tax_exceeds_total"]],
    ["plausible amounts", { discount: 100, tax: 20 }, null],
  ])("are set by a new order, by PATCH and by the source: %s", async (_what, amounts, audit_reasons) => {
    const expected = { requires_audit: audit_reasons === null ? null : true, audit_reasons };
    expect(await ingestOrder(shop, { items, ...amounts })).toMatchObject(expected);
    const patched = await ingestOrder(shop, { items });
    expect((await patch(patched.id, amounts)).body).toMatchObject(expected);
    const external_id = crypto.randomUUID();
    await post({ external_id, items });
    expect((await post({ external_id, items, ...amounts })).body).toMatchObject(expected);
  });

  it("are null if a request sets the flag, and are cleared with it", async () => {
    const order = await ingestOrder(shop, { items, requires_audit: true });
    expect(order).toMatchObject({ requires_audit: true, audit_reasons: null });
    expect((await patch(order.id, { total_amount: 1 })).body.audit_reasons).toEqual(["amounts_disagree"]);
    // They stay until somebody clears the flag.
    expect((await patch(order.id, { discount: 0 })).body).toMatchObject({ total_amount: 100, audit_reasons: ["amounts_disagree"] });
    expect((await patch(order.id, { requires_audit: null })).body).toMatchObject({ requires_audit: null, audit_reasons: null });
  });

  it("are not set again by a change that leaves the amounts as they are, so that a client can clear the flag and send the total that it read", async () => {
    const external_id = crypto.randomUUID();
    const { body: order } = await post({ external_id, items, total_amount: 90 });
    const cleared = await patch(order.id, { requires_audit: false, total_amount: 90 });
    expect({ audit_reasons: cleared.body.audit_reasons, warnings: cleared.headers.get("X-Warnings") }).toEqual({
      audit_reasons: null,
      warnings: null,
    });
    const again = await post({ external_id, items, total_amount: 90, customer_name: "Ann" });
    expect(again.body).toMatchObject({ customer_name: "Ann", requires_audit: false, audit_reasons: null });
    expect(again.headers.get("X-Warnings")).toBeNull();
    const changed = await patch(order.id, { requires_audit: false, total_amount: 80 });
    expect(changed.body).toMatchObject({ requires_audit: true, audit_reasons: ["amounts_disagree"] });
  });

  it("are not set again by a change of an item that does not change the subtotal, which keeps the total that the source sent", async () => {
    const order = await ingestOrder(shop, { items: [...items, { name: "Sticker", price: 0 }], total_amount: 90 });
    expect(order.audit_reasons).toEqual(["amounts_disagree"]);
    await patch(order.id, { requires_audit: false });
    const changed = await shop.v2(`/order-items/${order.items[1].id}`, { method: "PATCH", body: { quantity: 5 } });
    expect(changed.status, changed.text).toBe(200);
    expect(await read(order.id)).toMatchObject({ total_amount: 90, requires_audit: false, audit_reasons: null });
  });

  it("are not set again by a change of the refund tax alone, and that change can clear the flag", async () => {
    const { id, audit_reasons } = await ingestOrder(shop, { items, tax: 10, total_amount: 90, refund_amount: 20 });
    expect(audit_reasons).toEqual(["amounts_disagree"]);
    expect((await patch(id, { refund_tax: 1, requires_audit: false })).body).toMatchObject({ requires_audit: false, audit_reasons: null });
  });

  it("are in lists, and in no response of Public V1", async () => {
    const order = await ingestOrder(shop, { items, total_amount: 90 });
    const { data } = (await shop.v2("/orders?requires_audit=true&limit=100")).body;
    const found = data.find(({ id }: { id: number }) => id === order.id);
    expect(found.audit_reasons).toEqual(["amounts_disagree"]);
    for (const path of [`/orders/${order.id}`, "/orders?page_size=200"])
      expect((await shop.v1(path)).text).not.toContain("amounts_disagree");
  });

  it("appear in changed_fields only as requires_audit", async () => {
    const order = await ingestOrder(shop, { items });
    await patch(order.id, { total_amount: 90 });
    await patch(order.id, { tax: 300, total_amount: 90 });
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data.slice(1).map((entry: { changed_fields: string[] }) => entry.changed_fields)).toEqual([
      ["total_amount", "requires_audit"],
      ["tax"],
    ]);
    expect((await read(order.id)).audit_reasons).toEqual(["amounts_disagree", "tax_exceeds_total"]);
  });
});

describe("a refund above the total", () => {
  const rejected = [{ path: "refund_amount", code: "refund_exceeds_total", message: expect.stringContaining("total_amount") }];

  it("is rejected in a new order, by PATCH and from a source, and nothing is written", async () => {
    const external_id = crypto.randomUUID();
    const { body: order } = await post({ external_id, items });
    const orderCount = async () => (await shop.v1("/orders?page_size=1")).body.meta.pagination.total;
    const countBefore = await orderCount();
    for (const response of [
      await post({ items, refund_amount: 1000 }),
      await post({ external_id, items, refund_amount: 100.0001 }),
      await patch(order.id, { refund_amount: 1000 }),
      await patch(order.id, { refund_amount: 60, discount: 50 }),
    ])
      expect({ status: response.status, details: response.body.error.details }).toEqual({ status: 400, details: rejected });
    const { results } = (await shop.v2("/orders/bulk-updates", { body: { orders: [{ id: order.id, refund_amount: 101 }] } })).body;
    expect(results[0].error.details).toEqual(rejected);
    expect(await orderCount()).toBe(countBefore);
    expect(await read(order.id)).toMatchObject({ version: 1, requires_audit: null });
    expect((await patch(order.id, { refund_amount: 100 })).status).toBe(200);
  });

  it("is stored and flagged for audit if the client repeats amounts that a shop states", async () => {
    const { body } = await post({ items, refund_amount: 1000, on_implausible: "audit" });
    expect(body).toMatchObject({ requires_audit: true, audit_reasons: ["refund_exceeds_total"] });
    expect(await rows("select refund_amount from orders where id = ?", body.id)).toEqual([{ refund_amount: 10_000_000 }]);
  });

  it("is flagged for audit if the total falls below an earlier refund", async () => {
    const order = await ingestOrder(shop, { items, refund_amount: 80 });
    const patched = await patch(order.id, { discount: 50 });
    expect({ status: patched.status, audit_reasons: patched.body.audit_reasons }).toEqual({
      status: 200,
      audit_reasons: ["refund_exceeds_total"],
    });
    await patch(order.id, { requires_audit: false });
    expect((await patch(order.id, { customer_name: "Ann" })).body.requires_audit).toBe(false);
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { price: 90 } });
    expect(await read(order.id)).toMatchObject({ total_amount: 40, audit_reasons: ["refund_exceeds_total"] });
  });

  it("contains the tax if the total is 0", async () => {
    const own = await createShop();
    const order = { items: [{ name: "Mug", price: 0 }], tax: 2, total_amount: 0, refund_amount: 5 };
    await own.v2("/orders", { body: { store: "gift", ...order, on_implausible: "audit" } });
    const { currencies } = (await own.v2("/analytics/summary?period=all_time")).body;
    // The total of 0, less its tax of 2, less the 3 of the refund that are not tax.
    expect(currencies[0].revenue.net).toBe(-5);
  });
});

describe("an amount of an order", () => {
  it("may be as large as a computed one", async () => {
    const price = 100_000_000_000;
    const order = await ingestOrder(shop, {
      currency: "VND",
      items: [{ name: "Ship", price, tax: price }],
      taxes_included: true,
      tax: price,
    });
    expect(order).toMatchObject({ subtotal: price, tax: price, total_amount: price, items: [{ price, tax: price }] });
    // The refund has all four decimal places.
    const sent = { subtotal: price, total_amount: price, refund_amount: price - 0.0001, refund_tax: null };
    expect((await patch(order.id, sent)).status).toBe(200);
    expect((await patch(order.id, { discount: 100_000_000_000.01 })).body.error.details).toMatchObject([
      { path: "discount", code: "too_big" },
    ]);
    const scaled = await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { quantity: 2 } });
    expect([scaled.status, scaled.body.error.details]).toMatchObject([400, [{ code: "too_big" }]]);
  });
});
