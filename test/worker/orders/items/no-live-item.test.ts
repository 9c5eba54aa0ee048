import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../../kit/client";

/** The status of an order without a live item (docs/spec/orders.md#status-from-items). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const TWO_ITEMS = [
  { name: "Mug", price: 1 },
  { name: "Tee", price: 2 },
];

async function setItem(as: Shop, itemId: string, status: string): Promise<void> {
  expect((await as.v1(`/orderItems/${itemId}/status`, { body: { status }, headers: idempotencyKey() })).status).toBe(200);
}

/** Sets the statuses of the items of a new order, one after another: each step is the index of an item and its status. */
async function orderAfter(
  as: Shop,
  fields: object,
  steps: readonly (readonly [index: number, status: string])[],
): Promise<ApiResponse["body"]> {
  const order = await ingestOrder(as, { items: TWO_ITEMS, ...fields });
  for (const [index, status] of steps) await setItem(as, order.items[index].id, status);
  return (await as.v2(`/orders/${order.id}`)).body;
}

/** The last order.updated event of the order, and its history without the statuses of items. */
async function recordedChanges({ id }: { id: number }) {
  const events = await rows<{ body: string }>("select body from events where order_id = ? order by seq", id);
  const updated = events.map(({ body }) => JSON.parse(body)).filter(({ event }) => event === "order.updated");
  const history = await rows(
    "select change, from_value, to_value, changed_fields from order_history where order_id = ? and change in ('roll_up', 'updated') order by id",
    id,
  );
  return { changed_fields: updated.at(-1).changed_fields, history };
}

const ROLL_UP = { change: "roll_up", changed_fields: null };
const REFUNDED = { change: "updated", from_value: null, to_value: null, changed_fields: '["is_refunded"]' };

describe("an order without a live item", () => {
  it.each(["New", "Pending Cost", "In Production"])("that was %s and never shipped becomes Cancelled", async (status) => {
    const order = await orderAfter(shop, { status }, [
      [0, "In Production"],
      [0, "Cancelled"],
      [1, "Cancelled"],
    ]);
    expect(order).toMatchObject({ status: "Cancelled", is_refunded: null });
    expect(await recordedChanges(order)).toEqual({
      changed_fields: ["items.status", "status"],
      history: [{ ...ROLL_UP, from_value: status, to_value: "Cancelled" }],
    });
  });

  it("with a Refunded item also gets is_refunded, in the same event and in the history", async () => {
    const order = await orderAfter(shop, {}, [
      [0, "Cancelled"],
      [1, "Refunded"],
    ]);
    expect(order).toMatchObject({ status: "Cancelled", is_refunded: true });
    expect(await recordedChanges(order)).toEqual({
      changed_fields: ["items.status", "is_refunded", "status"],
      history: [REFUNDED, { ...ROLL_UP, from_value: "New", to_value: "Cancelled" }],
    });
  });

  it.each(["Shipped", "Complete"])(
    "that is %s keeps its status, and is refunded if an item is, whether or not it was shipped",
    async (status) => {
      for (const first of ["Shipped", "New"]) {
        const order = await orderAfter(shop, { status }, [
          [0, "Cancelled"],
          [1, first],
          [1, "Refunded"],
        ]);
        expect(order).toMatchObject({ status, is_refunded: true });
        expect(await recordedChanges(order)).toEqual({ changed_fields: ["items.status", "is_refunded"], history: [REFUNDED] });
      }
    },
  );

  it("that was Complete and then refunded counts its costs as a loss", async () => {
    const own = await createShop();
    const order = await ingestOrder(own, { status: "Complete", items: [{ name: "Mug", price: 100, cost: 30 }] });
    expect((await own.v2(`/orders/${order.id}`, { method: "PATCH", body: { refund_amount: 100 } })).status).toBe(200);
    await setItem(own, order.items[0].id, "Refunded");
    expect((await own.v2(`/orders/${order.id}`)).body).toMatchObject({ status: "Complete", is_refunded: true });
    expect((await own.v2("/analytics/summary?period=all_time")).body.currencies).toMatchObject([
      {
        orders: { count: 1, items: 1, cancelled: 0, refunded: 1 },
        revenue: { gross: 100, refunds: 100, net: 0 },
        costs: { total: 30 },
        profit: { gross: -30 },
        coverage: { orders_with_cost: 1, orders_missing_cost: 0 },
      },
    ]);
  });

  it("that was partly shipped keeps its status, and is refunded only if the shipped part is", async () => {
    const partly = await orderAfter(shop, {}, [
      [0, "Shipped"],
      [0, "Cancelled"],
      [1, "Refunded"],
    ]);
    expect(partly).toMatchObject({ status: "New", is_refunded: null });
    expect(await recordedChanges(partly)).toEqual({ changed_fields: ["items.status"], history: [] });
    await setItem(shop, partly.items[0].id, "Refunded");
    expect((await shop.v2(`/orders/${partly.id}`)).body).toMatchObject({ status: "New", is_refunded: true });
  });

  it("that is only cancelled is not refunded", async () => {
    const order = await orderAfter(shop, { status: "Complete" }, [
      [0, "Cancelled"],
      [1, "Cancelled"],
    ]);
    expect(order).toMatchObject({ status: "Complete", is_refunded: null });
  });

  it("keeps is_refunded when an item becomes live again, and gets it once", async () => {
    const order = await orderAfter(shop, { status: "Complete" }, [
      [0, "Refunded"],
      [1, "Refunded"],
      [1, "In Production"],
      [1, "Refunded"],
    ]);
    expect(order).toMatchObject({ status: "Complete", is_refunded: true });
    expect(await recordedChanges(order)).toEqual({ changed_fields: ["items.status"], history: [REFUNDED] });
  });

  // Such an item counts as shipped (docs/spec/amounts-and-figures.md#sent-and-shipped-items).
  it("keeps its status if an item was in a fulfillment that was cancelled later", async () => {
    const order = await ingestOrder(shop, { items: TWO_ITEMS });
    const items = [{ order_item_id: order.items[0].id }];
    const { body } = await shop.v2(`/orders/${order.id}/fulfillments`, { body: { items } });
    expect((await shop.v2(`/fulfillments/${body.id}`, { method: "PATCH", body: { status: "cancelled" } })).status).toBe(200);
    for (const { id } of order.items) await setItem(shop, id, "Cancelled");
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe("New");
  });

  it("becomes Cancelled if its fulfillment was created as cancelled, unless that got another status later", async () => {
    const mugs = { items: [{ name: "Mug", price: 1, quantity: 2 }] };
    const [one, other] = [await ingestOrder(shop, mugs), await ingestOrder(shop, mugs)];
    const created: string[] = [];
    for (const { id, items } of [one, other]) {
      const body = { status: "cancelled", items: [{ order_item_id: items[0].id, quantity: 1 }] };
      created.push((await shop.v2(`/orders/${id}/fulfillments`, { body })).body.id);
    }
    expect((await shop.v2(`/fulfillments/${created[1]}`, { method: "PATCH", body: { status: "exception" } })).status).toBe(200);
    for (const { id } of [...one.items, ...other.items]) await setItem(shop, id, "Cancelled");
    const statuses = [];
    for (const { id } of [one, other]) statuses.push((await shop.v2(`/orders/${id}`)).body.status);
    expect(statuses).toEqual(["Cancelled", "New"]);
  });

  it("follows a bulk action on items as it follows single changes", async () => {
    const [open, complete] = [
      await ingestOrder(shop, { items: TWO_ITEMS }),
      await ingestOrder(shop, { items: TWO_ITEMS, status: "Complete" }),
    ];
    const ids = [...open.items, ...complete.items].map(({ id }: { id: string }) => id);
    expect((await shop.v2("/order-items/bulk-actions", { body: { ids, set_status: { status: "Refunded" } } })).status).toBe(200);
    const after = [];
    for (const { id } of [open, complete]) after.push((await shop.v2(`/orders/${id}`)).body);
    expect(after).toMatchObject([
      { status: "Cancelled", is_refunded: true },
      { status: "Complete", is_refunded: true },
    ]);
    expect(await recordedChanges(complete)).toEqual({ changed_fields: ["items.status", "is_refunded"], history: [REFUNDED] });
  });

  it("keeps its status if the organization has switched roll_up_status off", async () => {
    const own = await createShop();
    await rows("update organizations set roll_up_status = 0 where id = ?", own.id);
    const order = await orderAfter(own, {}, [
      [0, "Refunded"],
      [1, "Refunded"],
    ]);
    expect(order).toMatchObject({ status: "New", is_refunded: null });
  });
});

