import { beforeEach, describe, expect, it } from "vitest";
import { aShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import {
  connect,
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

let shop: Shop;
let connection: TestConnection;
beforeEach(async () => {
  shop = await aShop();
  connection = await connect(shop);
});

/** The `n`th state of the order: each is a minute later. */
const at = (minute: number, fields: Record<string, unknown> = {}) =>
  wooOrder({ date_modified_gmt: `2026-03-22T20:${String(minute).padStart(2, "0")}:00`, ...fields });

/** A state that the shop changed some minutes after now, by its clock. */
const ahead = (minutes: number, fields: Record<string, unknown>) =>
  wooOrder({ date_modified_gmt: new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19), ...fields });

async function send(...payloads: unknown[]): Promise<void> {
  for (const payload of payloads) await deliverWoo(connection, payload);
  await processInbox(shop, connection);
}

const current = () => orderOf(shop, "727");
const lastMessage = async () => (await inboxOf(connection)).at(-1);

describe("an order that a shop delivers", () => {
  it("is never overwritten by a late delivery of an older state", async () => {
    await send(at(5, { number: "new" }), at(3, { number: "old" }));
    expect(await current()).toMatchObject({ number: "new", version: 1 });
    expect(await lastMessage()).toMatchObject({ status: "processed", reason: "A newer state of the order is stored." });
    await send(at(6, { number: "newer" }));
    expect(await current()).toMatchObject({ number: "newer", version: 2 });
  });

  it("is not overwritten by an older state that arrives after the same state was delivered again", async () => {
    await send(at(1, { number: "A" }), at(3, { number: "A" }), at(2, { number: "B" }));
    expect(await current()).toMatchObject({ number: "A", version: 1 });
  });

  it.each(["9999-12-31T23:59:59", "2126-01-01T00:00:00"])(
    "counts a change at %s as one of now: later changes are stored",
    async (future) => {
      await send(wooOrder({ date_modified_gmt: future, number: "future" }));
      await send(ahead(5, { number: "later" }));
      expect(await current()).toMatchObject({ number: "later", version: 2 });
    },
  );

  it("accepts a clock that is up to ten minutes ahead: the order of its changes is kept", async () => {
    await send(ahead(9, { number: "new" }), ahead(5, { number: "old" }));
    expect(await current()).toMatchObject({ number: "new", version: 1 });
  });

  it("is not stopped by a stored time that is in the future", async () => {
    await send(at(1));
    await rows("update orders set source_updated_at = 8e15 where organization_id = ?", shop.id);
    await send(at(2, { number: "later" }));
    expect(await current()).toMatchObject({ number: "later" });
    await send(at(1, { number: "old" }));
    expect(await current()).toMatchObject({ number: "later" });
  });

  it("keeps what the team has changed if the shop touches the order without changing it", async () => {
    await send(at(1));
    const { id } = await current();
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Ada N." } });
    await send(at(2));
    expect(await current()).toMatchObject({ customer_name: "Ada N.", version: 2 });
  });

  it("keeps known values if the shop sends null", async () => {
    await send(at(1));
    await send(at(2, { billing: null, shipping: null, payment_method_title: null }));
    expect(await current()).toMatchObject({
      customer_name: "Ada Nowak",
      customer_email: "ada@example.com",
      ship_company: "Nowak Ltd",
      ship_city: "Leeds",
    });
  });

  it("is created once it is paid", async () => {
    await send(at(1, { status: "pending" }));
    expect([await current(), (await lastMessage())?.["reason"]]).toEqual([null, "The order is not paid yet."]);
    await send(at(2, { status: "processing" }));
    expect(await current()).toMatchObject({ status: "New", source_status: "processing" });
  });

  it("stays in the inbox with the reason if it can't be mapped, and can be retried", async () => {
    await send(at(1, { total: "much" }));
    const message = await lastMessage();
    expect(message).toMatchObject({ status: "failed", reason: "total is not an amount." });
    expect(message?.["body"]).not.toBeNull();
    const path = `/connections/${connection.id}/inbox`;
    const listed = await shop.v2(`${path}?status=failed`);
    expect(listed.body.data).toMatchObject([{ id: message?.["id"], status: "failed", reason: "total is not an amount.", order_id: null }]);
    expect(listed.text).not.toContain("much");
    const retried = await shop.v2(`${path}/${String(message?.["id"])}/retry`, { method: "POST" });
    expect([retried.status, retried.body.status]).toEqual([200, "pending"]);
    await processInbox(shop, connection);
    expect(await lastMessage()).toMatchObject({ status: "failed", reason: "total is not an amount." });
  });

  it("names the field if ingest rejects it, without its value", async () => {
    await send(at(1, { currency: "QQQ" }));
    expect(await lastMessage()).toMatchObject({ status: "failed", reason: "The order was rejected: currency invalid_currency." });
  });

  it("leaves no personal data in the inbox once it is processed", async () => {
    await send(at(1));
    expect(JSON.stringify(await inboxOf(connection))).not.toMatch(/nowak|leeds|ada@/i);
  });
});

describe("a cancellation in the shop", () => {
  it.each(["New", "Pending Cost", "In Production"])("cancels an order that is %s, with the reason platform", async (status) => {
    await send(at(1));
    const { id } = await current();
    if (status !== "New") await shop.v2(`/orders/${id}/status`, { body: { status } });
    await send(at(2, { status: "cancelled" }));
    expect(await current()).toMatchObject({ status: "Cancelled", source_status: "cancelled" });
    const { data } = (await shop.v2(`/orders/${id}/history`)).body;
    expect(data.at(-1)).toMatchObject({ to: "Cancelled", reason: "platform", actor_type: "system" });
  });

  it.each(["Shipped", "Complete"])("of an order that is %s records the refund and asks for an audit once", async (status) => {
    await send(at(1));
    const { id } = await current();
    await shop.v2(`/orders/${id}/status`, { body: { status } });
    await send(at(2, { status: "refunded", refunds: [{ id: 1, total: "-29.35" }] }));
    expect(await current()).toMatchObject({ status, requires_audit: true, is_refunded: true, source_status: "refunded" });
    expect(await rows("select refund_amount from orders where id = ?", id)).toEqual([{ refund_amount: 293_500 }]);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { requires_audit: false } });
    await send(at(3, { status: "refunded", refunds: [{ id: 1, total: "-29.35" }], number: "changed" }));
    expect(await current()).toMatchObject({ status, requires_audit: false, number: "changed" });
  });

  it("of an order that is not known creates it as Cancelled", async () => {
    await send(at(1, { status: "cancelled" }));
    expect(await current()).toMatchObject({ status: "Cancelled" });
  });

  it("is also a deletion of the order, and of an unknown order it is ignored", async () => {
    await send(at(1));
    await deliverWoo(connection, { id: 727 }, { topic: "order.deleted" });
    await deliverWoo(connection, { id: 728 }, { topic: "order.deleted" });
    await processInbox(shop, connection);
    expect(await current()).toMatchObject({ status: "Cancelled" });
    expect((await inboxOf(connection)).slice(-2).map(({ status }) => status)).toEqual(["processed", "ignored"]);
  });
});

