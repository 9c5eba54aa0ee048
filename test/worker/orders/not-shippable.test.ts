import { beforeAll, describe, expect, it } from "vitest";
import { ITEM_STATUSES } from "../../../src/resources/orders/items/item-status";
import { assertMayHaveStatus } from "../../../src/resources/orders/items/shippable";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { agentOf } from "../mcp/agent";
import { createMember, type Visitor } from "../console/kit";
import { pack, report, statusesOf } from "./fulfillments/kit";

/** What is cancelled, refunded or on hold is not shipped (docs/spec/tracking.md#what-can-be-shipped). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const LINES = { items: ["Mug", "Tee"].map((name) => ({ name, quantity: 2, price: 10 })) };

const setItem = (id: string, status: string): Promise<ApiResponse> =>
  shop.v1(`/orderItems/${id}/status`, { body: { status }, headers: idempotencyKey() });

/** An order of two items with statuses, of which the order is then not made to follow. */
async function orderOf(...statuses: string[]): Promise<ApiResponse["body"]> {
  return await ingestOrder(shop, { items: LINES.items.map((item, index) => ({ ...item, status: statuses[index] ?? "New" })) });
}

/** The fulfillments of an order, and the statuses of its items. */
async function stateOf(id: number): Promise<unknown[]> {
  const { body } = await shop.v2(`/orders/${id}/fulfillments`);
  return [body.data.length, (await statusesOf(shop, id)).slice(1)];
}

const refusal = ({ status, body }: ApiResponse) => [
  status,
  body.error.code,
  ...body.error.details.map(({ code }: { code: string }) => code),
];

const REFUSED = [409, "conflict", "not_shippable"];

const OBSTACLES: readonly [what: string, order: () => Promise<ApiResponse["body"]>, message: string][] = [
  [
    "a cancelled order",
    async () => {
      const order = await orderOf();
      await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
      return order;
    },
    "This order is cancelled, so nothing of it can be shipped.",
  ],
  [
    "a refunded order",
    () => ingestOrder(shop, { ...LINES, is_refunded: true }),
    "This order is refunded, so nothing of it can be shipped.",
  ],
  ["an order on hold", () => orderOf("On Hold", "On Hold"), "Mug is On Hold, so it cannot be shipped."],
];

