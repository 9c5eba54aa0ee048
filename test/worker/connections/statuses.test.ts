import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, type Shop } from "../../kit/client";
import {
  bigcommerceEvent,
  connect,
  deliverBigcommerce,
  deliverShopify,
  deliverWoo,
  inboxOf,
  orderOf,
  processInbox,
  shopifyFulfillment,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "./fixtures";
import { StandInBigcommerce } from "./stand-in-bigcommerce";
import { shareOf } from "../../kit/share";

/** Each case has its own order, which was stored as New. */
let shop: Shop;
let woo: TestConnection;
let lamps: TestConnection;
let towels: TestConnection;
const standIn = new StandInBigcommerce();
let lastId = 1000;
beforeAll(async () => {
  shop = await createShop();
  woo = await connect(shop);
  const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await standIn.response(new Request(input, init)));
  const access = { platform: "bigcommerce", webhook_secret: "client-secret-of-the-api-account", api: standIn.api };
  const towelStore = (await shop.v2("/stores", { body: { name: "Towels", platform: "bigcommerce" } })).body.id;
  towels = await connect(shop, { store: towelStore, ...access });
  lamps = await connect(shop, { store, platform: "shopify", webhook_secret: "shared-secret-of-the-shop" });
});

afterAll(() => void vi.restoreAllMocks());

type Fields = Record<string, unknown>;
/** How each platform says that everything was refunded, and delivers the order with this id, last changed at this minute. */
const platforms = {
  WooCommerce: {
    refunded: { refunds: [{ id: 1, total: "-29.35" }] },
    deliver: async (id: number, minute: number, fields: Fields | null) => {
      const state = { date_modified_gmt: `2026-03-22T20:0${minute}:00`, ...fields };
      await deliverWoo(woo, fields === null ? { id } : wooOrder({ id, ...state }));
      await processInbox(shop, woo);
    },
  },
  BigCommerce: {
    refunded: { refunded_amount: "47.3000" },
    deliver: async (id: number, minute: number, fields: Fields | null) => {
      if (fields === null) standIn.orders.delete(id);
      // Without a discount, no coupons of the order are read.
      else standIn.put(id, minute * 60, { coupon_discount: "0", ...fields });
      standIn.refresh();
      await deliverBigcommerce(towels, bigcommerceEvent(id, { hash: `${id}/${minute}` }));
      await processInbox(shop, towels);
    },
  },
  Shopify: {
    refunded: { refunds: [{ transactions: [{ kind: "refund", status: "success", amount: "603.94" }] }] },
    deliver: async (id: number, minute: number, fields: Fields | null) => {
      await deliverShopify(lamps, fields === null ? { id } : shopifyOrder({ id, updated_at: `2026-01-12T10:0${minute}:00Z`, ...fields }));
      await processInbox(shop, lamps);
    },
  },
} as const;
type Platform = keyof typeof platforms;

const STORED = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] as const;

/** The statuses that run in `npm test`: before and after it was shipped, and at the end. */
const isExample = (status: string): boolean => ["New", "Shipped", "Cancelled"].includes(status);

/** Stores an order and gives it a status here. */
async function storeOrder(platform: Platform, status: string): Promise<number> {
  lastId += 1;
  await platforms[platform].deliver(lastId, 1, {});
  const { id } = await orderOf(shop, String(lastId));
  if (status !== "New") {
    const set = await shop.v2(`/orders/${id}/status`, { body: { status }, headers: idempotencyKey() });
    expect(set.status, set.text).toBe(200);
  }
  return lastId;
}

/** The states of an order in the shop, and their meaning here. Null is a deletion. */
const STATES: readonly (readonly [Platform, name: string, fields: Fields | null, "cancels" | "changes nothing"])[] = [
  ["WooCommerce", "pending", { status: "pending" }, "changes nothing"],
  ["WooCommerce", "failed", { status: "failed" }, "changes nothing"],
  ["WooCommerce", "on-hold", { status: "on-hold" }, "changes nothing"],
  ["WooCommerce", "a status of a plugin", { status: "wc-packed" }, "changes nothing"],
  ["WooCommerce", "completed", { status: "completed" }, "changes nothing"],
  ["WooCommerce", "cancelled", { status: "cancelled" }, "cancels"],
  ["WooCommerce", "refunded", { status: "refunded" }, "cancels"],
  ["WooCommerce", "in the trash", { status: "trash" }, "cancels"],
  ["WooCommerce", "deleted", null, "cancels"],
  ["Shopify", "payment pending", { financial_status: "pending" }, "changes nothing"],
  ["Shopify", "partially refunded", { financial_status: "partially_refunded" }, "changes nothing"],
  ["Shopify", "refunded after it was fulfilled", { financial_status: "refunded", fulfillment_status: "fulfilled" }, "changes nothing"],
  ["Shopify", "refunded", { financial_status: "refunded" }, "cancels"],
  ["Shopify", "cancelled", { cancelled_at: "2026-01-12T00:00:00Z", financial_status: "voided" }, "cancels"],
  ["Shopify", "deleted", null, "cancels"],
  ["BigCommerce", "Awaiting Payment", { status_id: 7, status: "Awaiting Payment" }, "changes nothing"],
  ["BigCommerce", "Awaiting Shipment", { status_id: 9, status: "Awaiting Shipment" }, "changes nothing"],
  ["BigCommerce", "Shipped", { status_id: 2, status: "Shipped" }, "changes nothing"],
  ["BigCommerce", "Completed", { status_id: 10, status: "Completed" }, "changes nothing"],
  ["BigCommerce", "Disputed", { status_id: 13, status: "Disputed" }, "changes nothing"],
  ["BigCommerce", "Cancelled", { status_id: 5, status: "Cancelled" }, "cancels"],
  ["BigCommerce", "Declined", { status_id: 6, status: "Declined" }, "cancels"],
  ["BigCommerce", "Refunded", { status_id: 4, status: "Refunded" }, "cancels"],
  ["BigCommerce", "deleted", null, "cancels"],
];

