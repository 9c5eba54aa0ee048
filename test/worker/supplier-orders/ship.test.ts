import { beforeEach, describe, expect, it } from "vitest";
import { SupplierOrder } from "../../../src/resources/supplier-orders/supplier-order-view";
import { type ApiResponse, rows, type Shop } from "../../kit/client";
import { anItem, aProducingShop, change, statusAndCodes, orderOf, send, sendAll, sentIn, statusesOf } from "./kit";

/** Shipping lines of supplier orders (docs/spec/supplier-orders.md#shipping). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

const ship = (id: string, body: unknown = {}) => shop.v2(`/supplier-orders/${id}/ship`, { body });

/** How many units of each line are shipped. */
const unitsOf = ({ body }: ApiResponse): number[] => SupplierOrder.parse(body).lines.map((line) => line.shipped_quantity);

const fulfillmentsOf = async (orderId: number) => (await shop.v2(`/orders/${orderId}/fulfillments`)).body.data;

describe("shipping a supplier order", () => {
  it("creates a fulfillment for each order of a buyer, and is shipped when nothing is left", async () => {
    const [one, two] = [await orderOf(shop, anItem(), anItem({ name: "Cup" })), await orderOf(shop, anItem())];
    const { id } = await sendAll(shop, one.id, two.id);
    const part = await ship(id, { lines: [{ order_item_id: one.items[0].id, quantity: 2 }], tracking_number: "1Z999AA10123456784" });
    expect({ status: part.status, state: part.body.state, shipped: unitsOf(part) }).toEqual({
      status: 201,
      state: "sent",
      shipped: [2, 0, 0],
    });
    const rest = await ship(id, { tracking_number: "RR1" });
    expect({ status: rest.status, state: rest.body.state, shipped: unitsOf(rest) }).toEqual({
      status: 201,
      state: "shipped",
      shipped: [3, 3, 3],
    });
    const found = (await fulfillmentsOf(one.id)).map(({ tracking_number, status, items }: Record<string, unknown>) => ({
      tracking_number,
      status,
      items,
    }));
    expect(found).toEqual([
      { tracking_number: "1Z999AA10123456784", status: "in_transit", items: [{ order_item_id: one.items[0].id, quantity: 2 }] },
      {
        tracking_number: "RR1",
        status: "in_transit",
        items: [
          { order_item_id: one.items[0].id, quantity: 1 },
          { order_item_id: one.items[1].id, quantity: 3 },
        ],
      },
    ]);
    expect(await fulfillmentsOf(two.id)).toMatchObject([{ tracking_number: "RR1", items: [{ quantity: 3 }] }]);
    expect(await statusesOf(shop, one.id)).toEqual(["Shipped", "Shipped", "Shipped"]);
    expect(await statusesOf(shop, two.id)).toEqual(["Shipped", "Shipped"]);
    expect(statusAndCodes(await ship(id))).toEqual([409, "invalid_transition"]);
  });

  it("ships no more than is left of a line, and an item on hold not at all", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const { id } = await sendAll(shop, order.id);
    const [mug, cup] = order.items;
    expect(statusAndCodes(await ship(id, { lines: [{ order_item_id: mug.id, quantity: 4 }] }))).toEqual([409, "quantity_exceeded"]);
    await shop.v2(`/order-items/${cup.id}/hold`, { body: { reason: "Wait" } });
    expect(statusAndCodes(await ship(id, { lines: [{ order_item_id: cup.id }] }))).toEqual([409, "not_shippable"]);
    const shipped = await ship(id, { tracking_number: "A" });
    expect({ status: shipped.status, state: shipped.body.state, shipped: unitsOf(shipped) }).toEqual({
      status: 201,
      state: "sent",
      shipped: [3, 0],
    });
    expect(statusAndCodes(await ship(id, { lines: [{ order_item_id: mug.id }] }))).toEqual([409, "quantity_exceeded"]);
    expect(await fulfillmentsOf(order.id)).toHaveLength(1);
  });

  it("ships nothing that is not ready, and has no reason that overrides it", async () => {
    const order = await orderOf(shop, anItem({ cost: null }));
    const { id } = await sendAll(shop, order.id);
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { ship_blockers: ["cost"] } });
    expect(statusAndCodes(await ship(id, { tracking_number: "A", override_reason: "Now" }))).toEqual([409, "not_ready"]);
    expect(await fulfillmentsOf(order.id)).toEqual([]);
  });

  it("is finished without what was cancelled meanwhile", { tags: "long" }, async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const { id } = await sendAll(shop, order.id);
    await shop.v2(`/order-items/${order.items[1].id}/status`, { body: { status: "Cancelled" } });
    expect(statusAndCodes(await ship(id, { lines: [{ order_item_id: order.items[1].id }] }))).toEqual([409, "not_shippable"]);
    expect((await ship(id)).body.state).toBe("shipped");
  });

  it("has no fulfillment if the supplier ships to us", async () => {
    const order = await orderOf(shop, anItem({ assigned_supplier: "Bag works" }));
    const { id } = await sendAll(shop, order.id);
    expect((await ship(id, { tracking_number: "A" })).body.state).toBe("shipped");
    expect(await fulfillmentsOf(order.id)).toEqual([]);
  });

  it("happens once, even if the request is repeated or sent twice at the same time", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    const body = { lines: [{ order_item_id: order.items[0].id, quantity: 2 }], tracking_number: "A" };
    const headers = { "Idempotency-Key": `ship-${id}` };
    const first = await shop.v2(`/supplier-orders/${id}/ship`, { body, headers });
    const again = await shop.v2(`/supplier-orders/${id}/ship`, { body, headers });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const rest = { lines: [{ order_item_id: order.items[0].id, quantity: 1 }] };
    const both = await Promise.all([ship(id, rest), ship(id, rest)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const units = await rows<{ units: number }>(
      "select sum(quantity) as units from fulfillment_items where organization_id = ? and order_item_id = ?",
      shop.id,
      order.items[0].id,
    );
    expect(units).toEqual([{ units: 3 }]);
  });

  it("is not possible for a draft, a cancelled order or a line of another order", async () => {
    const [one, two] = [await orderOf(shop, anItem()), await orderOf(shop, anItem())];
    const { id } = await sendAll(shop, one.id);
    const other = await sendAll(shop, two.id);
    expect(statusAndCodes(await ship(id, { lines: [{ order_item_id: two.items[0].id }] }))).toEqual([404, "not_found"]);
    const [draft] = sentIn(await send(shop, { order_ids: [(await orderOf(shop, anItem())).id], state: "draft" }));
    expect(statusAndCodes(await ship(draft?.id ?? ""))).toEqual([409, "invalid_transition"]);
    await change(shop, id, { state: "cancelled", reason: "x" });
    expect(statusAndCodes(await ship(id))).toEqual([409, "invalid_transition"]);
    expect((await ship("sor_none")).status).toBe(404);
    expect((await ship(other.id)).status).toBe(201);
  });
});
