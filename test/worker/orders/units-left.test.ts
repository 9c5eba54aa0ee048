import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, ingestOrder, rows, type Shop } from "../../kit/client";
import { createMember, type Visitor } from "../console/kit";
import { createFulfillment, updateFulfillment, statusesOf } from "./fulfillments/kit";

/** How many units of an item are left to ship once some are refunded (docs/spec/tracking.md#what-is-left). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const MUGS = { items: [{ name: "Mug", sku: "M-5", quantity: 5, price: 10 }] };

interface OneItemOrder {
  id: number;
  item: string;
}

async function anOrder(fields: Record<string, unknown> = MUGS): Promise<OneItemOrder> {
  const { id, items } = await ingestOrder(shop, fields);
  return { id, item: items[0].id };
}

/** Refunds units of the item. `cancelled` of them are no longer to be shipped: by default, as many as were not shipped. */
async function refund({ id, item }: OneItemOrder, quantity: number, { cancelled }: { cancelled?: number } = {}): Promise<ApiResponse> {
  const line = { order_item_id: item, quantity, ...(cancelled !== undefined && { cancelled_quantity: cancelled }) };
  return await shop.v2(`/orders/${id}/refunds`, { body: { items: [line] } });
}

const fulfillmentBody = ({ item }: OneItemOrder, quantity: number, status = "in_transit") => ({
  status,
  items: [{ order_item_id: item, quantity }],
});
const quantities = ({ body }: ApiResponse): number[] => body.items.map(({ quantity }: { quantity: number }) => quantity);
const statusAndCodes = ({ status, body }: ApiResponse) => [status, ...body.error.details.map(({ code }: { code: string }) => code)];
const stateOf = async ({ id }: OneItemOrder): Promise<string> => (await shop.v2(`/orders/${id}`)).body.fulfillment_state;

/** The units that are left to ship on a packing slip, on a pick list and on the page of the order. */
async function shownLeft({ id }: OneItemOrder) {
  const textOf = async (path: string) => (await member.open(path)).text.replaceAll(/<[^>]+>/g, " ");
  const slip = await textOf(`/orders/print?document=slips&ids=${id}`);
  const list = await textOf(`/orders/print?document=pick&ids=${id}`);
  const page = await textOf(`/orders/${id}`);
  return {
    slip: /(\d+) units?\b/.exec(slip)?.[1],
    pickList: /(\d+) units? for 1 order/.exec(list)?.[1],
    page: /(\d+) not in a fulfillment yet/.exec(page)?.[1],
  };
}

