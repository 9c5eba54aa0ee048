import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, ingestOrder, rows, type Shop } from "../../kit/client";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";
import { createMember, type Visitor } from "../console/kit";
import { createFulfillment } from "./fulfillments/kit";

/** Holds of orders and items (docs/spec/holds.md#holds). */

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 9, 0);

let shop: Shop;
let member: Visitor;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  shop = await createShop({ timezone: "Asia/Tokyo" });
  member = await createMember(shop.id, "member");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ITEMS = ["Mug", "Tee"].map((name) => ({ name, quantity: 2, price: 10 }));
const anOrder = (fields: Record<string, unknown> = {}) => ingestOrder(shop, { items: ITEMS, ...fields });

const hold = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  shop.v2(`${path}/hold`, { body, headers });
const release = (path: string): Promise<ApiResponse> => shop.v2(`${path}/release`, { method: "POST", body: {} });
const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.details?.[0]?.code];
const NOT_SHIPPABLE = [409, "not_shippable"];

describe("an order on hold", () => {
  it("keeps its status, shows the reason and the end, and is not changed by a repeated hold or release", async () => {
    const order = await anOrder();
    const held = await hold(`/orders/${order.id}`, { reason: " The address is wrong ", until: "2026-11-25" });
    const until = "2026-11-24T15:00:00.000Z";
    expect(held.body).toMatchObject({ status: "New", hold_reason: "The address is wrong", hold_until: until, version: 2 });
    expect(await read(order.id)).toMatchObject(held.body);
    const again = await hold(`/orders/${order.id}`, { reason: "The address is wrong", until });
    expect(again.body).toEqual(held.body);
    expect((await hold(`/orders/${order.id}`, { reason: "Another" })).body).toMatchObject({ hold_until: null, version: 3 });
    expect((await release(`/orders/${order.id}`)).body).toMatchObject({ hold_reason: null, hold_until: null, version: 4 });
    expect((await release(`/orders/${order.id}`)).body.version).toBe(4);
    const events = await rows<{ body: string }>(
      "select body from events where organization_id = ? and type = 'order.updated' order by seq",
      shop.id,
    );
    expect(events.map(({ body }) => JSON.parse(body).changed_fields)).toEqual([
      ["hold_reason", "hold_until"],
      ["hold_reason", "hold_until"],
      ["hold_reason"],
    ]);
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data.slice(1).map(({ change, reason }: Record<string, string>) => [change, reason])).toEqual([
      ["updated", "The address is wrong"],
      ["updated", "Another"],
      ["updated", null],
    ]);
  });

  it(
    "is not shipped by a fulfillment, a status or a bulk action, is on no printed page, and is shipped once it is released",
    { tags: "long" },
    async () => {
      const order = await anOrder();
      const [mug] = order.items;
      await hold(`/orders/${order.id}`, { reason: "Wait" });
      for (const body of [{}, { status: "in_transit" }, { items: [{ order_item_id: mug.id }] }])
        expect(refusal(await createFulfillment(shop, order.id, body))).toEqual(NOT_SHIPPABLE);
      expect(refusal(await shop.v2(`/order-items/${mug.id}/status`, { body: { status: "Shipped" } }))).toEqual(NOT_SHIPPABLE);
      expect(refusal(await shop.v1(`/orderItems/${mug.id}/status`, { body: { status: "Delivered" }, headers: idempotencyKey() }))).toEqual(
        NOT_SHIPPABLE,
      );
      for (const [path, body] of [
        ["/orders/bulk-actions", { ids: [order.id], ship: {} }],
        ["/order-items/bulk-actions", { ids: [mug.id], set_status: { status: "Shipped" } }],
      ] as const) {
        const { results } = (await shop.v2(path, { body })).body;
        expect({ outcome: results[0].outcome, code: results[0].error.details[0].code }).toEqual({
          outcome: "failed",
          code: "not_shippable",
        });
      }
      const page = await member.open(`/orders/${order.id}`);
      expect(page.text).toContain("This order is on hold, so nothing of it can be shipped.");
      expect(page.text).not.toContain("Create fulfillment");
      for (const document of ["pick", "slips", "tickets"]) {
        const printed = await member.open(`/orders/print?document=${document}&ids=${order.id}`);
        expect({ status: printed.status, text: printed.text }).toEqual({ status: 200, text: expect.stringContaining("on hold") });
        expect(printed.text, document).not.toContain("Mug");
      }
      await release(`/orders/${order.id}`);
      expect((await createFulfillment(shop, order.id, { status: "in_transit" })).status).toBe(201);
    },
  );

  it("is released at the end of its hold, without a write", async () => {
    const order = await anOrder();
    await hold(`/orders/${order.id}`, { reason: "Wait", until: new Date(NOW + DAY_MS).toISOString() });
    const ordersOnHold = async () => (await shop.v2("/orders?on_hold=true")).body.data.map(({ id }: { id: number }) => id);
    vi.setSystemTime(NOW + DAY_MS - 1);
    expect(refusal(await createFulfillment(shop, order.id))).toEqual(NOT_SHIPPABLE);
    expect(await ordersOnHold()).toEqual([order.id]);
    vi.setSystemTime(NOW + DAY_MS);
    expect(await ordersOnHold()).toEqual([]);
    expect((await member.open(`/orders/${order.id}`)).text).not.toContain("is on hold");
    expect((await read(order.id)).version).toBe(2);
    expect((await shop.v2(`/order-items/${order.items[0].id}/status`, { body: { status: "Shipped" } })).status).toBe(200);
    expect((await createFulfillment(shop, order.id)).status).toBe(201);
  });

  it("rejects a hold without a reason, with an end that is past or unreadable, of another version, and of unknown orders", async () => {
    const order = await anOrder();
    const path = `/orders/${order.id}`;
    const other = await createShop();
    const foreign = await ingestOrder(other);
    expect(refusal(await hold(path, { reason: " " }))[0]).toBe(400);
    for (const until of [new Date(NOW).toISOString(), "2026-11-21", "tomorrow"]) {
      const response = await hold(path, { reason: "Wait", until });
      expect({ status: response.status, path: response.body.error.details[0].path }).toEqual({ status: 400, path: "until" });
    }
    expect((await hold(path, { reason: "Wait" }, { "If-Match": '"7"' })).status).toBe(412);
    for (const id of [999_999_999, foreign.id]) expect((await hold(`/orders/${id}`, { reason: "Wait" })).status).toBe(404);
    expect(await read(order.id)).toMatchObject({ version: 1, hold_reason: null });
  });

  it("is put on hold once if the response is lost and the request is repeated, and stays on hold if its source sends it again", async () => {
    const sent = { external_id: "again", items: ITEMS };
    const order = await anOrder(sent);
    const headers = idempotencyKey();
    loseBatch(2, "response", ALL_ATTEMPTS);
    expect((await hold(`/orders/${order.id}`, { reason: "Wait" }, headers)).status).toBe(503);
    vi.restoreAllMocks();
    expect((await hold(`/orders/${order.id}`, { reason: "Wait" }, headers)).body).toMatchObject({ version: 2, hold_reason: "Wait" });
    const update = await shop.v2("/orders", { body: { store: "gift", ...sent, customer_name: "New name", on_conflict: "update" } });
    expect(update.body).toMatchObject({ customer_name: "New name", hold_reason: "Wait" });
  });
});