describe("any other update in the shop", () => {
  it.each([
    ["completed", "New"],
    ["on-hold", "In Production"],
    ["processing", "Shipped"],
  ])("to %s does not change the status %s", async (sourceStatus, status) => {
    await send(at(1));
    const { id } = await current();
    if (status !== "New") await shop.v2(`/orders/${id}/status`, { body: { status } });
    await send(at(2, { status: sourceStatus, number: "x" }));
    expect(await current()).toMatchObject({ status, source_status: sourceStatus, number: "x" });
  });
});

describe("a fulfillment that was made in the shop", () => {
  const SECRET = "shared-secret-of-the-shop";
  let shopify: TestConnection;
  beforeEach(async () => {
    const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body;
    shopify = await connect(shop, { store: store.id, platform: "shopify", webhook_secret: SECRET });
  });

  const minute = (n: number, fields: Record<string, unknown>) => shopifyOrder({ updated_at: `2026-01-12T10:0${n}:00Z`, ...fields });
  async function sendShopify(...payloads: unknown[]): Promise<void> {
    for (const payload of payloads) await deliverShopify(shopify, payload);
    await processInbox(shop, shopify);
  }
  const fulfillments = async () => {
    const { id } = await orderOf(shop, "450789469");
    return (await shop.v2(`/orders/${id}/fulfillments`)).body.data;
  };
  const rest = { line_items: [{ id: 518995019, quantity: 2 }], id: 255858047, tracking_number: "T2" };

  it("becomes a fulfillment here, and the order follows", async () => {
    await sendShopify(minute(1, { fulfillments: [shopifyFulfillment()] }));
    expect(await fulfillments()).toMatchObject([
      { status: "in_transit", tracking_number: "1Z1234512345123456", carrier: "USPS", items: [{ quantity: 1 }] },
    ]);
    expect(await orderOf(shop, "450789469")).toMatchObject({ status: "New" });
    await sendShopify(minute(2, { fulfillments: [shopifyFulfillment(), shopifyFulfillment(rest)] }));
    expect(await fulfillments()).toHaveLength(2);
    expect(await orderOf(shop, "450789469")).toMatchObject({ status: "Shipped" });
  });

  it("is not made again by a repeated or later payload, and its tracking is updated", async () => {
    await sendShopify(minute(1, { fulfillments: [shopifyFulfillment()] }), minute(2, { fulfillments: [shopifyFulfillment()], tags: "a" }));
    await sendShopify(minute(3, { fulfillments: [shopifyFulfillment({ tracking_number: "T9", shipment_status: "delivered" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "delivered", tracking_number: "T9" }]);
    await sendShopify(minute(4, { fulfillments: [shopifyFulfillment({ tracking_number: "T9", shipment_status: "in_transit" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "delivered" }]);
  });

  it("that is cancelled there is cancelled here", async () => {
    await sendShopify(minute(1, { fulfillments: [shopifyFulfillment()] }));
    await sendShopify(minute(2, { fulfillments: [shopifyFulfillment({ status: "cancelled" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "cancelled" }]);
  });

  it("of items that are in a fulfillment here is not applied, and the message says so", async () => {
    await sendShopify(minute(1, {}));
    const { id } = await orderOf(shop, "450789469");
    await shop.v2(`/orders/${id}/fulfillments`, { body: { tracking_number: "OURS" }, headers: idempotencyKey() });
    await sendShopify(minute(2, { fulfillments: [shopifyFulfillment()] }));
    expect(await fulfillments()).toMatchObject([{ tracking_number: "OURS" }]);
    expect((await inboxOf(shopify)).at(-1)).toMatchObject({ status: "processed", reason: "fulfillment not applied: quantity_exceeded" });
  });
});
