import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop } from "../../kit/client";
import {
  connect,
  deliverShopify,
  deliverWoo,
  orderOf,
  processInbox,
  shopifyFulfillment,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "./fixtures";

/** Orders that their shop cancels and opens again (docs/spec/connections.md#statuses). */

let shop: Shop;
let woo: TestConnection;
let lamps: TestConnection;
let lastId = 1000;
beforeAll(async () => {
  shop = await createShop();
  woo = await connect(shop);
  const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
  lamps = await connect(shop, { store, platform: "shopify", webhook_secret: "shared-secret-of-the-shop" });
});

type Fields = Record<string, unknown>;
/** For each platform: delivers the order with this id, last changed at this minute. Null instead of fields: its deletion. */
const deliverFrom = {
  WooCommerce: async (id: number, minute: number, fields: Fields | null) => {
    const state = { date_modified_gmt: `2026-03-22T20:0${minute}:00`, ...fields };
    await deliverWoo(woo, fields === null ? { id } : wooOrder({ id, ...state }));
    await processInbox(shop, woo);
  },
  Shopify: async (id: number, minute: number, fields: Fields | null) => {
    await deliverShopify(lamps, fields === null ? { id } : shopifyOrder({ id, updated_at: `2026-01-12T10:0${minute}:00Z`, ...fields }));
    await processInbox(shop, lamps);
  },
} as const;
type Platform = keyof typeof deliverFrom;

/** Stores an order and gives it a status here. */
async function storeOrder(platform: Platform, status: string): Promise<number> {
  lastId += 1;
  await deliverFrom[platform](lastId, 1, {});
  const { id } = await orderOf(shop, String(lastId));
  if (status !== "New") await shop.v2(`/orders/${id}/status`, { body: { status }, headers: idempotencyKey() });
  return lastId;
}

it("an order that the shop cancels and whose unshipped items it removes becomes Shipped, with an audit", async () => {
  const id = await storeOrder("WooCommerce", "New");
  const { items } = await orderOf(shop, String(id));
  await shop.v2(`/order-items/${items[0].id}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
  const [mug] = wooOrder()["line_items"] as Fields[];
  await deliverFrom.WooCommerce(id, 2, { status: "cancelled", line_items: [mug] });
  expect(await orderOf(shop, String(id))).toMatchObject({ status: "Shipped", requires_audit: true });
  expect((await orderOf(shop, String(id))).audit_reasons).toContain("shop_cancelled");
});

describe("an order that the shop reopens", () => {
  const cases = [
    ["WooCommerce", "restored", null, {}],
    ["WooCommerce", "paid late", { status: "cancelled" }, { status: "processing" }],
    ["Shopify", "restored", { cancelled_at: "2026-01-12T00:00:00Z" }, {}],
  ] as const;

  it.each(cases)("in %s (%s) becomes New if only the shop had cancelled it", async (platform, _name, cancelled, reopened) => {
    const id = await storeOrder(platform, "New");
    await deliverFrom[platform](id, 2, cancelled);
    expect((await orderOf(shop, String(id))).status).toBe("Cancelled");
    await deliverFrom[platform](id, 3, reopened);
    expect(await orderOf(shop, String(id))).toMatchObject({ status: "New", requires_audit: null });
  });

  it.each(cases)("in %s (%s) stays Cancelled with an audit if it was in production", async (platform, _name, cancelled, reopened) => {
    const id = await storeOrder(platform, "In Production");
    await deliverFrom[platform](id, 2, cancelled);
    await deliverFrom[platform](id, 3, reopened);
    expect(await orderOf(shop, String(id))).toMatchObject({ status: "Cancelled", requires_audit: true, audit_reasons: ["shop_reopened"] });
  });

  it.each(cases)("in %s (%s) stays Cancelled if a person here cancelled it", async (platform, _name, cancelled, reopened) => {
    const id = await storeOrder(platform, "Cancelled");
    await deliverFrom[platform](id, 2, cancelled);
    await deliverFrom[platform](id, 3, reopened);
    expect(await orderOf(shop, String(id))).toMatchObject({ status: "Cancelled", requires_audit: null });
  });

  it("becomes Shipped if everything was shipped meanwhile", async () => {
    const id = await storeOrder("Shopify", "New");
    const cancelled = { cancelled_at: "2026-01-12T00:00:00Z" };
    const fulfillments = [
      shopifyFulfillment({
        line_items: [
          { id: 466_157_049, quantity: 1 },
          { id: 518_995_019, quantity: 2 },
        ],
      }),
    ];
    const statuses = [];
    for (const [at, fields] of [cancelled, { ...cancelled, fulfillments }, { fulfillments }].entries()) {
      await deliverFrom.Shopify(id, at + 2, fields);
      statuses.push((await orderOf(shop, String(id))).status);
    }
    expect(statuses).toEqual(["Cancelled", "Cancelled", "Shipped"]);
    const { id: orderId } = await orderOf(shop, String(id));
    const { data } = (await shop.v2(`/orders/${orderId}/history`)).body;
    const changes = data.filter(({ change }: { change: string }) => change === "status" || change === "roll_up");
    expect(changes.map(({ from, to }: Record<string, string>) => [from, to])).toEqual([
      ["New", "Cancelled"],
      ["Cancelled", "New"],
      ["New", "Shipped"],
    ]);
  });

  it("stays Cancelled without a live item", async () => {
    const id = await storeOrder("WooCommerce", "New");
    await deliverFrom.WooCommerce(id, 2, { status: "cancelled" });
    const order = await orderOf(shop, String(id));
    const ids = order.items.map((item: { id: string }) => item.id);
    await shop.v2("/order-items/bulk-actions", { body: { ids, set_status: { status: "Refunded" } }, headers: idempotencyKey() });
    await deliverFrom.WooCommerce(id, 3, { status: "processing" });
    expect(await orderOf(shop, String(id))).toMatchObject({ status: "Cancelled", source_status: "processing" });
  });

  it("and that was first delivered as Cancelled becomes New if the connection created it", async () => {
    lastId += 1;
    await deliverFrom.Shopify(lastId, 1, { cancelled_at: "2026-01-12T00:00:00Z" });
    expect((await orderOf(shop, String(lastId))).status).toBe("Cancelled");
    await deliverFrom.Shopify(lastId, 2, {});
    expect((await orderOf(shop, String(lastId))).status).toBe("New");
  });
});

describe("an order to which the shop adds after it was shipped", () => {
  const [mug] = wooOrder()["line_items"] as [Fields];
  /** Ships a new order, and delivers it with these fields. Returns what is stored then. */
  const shipThenDeliver = async (fields: { line_items: Fields[] }) => {
    const id = await storeOrder("WooCommerce", "New");
    const order = await orderOf(shop, String(id));
    expect((await shop.v2(`/orders/${order.id}/fulfillments`, { body: { status: "in_transit" } })).status).toBe(201);
    await deliverFrom.WooCommerce(id, 3, fields);
    const { status, audit_reasons, fulfillment_state, items } = await orderOf(shop, String(id));
    return { status, audit_reasons, fulfillment_state, items: items.map((item: { status: string }) => item.status) };
  };
  const others = (wooOrder()["line_items"] as Fields[]).slice(1);

  it("needs an audit, and has units to be made: of an item", async () => {
    const { items, ...order } = await shipThenDeliver({ line_items: [{ ...mug, quantity: Number(mug["quantity"]) + 1 }, ...others] });
    expect(order).toEqual({ status: "Shipped", audit_reasons: expect.arrayContaining(["shop_added"]), fulfillment_state: "partial" });
    expect(items).toEqual(["New", ...others.map(() => "Shipped")]);
  });

  it("needs an audit, and has units to be made: of a new item", async () => {
    const { items, ...order } = await shipThenDeliver({ line_items: [mug, ...others, { ...mug, id: 99_999 }] });
    expect(order).toEqual({ status: "Shipped", audit_reasons: expect.arrayContaining(["shop_added"]), fulfillment_state: "partial" });
    expect(items).toEqual(["Shipped", ...others.map(() => "Shipped"), "New"]);
  });

  it("needs none if the shop adds nothing", async () => {
    expect((await shipThenDeliver({ line_items: [mug, ...others] })).audit_reasons).toBeNull();
  });
});