describe("an item on hold", () => {
  it("is left out of a fulfillment of the rest, and is named if it is asked for", async () => {
    const order = await anOrder();
    const [mug, tee] = order.items;
    const held = await hold(`/order-items/${mug.id}`, { reason: "The photo is too small" });
    expect(held.body).toMatchObject({ id: mug.id, status: "New", hold_reason: "The photo is too small" });
    const asked = await createFulfillment(shop, order.id, { items: [{ order_item_id: tee.id }, { order_item_id: mug.id }] });
    expect(asked.body.error.details).toEqual([
      {
        path: "items[1].order_item_id",
        code: "not_shippable",
        message: "Mug is on hold, so it cannot be shipped.",
        order_item_id: mug.id,
        status: "New",
      },
    ]);
    expect((await createFulfillment(shop, order.id, { status: "in_transit" })).body.items).toEqual([
      { order_item_id: tee.id, quantity: 2 },
    ]);
    expect((await member.open(`/orders/${order.id}`)).text).toContain("On hold, so not shipped: Mug.");
    await release(`/order-items/${mug.id}`);
    expect((await createFulfillment(shop, order.id)).body.items).toEqual([{ order_item_id: mug.id, quantity: 2 }]);
  });

  it("lets its order be found by on_hold, as the status On Hold does, unless the item was shipped", async () => {
    const [held, byStatus, shipped, free] = [await anOrder(), await anOrder(), await anOrder(), await anOrder()];
    await hold(`/order-items/${held.items[0].id}`, { reason: "Wait" });
    await shop.v2(`/order-items/${byStatus.items[1].id}/status`, { body: { status: "on hold" } });
    await shop.v2(`/order-items/${shipped.items[0].id}/status`, { body: { status: "Shipped" } });
    await hold(`/order-items/${shipped.items[0].id}`, { reason: "Late" });
    const found = async (query: string) => (await shop.v2(`/orders?${query}`)).body.data.map(({ id }: { id: number }) => id).toSorted();
    expect(await found("on_hold=true")).toEqual([held.id, byStatus.id].toSorted());
    expect(await found("on_hold=true&sort=id:asc&status=New&q=mug")).toEqual([held.id, byStatus.id].toSorted());
    // With false, the filter is not applied.
    expect(await found("on_hold=false")).toEqual([held.id, byStatus.id, shipped.id, free.id].toSorted());
  });

  it("adds its reason to the size of the texts of the order", async () => {
    const order = await anOrder();
    const bytes = async () =>
      (await rows<{ text_bytes: number }>("select text_bytes from orders where id = ?", order.id))[0]?.text_bytes ?? 0;
    const before = await bytes();
    await hold(`/order-items/${order.items[0].id}`, { reason: "Größe" });
    await hold(`/orders/${order.id}`, { reason: "Wait" });
    // Both reasons in UTF-8.
    expect((await bytes()) - before).toBe(7 + 4);
    await release(`/orders/${order.id}`);
    expect((await bytes()) - before).toBe(7);
  });
});

