import { beforeAll, describe, expect, it } from "vitest";
import { PublicOrder } from "../../../../src/resources/orders/v1/contract";
import { Fulfillment, HistoryEntry, OrderTracking } from "../../../../src/resources/orders/fulfillments/v1/contract";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../../kit/client";
import { organizationD1 } from "../../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

let fulfillmentCount = 0;

/** Inserts a fulfillment of one unit of the order's first item, in the form in which v2 writes it. */
async function insertFulfillment(
  order: { id: number; items: { id: string }[] },
  columns: Record<string, string | number | null> = {},
): Promise<string> {
  fulfillmentCount += 1;
  const row = {
    id: `ful_${String(fulfillmentCount).padStart(4, "0")}`,
    organization_id: shop.id,
    order_id: order.id,
    status: "in_transit",
    tracking_number: null,
    carrier: null,
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_000_000,
    ...columns,
  };
  const names = Object.keys(row);
  await organizationD1()
    .prepare(`insert into fulfillments (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
  await organizationD1()
    .prepare("insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity) values (?, ?, ?, 1)")
    .bind(shop.id, row.id, Number(order.items[0]?.id))
    .run();
  return row.id;
}

describe("GET /orders/{id}/tracking", () => {
  it("returns 404 with no_tracking if there is no tracking yet", async () => {
    const order = await ingestOrder(shop);
    const response = await shop.v1(`/orders/${order.id}/tracking`);
    expect(response.status).toBe(404);
    expect(response.body.error).toMatchObject({ code: "not_found", message: "Resource not found.", details: [{ code: "no_tracking" }] });
  });

  it("returns the first tracking code of an item with status unknown if no fulfillment has a number", async () => {
    const order = await ingestOrder(shop, {
      items: [
        { name: "a", price: 1 },
        { name: "b", price: 1, tracking_code: "TR-B", carrier: "DHL" },
        { name: "c", price: 1, tracking_code: "TR-C" },
      ],
    });
    await insertFulfillment(order);
    const { data } = (await shop.v1(`/orders/${order.id}/tracking`)).body;
    expect(OrderTracking.parse(data)).toEqual({
      tracking_number: "TR-B",
      carrier: "DHL",
      status: "unknown",
      last_updated: order.updated_at,
    });
  });

  it("returns the earliest fulfillment with a number", async () => {
    const order = await ingestOrder(shop, { items: [{ name: "a", price: 1, tracking_code: "TR-A" }] });
    await insertFulfillment(order);
    await insertFulfillment(order, { tracking_number: "P1", carrier: "UPS", status: "delivered" });
    await insertFulfillment(order, { tracking_number: "P2" });
    const { data } = (await shop.v1(`/orders/${order.id}/tracking`)).body;
    expect(data).toEqual({ tracking_number: "P1", carrier: "UPS", status: "delivered", last_updated: "2023-11-14T22:13:20.000Z" });
  });
});

describe("GET /orders/{id}/fulfillments", () => {
  it("lists the fulfillments, oldest first, like ?include=fulfillments", async () => {
    const order = await ingestOrder(shop);
    const ids = [await insertFulfillment(order), await insertFulfillment(order, { tracking_number: "P9", shipped_at: 1_700_000_000_000 })];
    const { data } = (await shop.v1(`/orders/${order.id}/fulfillments`)).body;
    expect(data.map((fulfillment: unknown) => Fulfillment.parse(fulfillment).id)).toEqual(ids);
    expect(data[1]).toMatchObject({
      order_id: order.id,
      tracking_number: "P9",
      items: [{ order_item_id: order.items[0].id, quantity: 1 }],
    });
    const included = await shop.v1(`/orders/${order.id}?include=fulfillments,status`);
    expect(PublicOrder.parse(included.body.data)).toMatchObject({ status: "New", fulfillments: data });
    expect(
      (await shop.v1(`/orders?include=fulfillments&q=mug&page_size=200`)).body.data.find(({ id }: { id: number }) => id === order.id)
        .fulfillments,
    ).toEqual(data);
  });
});

describe("GET /orders/{id}/history", () => {
  it("lists every change with its actor, oldest first", async () => {
    const order = await ingestOrder(shop, { external_id: "h1" });
    await shop.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "In Production", reason: "reprint" } });
    await shop.v2("/orders", {
      body: {
        store: "gift",
        external_id: "h1",
        on_conflict: "update",
        number: "7",
        items: [{ name: "Mug", quantity: 2, price: 9.99, sku: "MUG" }],
      },
    });
    const { data } = (await shop.v1(`/orders/${order.id}/history`)).body;
    expect(
      data
        .map((entry: unknown) => HistoryEntry.parse(entry))
        .map(({ change, from, to, reason, changed_fields, actor_name }: HistoryEntryShape) => [
          change,
          from,
          to,
          reason,
          changed_fields,
          actor_name,
        ]),
    ).toEqual([
      ["created", null, "New", null, [], "test api_token"],
      ["item_status", "New", "Shipped", null, [], "test api_key"],
      ["roll_up", "New", "Shipped", null, [], "test api_key"],
      ["status", "Shipped", "In Production", "reprint", [], "test api_token"],
      ["updated", null, null, null, ["number"], "test api_token"],
    ]);
    const part = await shop.v1(`/orders/${order.id}/history?page_size=2`);
    expect({ count: part.body.data.length, pagination: part.body.meta.pagination }).toEqual({
      count: 2,
      pagination: { page: 1, page_size: 2, total: 5, total_pages: 3 },
    });
  });
});

type HistoryEntryShape = ReturnType<typeof HistoryEntry.parse>;

it.each(["tracking", "fulfillments", "history"])(
  "GET /orders/{id}/%s returns 404 for an unknown order and 400 for an invalid id",
  async (part) => {
    expect((await shop.v1(`/orders/999999/${part}`)).status).toBe(404);
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740993"]) {
      const { status, body } = await shop.v1(`/orders/${id}/${part}`);
      expect([status, body.error.details]).toMatchObject([400, [{ path: "id", code: "invalid_id" }]]);
    }
  },
);

describe("GET /orders/{id} and GET /orderItems/{itemId}", () => {
  it("return the same resource as the lists", async () => {
    const order = await ingestOrder(shop, { number: "single", customer_name: "Ann" });
    const list = await shop.v1("/orders?q=single");
    const { data } = (await shop.v1(`/orders/${order.id}`)).body;
    expect(data).toEqual(list.body.data[0]);
    expect((await shop.v1(`/orderItems/${order.items[0].id}`)).body.data).toEqual(data.items[0]);
  });

  it("return 404 for unknown ids", async () => {
    expect((await shop.v1("/orders/999999")).status).toBe(404);
    expect((await shop.v1("/orderItems/999999")).status).toBe(404);
    expect((await shop.v1("/orderItems/none")).status).toBe(404);
  });
});