describe.each(OBSTACLES)("%s", (_what, order, message) => {
  it("is not shipped by v2, alone, together with others or by its items", async () => {
    const { id, items } = await order();
    const before = await stateOf(id);
    const all = items.map((item: { id: string }) => ({ order_item_id: item.id }));
    for (const body of [{}, { status: "in_transit" }, { items: all }, { items: all, shipped_at: "2026-11-01" }]) {
      const response = await pack(shop, id, body);
      expect(refusal(response).slice(0, 3)).toEqual(REFUSED);
      expect(response.body.error.details[0].message).toBe(message);
    }
    const { body } = await shop.v2("/orders/bulk-actions", { body: { ids: [id], ship: {} } });
    expect(body.results[0].outcome).toBe("failed");
    expect(body.results[0].error.details[0]).toMatchObject({ code: "not_shippable", message });
    expect(await stateOf(id)).toEqual(before);
  });

  it("has no item that becomes shipped by v1, v2 or a bulk action", async () => {
    const { id, items } = await order();
    const before = await stateOf(id);
    const [mug] = items;
    for (const status of ["Shipped", "delivered"]) {
      expect(refusal(await setItem(mug.id, status))).toEqual(REFUSED);
      expect(refusal(await shop.v2(`/order-items/${mug.id}/status`, { body: { status } }))).toEqual(REFUSED);
      const { body } = await shop.v2("/order-items/bulk-actions", { body: { ids: [mug.id], set_status: { status } } });
      expect(body.results[0]).toMatchObject({ outcome: "failed", error: { details: [{ code: "not_shippable" }] } });
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it("is not shipped by a tool of MCP", async () => {
    const { id, items } = await order();
    const agent = agentOf(shop.token, "?tools=all");
    const idempotency_key = () => crypto.randomUUID();
    const created = await agent.call("create_fulfillment", { order_id: id, idempotency_key: idempotency_key() });
    expect({ isError: created.isError, code: created.data.error.details[0].code }).toEqual({ isError: true, code: "not_shippable" });
    const item = { order_item_id: items[0].id, status: "Shipped", idempotency_key: idempotency_key() };
    const set = await agent.call("set_order_item_status", item);
    expect({ isError: set.isError, code: set.data.error.details[0].code }).toEqual({ isError: true, code: "not_shippable" });
  });

  it("is neither shipped nor offered to be by the console", async () => {
    const { id } = await order();
    const page = await member.open(`/orders/${id}`);
    expect([
      page.text.includes("Ship items"),
      page.text.includes("so nothing of it can be shipped") || page.text.includes("On hold, so not shipped: Mug, Tee."),
    ]).toEqual([false, true]);
    const sent = await member.send(`/orders/${id}/fulfillments`, { carrier: "UPS", tracking_number: "1Z9", shipped: "on" });
    expect({ status: sent.status, text: sent.text }).toEqual({ status: 409, text: expect.stringContaining(message) });
    const bulk = await member.send("/orders/bulk", { ids: [String(id)], do: "ship", carrier: "UPS" });
    expect({ status: bulk.status, text: bulk.text }).toEqual({ status: 200, text: expect.stringContaining(message) });
    expect((await shop.v2(`/orders/${id}/fulfillments`)).body.data).toEqual([]);
  });
});

describe("an order of which a part may be shipped", () => {
  it.each(["Cancelled", "Refunded", "On Hold"])(
    "ships everything but an item that is %s, which is named if it is asked for",
    async (status) => {
      const order = await orderOf(status);
      const [mug, tee] = order.items;
      const asked = await pack(shop, order.id, { items: [{ order_item_id: tee.id }, { order_item_id: mug.id, quantity: 1 }] });
      expect(refusal(asked)).toEqual(REFUSED);
      expect(asked.body.error.details[0]).toEqual({
        path: "items[1].order_item_id",
        code: "not_shippable",
        message: `Mug is ${status}, so it cannot be shipped.`,
        order_item_id: mug.id,
        status,
      });
      expect((await pack(shop, order.id, { status: "in_transit" })).body.items).toEqual([{ order_item_id: tee.id, quantity: 2 }]);
      // The rest of an order that is on hold is rejected for another reason than one of which nothing is left.
      expect(refusal(await pack(shop, order.id))[2]).toBe(status === "On Hold" ? "not_shippable" : "nothing_left");
    },
  );

  it("names every item that may not be shipped", async () => {
    const order = await orderOf("Refunded", "On Hold");
    const items = order.items.map(({ id }: { id: string }) => ({ order_item_id: id }));
    expect(refusal(await pack(shop, order.id, { items }))).toEqual([...REFUSED, "not_shippable"]);
  });
});

describe("a parcel that was packed before", () => {
  it("does not leave by hand once its order is cancelled or its item is on hold, and does once it is released", async () => {
    const order = await orderOf();
    const { body } = await pack(shop, order.id);
    await setItem(order.items[0].id, "On Hold");
    expect(refusal(await report(shop, body.id, { status: "in_transit" }))).toEqual(REFUSED);
    expect((await report(shop, body.id, { carrier: "UPS" })).status).toBe(200);
    await setItem(order.items[0].id, "New");
    expect((await report(shop, body.id, { status: "in_transit" })).status).toBe(200);
    // What has left may arrive.
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled", reason: "lost" } });
    expect((await report(shop, body.id, { status: "delivered" })).status).toBe(200);
    expect((await shop.v2(`/orders/${order.id}`)).body.audit_reasons).toBeNull();
  });

  it("asks for an audit if its carrier says that it has left all the same", async () => {
    const order = await orderOf();
    const number = `1Z${order.id}`;
    await pack(shop, order.id, { tracking_number: number });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
    const said = await shop.v2("/tracking", { body: { tracking_number: number, status: "in_transit" } });
    expect(said.body.fulfillments).toMatchObject([{ outcome: "updated", status: "in_transit" }]);
    expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject({
      status: "Cancelled",
      requires_audit: true,
      audit_reasons: ["shipped_unshippable"],
    });
  });
});

describe("the status of an item", () => {
  it("may be anything once the item was shipped", async () => {
    const order = await orderOf();
    await pack(shop, order.id, { status: "in_transit" });
    for (const status of ["Refunded", "Delivered", "On Hold", "Shipped"])
      expect((await setItem(order.items[0].id, status)).status).toBe(200);
  });

  it("says the same in the write that reads nothing first as in the rule", async () => {
    for (const status of ITEM_STATUSES) {
      for (const [refunded, cancelled] of [
        [false, false],
        [true, false],
        [false, true],
      ] as const) {
        const order = await ingestOrder(shop, {
          items: [
            { name: "Mug", price: 1, status },
            { name: "Tee", price: 1 },
          ],
          is_refunded: refunded,
        });
        if (cancelled) await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
        const [item] = await rows<{ progress: number }>("select progress from order_items where id = ?", order.items[0].id);
        const target = status === "Delivered" ? "Shipped" : "Delivered";
        const free = { hold_reason: null, hold_until: null };
        const parts = { id: 1, name: "Mug", status, progress: item?.progress ?? 0, ...free };
        const whole = { status: cancelled ? ("Cancelled" as const) : ("New" as const), is_refunded: refunded ? 1 : null, ...free };
        const rule = () => assertMayHaveStatus({ order: whole, item: parts, now: Date.now() }, target);
        const expected = (() => {
          try {
            rule();
            return 200;
          } catch {
            return 409;
          }
        })();
        expect({ status, refunded, cancelled, response: (await setItem(order.items[0].id, target)).status }).toEqual({
          status,
          refunded,
          cancelled,
          response: expected,
        });
      }
    }
  });
});