describe("holds of several orders", () => {
  it("are set and removed by a bulk action, which leaves an order with the same hold unchanged and rejects an end that is past", async () => {
    const [one, two] = [await anOrder(), await anOrder()];
    await hold(`/orders/${two.id}`, { reason: "Wait" });
    const act = async (body: unknown) =>
      (await shop.v2("/orders/bulk-actions", { body })).body.results.map(({ outcome }: { outcome: string }) => outcome);
    const ids = [one.id, two.id, 999_999_999];
    expect(await act({ ids, hold: { reason: "Wait" } })).toEqual(["updated", "unchanged", "failed"]);
    expect(await act({ ids, hold: null })).toEqual(["updated", "updated", "failed"]);
    expect([(await read(one.id)).hold_reason, (await read(two.id)).hold_reason]).toEqual([null, null]);
    const past = await shop.v2("/orders/bulk-actions", { body: { ids, hold: { reason: "Wait", until: "2020-01-01" } } });
    expect(refusal(past)).toEqual([400, "not_in_future"]);
  });
});

describe("holds in the console", () => {
  it("are set, shown and released on the pages of an order and of an item", { tags: "long" }, async () => {
    const order = await anOrder();
    const [mug] = order.items;
    for (const path of [`/orders/${order.id}`, `/orders/${order.id}/items/${mug.id}`]) {
      const rejected = await member.send(`${path}/hold`, { hold_reason: "", hold_until: "" });
      expect({ status: rejected.status, text: rejected.text }).toEqual({
        status: 400,
        text: expect.stringContaining('id="hold_reason-error"'),
      });
      const past = await member.send(`${path}/hold`, { hold_reason: "Wait for the buyer", hold_until: "2026-11-20" });
      expect([past.status, past.text.includes('id="hold_until-error"'), past.text.includes('value="Wait for the buyer"')]).toEqual([
        400,
        true,
        true,
      ]);
      expect((await member.send(`${path}/hold`, { hold_reason: "Wait for the buyer", hold_until: "2026-11-30" })).status).toBe(303);
      const shown = await member.open(path);
      expect(shown.text).toContain("Wait for the buyer");
      expect(shown.text).toContain(`${path}/release"`);
      expect((await member.send(`${path}/release`, {})).status).toBe(303);
      expect((await member.open(path)).text).not.toContain(`${path}/release"`);
    }
    const viewer = await createMember(shop.id, "viewer");
    expect((await viewer.send(`/orders/${order.id}/hold`, { hold_reason: "Mine" })).status).toBe(403);
  });

  it("are set and released for the selected orders", async () => {
    const [one, two] = [await anOrder(), await anOrder()];
    const ids = [String(one.id), String(two.id)];
    const rejected = await member.send("/orders/bulk", { ids, do: "hold", hold_reason: "" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 400,
      text: expect.stringContaining('id="bulk-hold_reason-error"'),
    });
    expect((await member.send("/orders/bulk", { ids, do: "hold", hold_reason: "Holidays", hold_until: "2026-12-01" })).status).toBe(303);
    expect([(await read(one.id)).hold_reason, (await read(two.id)).hold_reason]).toEqual(["Holidays", "Holidays"]);
    expect((await member.send("/orders/bulk", { ids, do: "release" })).status).toBe(303);
    expect([(await read(one.id)).hold_reason, (await read(two.id)).hold_reason]).toEqual([null, null]);
  });
});