describe("units that are added to an item", () => {
  const setQuantity = async ({ item }: OneItemOrder, quantity: number) =>
    expect((await shop.v2(`/order-items/${item}`, { method: "PATCH", body: { quantity } })).status).toBe(200);

  it.each(["in_transit", "delivered"])(
    "are left to ship and to be made if all others are %s, and the order stays as it is",
    async (status) => {
      const order = await anOrder();
      await createFulfillment(shop, order.id, { status });
      const [before] = await statusesOf(shop, order.id);
      await setQuantity(order, 7);
      expect({ statuses: await statusesOf(shop, order.id), state: await stateOf(order) }).toEqual({
        statuses: [before, "New"],
        state: "partial",
      });
      expect(await shownLeft(order)).toEqual({ slip: "2", pickList: "2", page: "2" });
      expect(quantities(await createFulfillment(shop, order.id, { status: "in_transit" }))).toEqual([2]);
      expect(await statusesOf(shop, order.id)).toEqual([before, "Shipped"]);
    },
  );

  it("do not change a status that a person has set without fulfillments", async () => {
    const order = await anOrder();
    await shop.v2(`/order-items/${order.item}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
    await setQuantity(order, 7);
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped"]);
  });
});

describe("a refund of units that were not shipped", () => {
  it("reduces what is left on slips, pick lists, on the page of the order, in a fulfillment without items and in bulk", async () => {
    const [one, other] = [await anOrder(), await anOrder()];
    expect((await refund(one, 2)).status).toBe(201);
    await refund(other, 2);
    expect(await shownLeft(one)).toEqual({ slip: "3", pickList: "3", page: "3" });
    expect((await shop.v2(`/orders/${one.id}`)).body.items[0]).toMatchObject({ quantity: 5, cancelled_quantity: 2 });
    const tooMany = await createFulfillment(shop, one.id, fulfillmentBody(one, 4));
    expect([...statusAndCodes(tooMany), tooMany.body.error.details[0].left]).toEqual([409, "quantity_exceeded", 3]);
    expect(quantities(await createFulfillment(shop, one.id, { status: "in_transit" }))).toEqual([3]);
    await shop.v2("/orders/bulk-actions", { body: { ids: [other.id], ship: {} } });
    const { body } = await shop.v2(`/orders/${other.id}/fulfillments`);
    expect(body.data.map((row: ApiResponse["body"]) => row.items[0].quantity)).toEqual([3]);
    for (const order of [one, other]) {
      expect({ statuses: await statusesOf(shop, order.id), state: await stateOf(order) }).toEqual({
        statuses: ["Shipped", "Shipped"],
        state: "all",
      });
      expect(statusAndCodes(await createFulfillment(shop, order.id))).toEqual([409, "nothing_left"]);
    }
  });

  it("makes an item Shipped of which the other units were shipped, and its order", async () => {
    const order = await anOrder();
    await createFulfillment(shop, order.id, fulfillmentBody(order, 3));
    expect(await stateOf(order)).toBe("partial");
    const { body: refunded } = await refund(order, 2);
    expect({ statuses: await statusesOf(shop, order.id), state: await stateOf(order) }).toEqual({
      statuses: ["Shipped", "Shipped"],
      state: "all",
    });
    const { body } = await shop.v2(`/orders/${order.id}/history`);
    expect(body.data.slice(-3)).toMatchObject([
      { change: "refund", to: refunded.id },
      { change: "item_status", to: "Shipped" },
      { change: "roll_up", to: "Shipped" },
    ]);
    const events = await rows<{ body: string }>(
      "select body from events where order_id = ? and type = 'order.updated' order by seq",
      order.id,
    );
    expect(JSON.parse(events.at(-1)?.body ?? "{}").changed_fields).toEqual([
      "refund_amount",
      "refund_tax",
      "items.status",
      "items.cancelled_quantity",
      "status",
    ]);
  });

  it("does not let a label be shipped that was created for more units than are left", async () => {
    const order = await anOrder();
    const { body: label } = await createFulfillment(shop, order.id, fulfillmentBody(order, 5, "label_created"));
    await refund(order, 2);
    // The page counts the units that are in no fulfillment, and the label has all five.
    expect(await shownLeft(order)).toEqual({ slip: "3", pickList: "3", page: undefined });
    const shipped = await updateFulfillment(shop, label.id, { status: "in_transit" });
    expect([...statusAndCodes(shipped), shipped.body.error.details[0].left]).toEqual([409, "quantity_exceeded", 3]);
    expect((await updateFulfillment(shop, label.id, { status: "cancelled" })).status).toBe(200);
    expect(quantities(await createFulfillment(shop, order.id, { status: "in_transit" }))).toEqual([3]);
  });

  it("is not undone by a carrier, whose report asks for an audit", async () => {
    const order = await anOrder();
    await createFulfillment(shop, order.id, { ...fulfillmentBody(order, 5, "label_created"), tracking_number: "LEFT-1" });
    await refund(order, 2);
    expect((await shop.v2("/tracking", { body: { tracking_number: "LEFT-1", status: "in_transit" } })).status).toBe(200);
    const { body } = await shop.v2(`/orders/${order.id}`);
    expect(body).toMatchObject({
      items: [{ quantity: 5, cancelled_quantity: 2 }],
      requires_audit: true,
      audit_reasons: ["shipped_unshippable"],
    });
  });
});

describe("a refund of units that were shipped", () => {
  it("leaves what is to be shipped", async () => {
    const order = await anOrder();
    await createFulfillment(shop, order.id, fulfillmentBody(order, 3));
    const { body } = await refund(order, 1, { cancelled: 0 });
    expect(body.items).toEqual([{ order_item_id: order.item, quantity: 1, cancelled_quantity: 0, amount: 10 }]);
    expect(await shownLeft(order)).toEqual({ slip: "2", pickList: "2", page: "2" });
    expect(quantities(await createFulfillment(shop, order.id))).toEqual([2]);
  });

  it("does not ship them again if their fulfillment is returned", async () => {
    const order = await anOrder();
    const { body: returned } = await createFulfillment(shop, order.id, fulfillmentBody(order, 3));
    await refund(order, 3, { cancelled: 0 });
    await updateFulfillment(shop, returned.id, { status: "returned_to_sender" });
    expect(await shownLeft(order)).toEqual({ slip: "2", pickList: "2", page: "2" });
    expect(quantities(await createFulfillment(shop, order.id, { status: "in_transit" }))).toEqual([2]);
    expect(await stateOf(order)).toBe("all");
  });

  it("of all units that there are makes the item Refunded", async () => {
    const order = await anOrder();
    await createFulfillment(shop, order.id, fulfillmentBody(order, 3));
    await refund(order, 3, { cancelled: 0 });
    await refund(order, 2);
    // The order keeps its status, because no item is live and one was shipped.
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Refunded"]);
    expect(statusAndCodes(await createFulfillment(shop, order.id, fulfillmentBody(order, 1)))).toEqual([409, "not_shippable"]);
  });
});

describe("what is left after a refund", () => {
  it("is not reduced twice if the source sends fewer units", async () => {
    const fields = { ...MUGS, external_id: "left-1" };
    const order = await anOrder(fields);
    await refund(order, 2);
    const again = { store: "gift", ...fields, items: [{ ...MUGS.items[0], quantity: 3 }], on_conflict: "update" };
    expect((await shop.v2("/orders", { body: again })).status).toBe(200);
    expect((await shop.v2(`/orders/${order.id}`)).body.items[0]).toMatchObject({ quantity: 3, cancelled_quantity: 0 });
    expect(quantities(await createFulfillment(shop, order.id))).toEqual([3]);
  });

  it("stays if the source sends the same units again, or a person edits something else", async () => {
    const fields = { ...MUGS, external_id: "left-2" };
    const order = await anOrder(fields);
    await refund(order, 2);
    const sent = await shop.v2("/orders", { body: { store: "gift", ...fields, number: "L-2", on_conflict: "update" } });
    const edited = await shop.v2(`/order-items/${order.item}`, { method: "PATCH", body: { color: "Blue" } });
    expect({ number: sent.body.number, color: edited.body.color }).toEqual({ number: "L-2", color: "Blue" });
    expect(quantities(await createFulfillment(shop, order.id))).toEqual([3]);
  });

  it("is everything again if a person takes back the status Refunded", async () => {
    const order = await anOrder();
    await refund(order, 5);
    expect((await statusesOf(shop, order.id))[1]).toBe("Refunded");
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { is_refunded: false } });
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "New", reason: "Paid again" } });
    await shop.v1(`/orderItems/${order.item}/status`, { body: { status: "New" }, headers: idempotencyKey() });
    expect(quantities(await createFulfillment(shop, order.id))).toEqual([5]);
  });

  it("is what a reprint makes again", async () => {
    const order = await anOrder();
    await refund(order, 2);
    expect(quantities(await shop.v2(`/orders/${order.id}/reprint`, { body: {} }))).toEqual([3]);
  });
});