describe.each(shareOf(STATES))("an order that becomes in %s %s", (platform, _name, fields, effect) => {
  const TITLE =
    "and is %s here, is cancelled if the shop has cancelled it and nothing was shipped, otherwise keeps its status, and needs an audit if it is refunded";
  it.each(STORED.filter(isExample))(TITLE, expectEffect);
  it.each(STORED.filter((status) => !isExample(status)))(TITLE, { tags: "long" }, expectEffect);

  async function expectEffect(status: string): Promise<void> {
    const id = await storeOrder(platform, status);
    await platforms[platform].deliver(
      id,
      2,
      fields === null ? null : { ...fields, ...(effect === "cancels" && platforms[platform].refunded) },
    );
    const hasLeft = status === "Shipped" || status === "Complete";
    const isCancellation = effect === "cancels" && fields !== null;
    const order = await orderOf(shop, String(id));
    expect(order).toMatchObject({
      status: effect === "cancels" && !hasLeft ? "Cancelled" : status,
      // A deletion has no refund, so no audit is needed.
      requires_audit: isCancellation && hasLeft ? true : null,
      is_refunded: isCancellation ? true : null,
    });
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    const reasons = data.map(({ reason }: { reason: string | null }) => reason).filter((reason: string | null) => reason === "platform");
    expect(reasons).toHaveLength(effect === "cancels" && !hasLeft && status !== "Cancelled" ? 1 : 0);
  }
});

describe("a fulfillment of Shopify", () => {
  const LINES = [
    { id: 466_157_049, quantity: 1 },
    { id: 518_995_019, quantity: 2 },
  ];

  it.each([
    ["handed over", {}, "in_transit", "Shipped"],
    ["label_printed", { shipment_status: "label_printed" }, "label_created", "New"],
    ["label_purchased", { shipment_status: "label_purchased" }, "label_created", "New"],
    ["confirmed", { shipment_status: "confirmed" }, "label_created", "New"],
    ["in_transit", { shipment_status: "in_transit" }, "in_transit", "Shipped"],
    ["out_for_delivery", { shipment_status: "out_for_delivery" }, "out_for_delivery", "Shipped"],
    ["ready_for_pickup", { shipment_status: "ready_for_pickup" }, "available_for_pickup", "Shipped"],
    ["attempted_delivery", { shipment_status: "attempted_delivery" }, "delivery_attempted", "Shipped"],
    ["delivered", { shipment_status: "delivered" }, "delivered", "Complete"],
    ["failure", { shipment_status: "failure" }, "exception", "Shipped"],
    ["of an unknown status", { shipment_status: "teleported" }, "in_transit", "Shipped"],
  ])("that is %s (%j) is %s here, and its order is %s", async (_name, fields, expected, orderStatus) => {
    const id = await storeOrder("Shopify", "New");
    await platforms.Shopify.deliver(id, 2, { fulfillments: [shopifyFulfillment({ line_items: LINES, ...fields })] });
    const order = await orderOf(shop, String(id));
    const { data } = (await shop.v2(`/orders/${order.id}/fulfillments`)).body;
    expect([order.status, data]).toMatchObject([
      orderStatus,
      [{ status: expected, tracking_number: "1Z1234512345123456", carrier: "USPS", items: [{ quantity: 1 }, { quantity: 2 }] }],
    ]);
  });

  it.each(["pending", "open", "error", "failure", "cancelled"])("is not created if its status is %s", async (status) => {
    const id = await storeOrder("Shopify", "New");
    await platforms.Shopify.deliver(id, 2, { fulfillments: [shopifyFulfillment({ line_items: LINES, status })] });
    const order = await orderOf(shop, String(id));
    expect({ status: order.status, data: (await shop.v2(`/orders/${order.id}/fulfillments`)).body.data }).toEqual({
      status: "New",
      data: [],
    });
  });

  it.each([
    ["items that are not in the order", [{ id: 1, quantity: 1 }], "fulfillment without known items"],
    ["more than was ordered", [{ id: 518_995_019, quantity: 3 }], "fulfillment not applied: quantity_exceeded"],
  ])("with %s is not created, and the message has the reason", async (_name, line_items, reason) => {
    const id = await storeOrder("Shopify", "New");
    await platforms.Shopify.deliver(id, 2, { fulfillments: [shopifyFulfillment({ line_items })] });
    expect((await inboxOf(lamps)).at(-1)).toMatchObject({ status: "processed", reason });
    const order = await orderOf(shop, String(id));
    expect((await shop.v2(`/orders/${order.id}/fulfillments`)).body.data).toEqual([]);
  });
});
