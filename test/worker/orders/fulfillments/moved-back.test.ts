import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, type Shop, ingestOrder } from "../../../kit/client";
import { createMember, type Visitor } from "../../console/kit";
import { eventsOf, MUGS_AND_TEE, createFulfillment, updateFulfillment, statusesOf } from "./kit";

/**
 * An order with a backward status change keeps its items, fulfillments and status (docs/spec/orders.md#status-changes).
 */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const moveBack = async (id: number, status: string): Promise<void> => {
  const { status: code, text } = await shop.v2(`/orders/${id}/status`, { body: { status, reason: "a person says so" } });
  expect(code, text).toBe(200);
};

const setItem = (itemId: string, status: string): Promise<ApiResponse> =>
  shop.v2(`/order-items/${itemId}/status`, { body: { status }, headers: idempotencyKey() });

/** The remaining quantities that the console shows: those of the fulfillment form, and the units of the pick list. */
async function leftOf(id: number): Promise<{ quantities: string[]; picked: string | undefined; offersShip: boolean }> {
  const { text } = await member.open(`/orders/${id}`);
  const list = (await member.open(`/orders/print?document=pick&ids=${id}`)).text;
  return {
    quantities: [...text.matchAll(/name="take_\d+"[^>]* value="(\d+)"/g)].map(([, quantity = ""]) => quantity),
    picked: /(\d+) units? for/.exec(list)?.[1],
    offersShip: text.includes("</svg>Ship</a>"),
  };
}

const NOTHING = { quantities: [], picked: undefined, offersShip: false };

describe("an order whose status a person has moved back", () => {
  it("keeps its status when a fulfillment ships part of an item, and advances when one ships all of it", async () => {
    const order = await ingestOrder(shop, { ...MUGS_AND_TEE, status: "In Production" });
    const [mug, tee] = order.items;
    await setItem(tee.id, "Shipped");
    await setItem(mug.id, "Shipped");
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "Shipped"]);
    await moveBack(order.id, "In Production");
    const before = (await eventsOf(order.id)).length;
    await createFulfillment(shop, order.id, { status: "in_transit", items: [{ order_item_id: mug.id, quantity: 1 }] });
    await createFulfillment(shop, order.id, { status: "in_transit", items: [{ order_item_id: mug.id, quantity: 1 }] });
    expect(await statusesOf(shop, order.id)).toEqual(["In Production", "Shipped", "Shipped"]);
    const changed = (await eventsOf(order.id)).slice(before).filter(({ event }) => event === "order.updated");
    expect(changed.map(({ changed_fields }) => changed_fields)).toEqual([["fulfillments"], ["fulfillments"]]);

    // An item that is already Shipped would not change, and the order would keep its status.
    await setItem(mug.id, "In Production");
    await createFulfillment(shop, order.id, { status: "in_transit", items: [{ order_item_id: mug.id, quantity: 1 }] });
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "Shipped"]);
  });

  it("keeps its status when a part is delivered after it was Complete", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug, tee] = order.items;
    for (const { id } of order.items) await setItem(id, "Delivered");
    await moveBack(order.id, "Shipped");
    const parts = [{ order_item_id: mug.id, quantity: 2 }];
    const { body } = await createFulfillment(shop, order.id, { items: parts });
    expect((await updateFulfillment(shop, body.id, { status: "delivered" })).status).toBe(200);
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Delivered", "Delivered"]);
    expect((await setItem(tee.id, "Delivered")).status).toBe(200);
    expect((await statusesOf(shop, order.id))[0]).toBe("Shipped");
  });

  it("also keeps the status of an item that a person has moved back, if a later report adds nothing new about it", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
    await setItem(order.items[1].id, "In Production");
    await updateFulfillment(shop, body.id, { status: "out_for_delivery" });
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "In Production"]);
    await updateFulfillment(shop, body.id, { status: "delivered" });
    expect(await statusesOf(shop, order.id)).toEqual(["Complete", "Delivered", "Delivered"]);
  });

  it("has nothing left to ship or to pick", async () => {
    // A worksheet has no order without an external_id.
    const order = await ingestOrder(shop, { ...MUGS_AND_TEE, status: "In Production", external_id: "moved-back" });
    expect(await leftOf(order.id)).toEqual({ quantities: ["3", "1"], picked: "4", offersShip: true });
    await createFulfillment(shop, order.id, { status: "in_transit" });
    expect(await leftOf(order.id)).toEqual(NOTHING);
    await moveBack(order.id, "In Production");
    expect(await leftOf(order.id)).toEqual(NOTHING);
    expect((await createFulfillment(shop, order.id)).body.error.details[0].code).toBe("nothing_left");
    const day = new Date().toISOString().slice(0, 10);
    const { text } = await shop.v2(`/stores/${shop.store.id}/tracking-worksheet?format=ebay&from=${day}&to=${day}`);
    // Both items are in the worksheet, because they were shipped.
    expect(text.match(/moved-back/g)).toHaveLength(2);
  });

  it("has its items left to ship again when their fulfillment is lost and their statuses are set back", async () => {
    const order = await ingestOrder(shop, { ...MUGS_AND_TEE, status: "In Production" });
    const { body } = await createFulfillment(shop, order.id, { status: "in_transit" });
    await moveBack(order.id, "In Production");
    await updateFulfillment(shop, body.id, { status: "lost" });
    for (const { id } of order.items) await setItem(id, "In Production");
    expect(await leftOf(order.id)).toEqual({ quantities: ["3", "1"], picked: "4", offersShip: true });
    await createFulfillment(shop, order.id, { status: "in_transit" });
    expect(await statusesOf(shop, order.id)).toEqual(["Shipped", "Shipped", "Shipped"]);
  });

  it("has, before it is moved back, a notice about its shipped items on the form for that", async () => {
    const sentence = "Items and fulfillments stay as they are. The status follows the items again when the status of an item changes.";
    const [shipped, fresh] = [await ingestOrder(shop, { status: "Shipped" }), await ingestOrder(shop)];
    expect((await member.open(`/orders/${shipped.id}`)).text).toContain(sentence);
    expect((await member.open(`/orders/${fresh.id}`)).text).not.toContain(sentence);
  });
});

describe("a pick list", () => {
  it("leaves out items of a shipped fulfillment, and keeps items of one that has only a label", async () => {
    const order = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug, tee] = order.items;
    await createFulfillment(shop, order.id, { items: [{ order_item_id: mug.id, quantity: 1 }] });
    expect((await leftOf(order.id)).picked).toBe("4");
    await createFulfillment(shop, order.id, { status: "in_transit", items: [{ order_item_id: mug.id, quantity: 1 }] });
    expect((await leftOf(order.id)).picked).toBe("3");
    await setItem(tee.id, "Shipped");
    expect((await leftOf(order.id)).picked).toBe("2");
  });
});
