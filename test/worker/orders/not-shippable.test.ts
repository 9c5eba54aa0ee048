import { beforeAll, describe, expect, it } from "vitest";
import { ITEM_STATUSES } from "../../../src/resources/orders/items/item-status";
import { type ApiResponse, createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { agentOf } from "../mcp/agent";
import { createMember, type Visitor } from "../console/kit";
import { createFulfillment, updateFulfillment, statusesOf } from "./fulfillments/kit";

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

/** An order of two items that are created with these statuses. */
async function orderOf(...statuses: string[]): Promise<ApiResponse["body"]> {
  return await ingestOrder(shop, { items: LINES.items.map((item, index) => ({ ...item, status: statuses[index] ?? "New" })) });
}

/** The number of fulfillments of an order, and the statuses of its items. */
async function stateOf(id: number): Promise<{ fulfillments: number; items: string[] }> {
  const { body } = await shop.v2(`/orders/${id}/fulfillments`);
  const [, ...items] = await statusesOf(shop, id);
  return { fulfillments: body.data.length, items };
}

const errorOf = ({ status, body }: ApiResponse) => ({
  status,
  code: body.error.code,
  details: body.error.details.map(({ code }: { code: string }) => code),
});

const NOT_SHIPPABLE = { status: 409, code: "conflict", details: ["not_shippable"] };

/** An order that can't be shipped, how it is created, and what the error and the page say. */
const OBSTACLES: readonly [what: string, createOrder: () => Promise<ApiResponse["body"]>, message: string, onPage: string][] = [
  [
    "a cancelled order",
    async () => {
      const order = await orderOf();
      await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
      return order;
    },
    "This order is cancelled, so nothing of it can be shipped.",
    "so nothing of it can be shipped",
  ],
  [
    "a refunded order",
    () => ingestOrder(shop, { ...LINES, is_refunded: true }),
    "This order is refunded, so nothing of it can be shipped.",
    "so nothing of it can be shipped",
  ],
  [
    "an order that is on hold",
    async () => {
      const order = await orderOf();
      await shop.v2(`/orders/${order.id}/hold`, { body: { reason: "Waiting for a call" } });
      return order;
    },
    "This order is on hold, so nothing of it can be shipped.",
    "so nothing of it can be shipped",
  ],
  [
    "an order whose items are all on hold",
    () => orderOf("On Hold", "On Hold"),
    "Mug is On Hold, so it cannot be shipped.",
    "On hold, so not shipped: Mug, Tee.",
  ],
];

describe.each(OBSTACLES)("%s", (_what, createOrder, message, onPage) => {
  it("is not shipped by v2, as a whole, by its items or in a bulk action", async () => {
    const { id, items } = await createOrder();
    const before = await stateOf(id);
    const all = items.map((item: { id: string }) => ({ order_item_id: item.id }));
    for (const body of [{}, { status: "in_transit" }, { items: all }, { items: all, shipped_at: "2026-11-01" }]) {
      const response = await createFulfillment(shop, id, body);
      expect(response.status).toBe(409);
      expect(response.body.error.details[0]).toMatchObject({ code: "not_shippable", message });
    }
    const { body } = await shop.v2("/orders/bulk-actions", { body: { ids: [id], ship: {} } });
    expect(body.results[0].outcome).toBe("failed");
    expect(body.results[0].error.details[0]).toMatchObject({ code: "not_shippable", message });
    expect(await stateOf(id)).toEqual(before);
  });

  it("has no item that becomes shipped by v1, v2 or a bulk action", async () => {
    const { id, items } = await createOrder();
    const before = await stateOf(id);
    const [mug] = items;
    for (const status of ["Shipped", "delivered"]) {
      expect(errorOf(await setItem(mug.id, status))).toEqual(NOT_SHIPPABLE);
      expect(errorOf(await shop.v2(`/order-items/${mug.id}/status`, { body: { status } }))).toEqual(NOT_SHIPPABLE);
      const { body } = await shop.v2("/order-items/bulk-actions", { body: { ids: [mug.id], set_status: { status } } });
      expect(body.results[0]).toMatchObject({ outcome: "failed", error: { details: [{ code: "not_shippable" }] } });
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it("is not shipped by a tool of MCP", async () => {
    const { id, items } = await createOrder();
    const agent = agentOf(shop.token, "?tools=all");
    const idempotency_key = () => crypto.randomUUID();
    const created = await agent.call("create_fulfillment", { order_id: id, idempotency_key: idempotency_key() });
    expect({ isError: created.isError, code: created.data.error.details[0].code }).toEqual({ isError: true, code: "not_shippable" });
    const item = { order_item_id: items[0].id, status: "Shipped", idempotency_key: idempotency_key() };
    const set = await agent.call("set_order_item_status", item);
    expect({ isError: set.isError, code: set.data.error.details[0].code }).toEqual({ isError: true, code: "not_shippable" });
  });

  it("is not shipped by the console, which offers no form for it", async () => {
    const { id } = await createOrder();
    const page = await member.open(`/orders/${id}`);
    expect(page.text).not.toContain("Ship items");
    expect(page.text).toContain(onPage);
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
      const asked = await createFulfillment(shop, order.id, { items: [{ order_item_id: tee.id }, { order_item_id: mug.id, quantity: 1 }] });
      expect(errorOf(asked)).toEqual(NOT_SHIPPABLE);
      expect(asked.body.error.details[0]).toEqual({
        path: "items[1].order_item_id",
        code: "not_shippable",
        message: `Mug is ${status}, so it cannot be shipped.`,
        order_item_id: mug.id,
        status,
      });
      expect((await createFulfillment(shop, order.id, { status: "in_transit" })).body.items).toEqual([
        { order_item_id: tee.id, quantity: 2 },
      ]);
      // The rest of an order that is on hold is rejected for another reason than one of which nothing is left.
      expect(errorOf(await createFulfillment(shop, order.id)).details).toEqual([status === "On Hold" ? "not_shippable" : "nothing_left"]);
    },
  );

  it("names every item that may not be shipped", async () => {
    const order = await orderOf("Refunded", "On Hold");
    const items = order.items.map(({ id }: { id: string }) => ({ order_item_id: id }));
    const { body } = await createFulfillment(shop, order.id, { items });
    expect(body.error.details).toMatchObject([
      { code: "not_shippable", order_item_id: order.items[0].id },
      { code: "not_shippable", order_item_id: order.items[1].id },
    ]);
  });
});

describe("a fulfillment that was created before", () => {
  it("does not leave while its item is on hold, and does once it is released", async () => {
    const order = await orderOf();
    const { body } = await createFulfillment(shop, order.id);
    await setItem(order.items[0].id, "On Hold");
    expect(errorOf(await updateFulfillment(shop, body.id, { status: "in_transit" }))).toEqual(NOT_SHIPPABLE);
    expect((await updateFulfillment(shop, body.id, { carrier: "UPS" })).status).toBe(200);
    await setItem(order.items[0].id, "New");
    expect((await updateFulfillment(shop, body.id, { status: "in_transit" })).status).toBe(200);
  });

  it("does not leave once its order is cancelled", async () => {
    const order = await orderOf();
    const { body } = await createFulfillment(shop, order.id);
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
    expect(errorOf(await updateFulfillment(shop, body.id, { status: "in_transit" }))).toEqual(NOT_SHIPPABLE);
  });

  it("may be delivered after its order was cancelled if it has left before", async () => {
    const order = await orderOf();
    const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled", reason: "lost" } });
    expect((await updateFulfillment(shop, body.id, { status: "delivered" })).status).toBe(200);
    expect((await shop.v2(`/orders/${order.id}`)).body.audit_reasons).toBeNull();
  });

  it("asks for an audit if its carrier says that it has left all the same", async () => {
    const order = await orderOf();
    const number = `1Z${order.id}`;
    await createFulfillment(shop, order.id, { tracking_number: number });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
    const report = await shop.v2("/tracking", { body: { tracking_number: number, status: "in_transit" } });
    expect(report.body.fulfillments).toMatchObject([{ outcome: "updated", status: "in_transit" }]);
    expect((await shop.v2(`/orders/${order.id}`)).body).toMatchObject({
      status: "Cancelled",
      requires_audit: true,
      audit_reasons: ["shipped_unshippable"],
    });
  });
});

describe("the status of an item", () => {
  it("may be Refunded, Delivered, On Hold and Shipped once the item was shipped", async () => {
    const order = await orderOf();
    await createFulfillment(shop, order.id, { status: "in_transit" });
    for (const status of ["Refunded", "Delivered", "On Hold", "Shipped"])
      expect((await setItem(order.items[0].id, status)).status).toBe(200);
  });

  describe.each([
    { of: "an order", fields: {}, isShippable: true },
    { of: "a refunded order", fields: { is_refunded: true }, isShippable: false },
    { of: "a cancelled order", fields: {}, cancel: true, isShippable: false },
  ])("in $of", ({ fields, cancel = false, isShippable }) => {
    const TITLE = "may change from %s to Delivered (from Delivered to Shipped) only if the item was shipped before or can be shipped";
    it.each(["New", "On Hold", "Shipped"])(TITLE, testShipping);
    it.each(ITEM_STATUSES)(`${TITLE}, for every status`, { tags: "long" }, testShipping);

    async function testShipping(status: string): Promise<void> {
      const order = await ingestOrder(shop, {
        items: [
          { name: "Mug", price: 1, status },
          { name: "Tee", price: 1 },
        ],
        ...fields,
      });
      if (cancel) await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
      const wasShipped = ["Shipped", "Delivered"].includes(status);
      const canBeShipped = isShippable && !["Cancelled", "Refunded", "On Hold"].includes(status);
      const response = await setItem(order.items[0].id, status === "Delivered" ? "Shipped" : "Delivered");
      expect(response.status).toBe(wasShipped || canBeShipped ? 200 : 409);
    }
  });
});
