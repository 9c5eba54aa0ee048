import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, type Shop, ingestOrder } from "../../../kit/client";
import { createMember, type Visitor } from "../../console/kit";
import { MUGS_AND_TEE, createFulfillment, updateFulfillment } from "./kit";

/** How much of an order was shipped (docs/spec/orders.md#fulfillment-state). */

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer", { money: true });
});

const stateOf = async (id: number): Promise<string> => (await shop.v2(`/orders/${id}`)).body.fulfillment_state;
const setItem = (item: { id: string }, status: string): Promise<ApiResponse> =>
  shop.v1(`/orderItems/${item.id}/status`, { body: { status }, headers: idempotencyKey() });

describe("the fulfillment state", () => {
  it("follows the fulfillments", async () => {
    const { id, items } = await ingestOrder(shop, MUGS_AND_TEE);
    const [mug, tee] = items;
    const part = (quantity: number) => ({ status: "in_transit", items: [{ order_item_id: mug.id, quantity }] });
    expect(await stateOf(id)).toBe("none");
    const { body: packed } = await createFulfillment(shop, id, { items: [{ order_item_id: mug.id, quantity: 1 }] });
    expect(await stateOf(id)).toBe("none");
    await updateFulfillment(shop, packed.id, { status: "in_transit" });
    expect(await stateOf(id)).toBe("partial");
    await updateFulfillment(shop, packed.id, { status: "lost" });
    expect(await stateOf(id)).toBe("none");
    await createFulfillment(shop, id, part(3));
    expect(await stateOf(id)).toBe("partial");
    // A cancelled item need not be shipped.
    await setItem(tee, "Cancelled");
    expect(await stateOf(id)).toBe("all");
    await setItem(tee, "New");
    expect(await stateOf(id)).toBe("partial");
    await setItem(mug, "Refunded");
    expect(await stateOf(id)).toBe("partial");
    await createFulfillment(shop, id, { status: "in_transit" });
    expect(await stateOf(id)).toBe("all");
  });

  it("follows the statuses and the quantities of items, and their source", async () => {
    const { id, external_id, items } = await ingestOrder(shop, { ...MUGS_AND_TEE, external_id: "state-1" });
    const [mug, tee] = items;
    await setItem(tee, "Shipped");
    expect(await stateOf(id)).toBe("partial");
    await setItem(mug, "Delivered");
    expect(await stateOf(id)).toBe("all");
    // All units of a Delivered item count as shipped.
    await shop.v2(`/order-items/${mug.id}`, { method: "PATCH", body: { quantity: 9 } });
    expect(await stateOf(id)).toBe("all");
    const more = [...MUGS_AND_TEE.items, { name: "Cap", price: 1 }];
    const sent = { store: "gift", external_id, on_conflict: "update", items: more };
    expect((await shop.v2("/orders", { body: sent })).status).toBe(200);
    expect(await stateOf(id)).toBe("partial");

    const other = await ingestOrder(shop, { items: [{ name: "Mug", quantity: 3, price: 10 }] });
    const two = [{ order_item_id: other.items[0].id, quantity: 2 }];
    await createFulfillment(shop, other.id, { status: "in_transit", items: two });
    expect(await stateOf(other.id)).toBe("partial");
    await shop.v2(`/order-items/${other.items[0].id}`, { method: "PATCH", body: { quantity: 2 } });
    expect(await stateOf(other.id)).toBe("all");
  });

  it("is set by a bulk action and for a new order, too", async () => {
    const orders = [await ingestOrder(shop, MUGS_AND_TEE), await ingestOrder(shop, MUGS_AND_TEE)];
    await shop.v2("/orders/bulk-actions", { body: { ids: orders.map(({ id }) => id), ship: {} } });
    for (const { id } of orders) expect(await stateOf(id)).toBe("all");
    const made = await ingestOrder(shop, {
      items: [
        { name: "Mug", price: 1, status: "Shipped" },
        { name: "Tee", price: 1 },
      ],
    });
    expect(made.fulfillment_state).toBe("partial");
  });

  it("can be filtered by, and is shown for open orders on their page, in lists, among reprints and by the profit", async () => {
    const own = await createShop();
    const reader = await createMember(own.id, "viewer", { money: true });
    const order = await ingestOrder(own, { ...MUGS_AND_TEE, number: "HALF-1" });
    const whole = await ingestOrder(own, { ...MUGS_AND_TEE, number: "WHOLE-1" });
    const { body: reprint } = await own.v2(`/orders/${whole.id}/reprint`, { body: {} });
    await createFulfillment(own, order.id, { status: "in_transit", items: [{ order_item_id: order.items[1].id }] });
    await createFulfillment(own, reprint.id, { status: "in_transit", items: [{ order_item_id: reprint.items[1].id }] });
    expect((await own.v2("/orders?partly_shipped=true&sort=id:asc")).body.data.map(({ id }: { id: number }) => id)).toEqual([
      order.id,
      reprint.id,
    ]);
    // With false, the filter is not applied.
    expect((await own.v2("/orders?partly_shipped=false")).body.data).toHaveLength(3);
    const badges = async (path: string) =>
      [...(await reader.open(path)).text.matchAll(/<span class="badge[^"]*">(?:<[^>]*>)*Partly shipped</g)].length;
    const pages = {
      order: `/orders/${order.id}`,
      list: "/orders",
      search: "/search?q=mug",
      "the original of a reprint": `/orders/${whole.id}`,
      "orders by profit": "/analytics/orders?period=last_30_days&currency=USD&profit=unknown",
    };
    // One after another: the first page loads the modules of the console, which requests at the same time can't share in tests.
    const counts: Record<string, number> = {};
    for (const [name, path] of Object.entries(pages)) counts[name] = await badges(path);
    expect(counts).toEqual({
      order: 1,
      list: 2,
      search: 2,
      "the original of a reprint": 1,
      "orders by profit": 2,
    });
    // A person has said that it is complete.
    await own.v2(`/orders/${order.id}/status`, { body: { status: "Complete" } });
    expect(await badges(`/orders/${order.id}`)).toBe(0);
  });

  it("is in no response of Public V1, and not on the page of an order of which nothing was shipped", async () => {
    const { id } = await ingestOrder(shop, MUGS_AND_TEE);
    // An item's requires_shipping says whether it counts for the state.
    for (const path of [`/orders/${id}`, "/orders", "/orderItems"])
      expect((await shop.v1(path)).text).not.toMatch(/fulfillment_?state|requires_?shipping/i);
    expect((await viewer.open(`/orders/${id}`)).text).not.toContain("Partly shipped");
  });
});