/** They count as sent to a supplier when the order becomes Cancelled (docs/spec/amounts-and-figures.md#sent-and-shipped-items). */
describe("the items of an order that is In Production", () => {
  const costsOf = async (as: Shop) => (await as.v2("/analytics/summary?period=all_time")).body.currencies[0].costs.total;
  const item = { name: "Mug", price: 10, cost: 3 };

  it("count as costs if the last one is refunded while the order is In Production, alone or in a bulk action", async () => {
    for (const action of ["item", "items"]) {
      const own = await createShop();
      const order = await ingestOrder(own, { status: "In Production", items: [item] });
      if (action === "item") await setItem(own, order.items[0].id, "Refunded");
      else await own.v2("/order-items/bulk-actions", { body: { ids: [order.items[0].id], set_status: { status: "Refunded" } } });
      expect((await own.v2(`/orders/${order.id}`)).body.status).toBe("Cancelled");
      expect(await costsOf(own)).toBe(3);
    }
  });

  it("do not count if they were cancelled or removed before the order was", async () => {
    const own = await createShop();
    const remaining = { ...item, cost: 1 };
    const order = await ingestOrder(own, { status: "In Production", items: [item, item, remaining] });
    await setItem(own, order.items[0].id, "Cancelled");
    expect((await own.v2(`/order-items/${order.items[1].id}`, { method: "DELETE" })).status).toBe(200);
    const body = { ids: [order.id], set_status: { status: "Cancelled" } };
    expect((await own.v2("/orders/bulk-actions", { body })).body.results).toMatchObject([{ outcome: "updated" }]);
    expect(await costsOf(own)).toBe(remaining.cost);
  });

  it("keep their versions when their order is cancelled", async () => {
    const order = await ingestOrder(shop, { status: "In Production", items: [item] });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled" } });
    const sentToSupplier = 1;
    expect(await rows("select version, progress from order_items where order_id = ?", order.id)).toEqual([
      { version: 1, progress: sentToSupplier },
    ]);
  });
});
