import { beforeEach, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { connect, deliverWoo, inboxOf, orderOf, processInbox, type TestConnection, wooOrder } from "./fixtures";

let shop: Shop;
let connection: TestConnection;
beforeEach(async () => {
  shop = await createShop();
  connection = await connect(shop);
});

/** A state of the order, last changed at this minute. */
const at = (minute: number, fields: Record<string, unknown> = {}) =>
  wooOrder({ date_modified_gmt: `2026-03-22T20:${String(minute).padStart(2, "0")}:00`, ...fields });

/** A state that the shop changed some minutes after now, by its clock. */
const ahead = (minutes: number, fields: Record<string, unknown>) =>
  wooOrder({ date_modified_gmt: new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19), ...fields });

async function send(...payloads: unknown[]): Promise<void> {
  for (const payload of payloads) await deliverWoo(connection, payload);
  await processInbox(shop, connection);
}

const readOrder = () => orderOf(shop, "727");
const lastMessage = async () => (await inboxOf(connection)).at(-1);

describe("an order from a shop", () => {
  it("is not overwritten by a late delivery of an older state", async () => {
    await send(at(5, { number: "new" }), at(3, { number: "old" }));
    expect(await readOrder()).toMatchObject({ number: "new", version: 1 });
    expect(await lastMessage()).toMatchObject({ status: "processed", reason: "A newer state of the order is stored." });
    await send(at(6, { number: "newer" }));
    expect(await readOrder()).toMatchObject({ number: "newer", version: 2 });
  });

  it("is not overwritten by an older state after the current state was delivered again", async () => {
    await send(at(1, { number: "A" }), at(3, { number: "A" }), at(2, { number: "B" }));
    expect(await readOrder()).toMatchObject({ number: "A", version: 1 });
  });

  it.each(["9999-12-31T23:59:59", "2126-01-01T00:00:00"])(
    "that has changed at %s by the shop's clock counts as changed now, and later changes are stored",
    async (future) => {
      await send(wooOrder({ date_modified_gmt: future, number: "future" }));
      await send(ahead(5, { number: "later" }));
      expect(await readOrder()).toMatchObject({ number: "later", version: 2 });
    },
  );

  it("keeps the order of its changes by a shop's clock that is up to ten minutes fast", async () => {
    await send(ahead(9, { number: "new" }), ahead(5, { number: "old" }));
    expect(await readOrder()).toMatchObject({ number: "new", version: 1 });
  });

  it("is updated although a stored time is in the future", async () => {
    await send(at(1));
    await rows("update orders set source_updated_at = 8e15 where organization_id = ?", shop.id);
    await send(at(2, { number: "later" }));
    expect(await readOrder()).toMatchObject({ number: "later" });
    await send(at(1, { number: "old" }));
    expect(await readOrder()).toMatchObject({ number: "later" });
  });

  it("keeps changes by the team if the shop updates the order without changing it", async () => {
    await send(at(1));
    const { id } = await readOrder();
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Ada N." } });
    await send(at(2));
    expect(await readOrder()).toMatchObject({ customer_name: "Ada N.", version: 2 });
  });

  it("keeps known values if the shop sends null", async () => {
    await send(at(1));
    await send(at(2, { billing: null, shipping: null, payment_method_title: null }));
    expect(await readOrder()).toMatchObject({
      customer_name: "Ada Nowak",
      customer_email: "ada@example.com",
      ship_company: "Nowak Ltd",
      ship_city: "Leeds",
    });
    // No response contains the payment method.
    const stored = await rows("select payment_method from orders where organization_id = ?", shop.id);
    expect(stored).toEqual([{ payment_method: "Direct Bank Transfer" }]);
    expect(await lastMessage()).toMatchObject({ status: "processed", reason: null });
  });

  it("is created once it is paid", async () => {
    await send(at(1, { status: "pending" }));
    expect({ order: await readOrder(), reason: (await lastMessage())?.["reason"] }).toEqual({
      order: null,
      reason: "The order is not paid yet.",
    });
    await send(at(2, { status: "processing" }));
    expect(await readOrder()).toMatchObject({ status: "New", source_status: "processing" });
  });

  it("stays in the inbox with the reason if it can't be mapped, and can be retried", async () => {
    await send(at(1, { line_items: "much" }));
    const message = await lastMessage();
    expect(message).toMatchObject({ status: "failed", reason: "line_items has no item with a quantity." });
    expect(message?.["body"]).not.toBeNull();
    const path = `/connections/${connection.id}/inbox`;
    const listed = await shop.v2(`${path}?status=failed`);
    expect(listed.body.data).toMatchObject([
      { id: message?.["id"], status: "failed", reason: "line_items has no item with a quantity.", order_id: null },
    ]);
    expect(listed.text).not.toContain("much");
    const retried = await shop.v2(`${path}/${String(message?.["id"])}/retry`, { method: "POST" });
    expect({ status: retried.status, bodyStatus: retried.body.status }).toEqual({ status: 200, bodyStatus: "pending" });
    await processInbox(shop, connection);
    expect(await lastMessage()).toMatchObject({ status: "failed", reason: "line_items has no item with a quantity." });
  });

  it("is stored without an unreadable detail, which the message names without its value", async () => {
    await send(at(1, { currency: "QQQ", total: "much", date_modified_gmt: 5 }));
    expect(await lastMessage()).toMatchObject({
      status: "processed",
      reason: "currency is not a currency; total is not an amount; date_modified_gmt is not a time",
    });
    expect(await readOrder()).toMatchObject({
      customer_name: "Ada Nowak",
      currency: "USD",
      requires_audit: true,
      audit_reasons: ["shop_unreadable"],
    });
  });

  it("has no personal data in the inbox after it was processed", async () => {
    await send(at(1));
    expect(JSON.stringify(await inboxOf(connection))).not.toMatch(/nowak|leeds|ada@/i);
  });
});

describe("a cancellation in the shop", () => {
  it.each(["New", "Pending Cost", "In Production"])("cancels an order that is %s, with the reason platform", async (status) => {
    await send(at(1));
    const { id } = await readOrder();
    if (status !== "New") await shop.v2(`/orders/${id}/status`, { body: { status } });
    await send(at(2, { status: "cancelled" }));
    expect(await readOrder()).toMatchObject({ status: "Cancelled", source_status: "cancelled" });
    const { data } = (await shop.v2(`/orders/${id}/history`)).body;
    expect(data.at(-1)).toMatchObject({ to: "Cancelled", reason: "platform", actor_type: "system" });
  });

  it.each(["Shipped", "Complete"])("of an order that is %s records the refund and flags it for audit once", async (status) => {
    await send(at(1));
    const { id } = await readOrder();
    await shop.v2(`/orders/${id}/status`, { body: { status } });
    await send(at(2, { status: "refunded", refunds: [{ id: 1, total: "-29.35" }] }));
    expect(await readOrder()).toMatchObject({ status, requires_audit: true, is_refunded: true, source_status: "refunded" });
    // In units of 0.0001.
    expect(await rows("select refund_amount from orders where id = ?", id)).toEqual([{ refund_amount: 293_500 }]);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { requires_audit: false } });
    await send(at(3, { status: "refunded", refunds: [{ id: 1, total: "-29.35" }], number: "changed" }));
    expect(await readOrder()).toMatchObject({ status, requires_audit: false, number: "changed" });
  });

  it("of an unknown order creates it as Cancelled", async () => {
    // It has no date_paid_gmt. Only an empty one says that it was never paid.
    await send(at(1, { status: "cancelled" }));
    expect(await readOrder()).toMatchObject({ status: "Cancelled" });
  });

  it("includes the deletion of the order, and is ignored for the deletion of an unknown one", async () => {
    await send(at(1));
    await deliverWoo(connection, { id: 727 }, { topic: "order.deleted" });
    await deliverWoo(connection, { id: 728 }, { topic: "order.deleted" });
    await processInbox(shop, connection);
    expect(await readOrder()).toMatchObject({ status: "Cancelled" });
    expect((await inboxOf(connection)).slice(-2).map(({ status }) => status)).toEqual(["processed", "ignored"]);
  });
});

describe("an update in the shop that is no cancellation", () => {
  it.each([
    ["completed", "New"],
    ["on-hold", "In Production"],
    ["processing", "Shipped"],
  ])("to %s does not change the status %s", { tags: "long" }, async (sourceStatus, status) => {
    await send(at(1));
    const { id } = await readOrder();
    if (status !== "New") await shop.v2(`/orders/${id}/status`, { body: { status } });
    await send(at(2, { status: sourceStatus, number: "x" }));
    expect(await readOrder()).toMatchObject({ status, source_status: sourceStatus, number: "x" });
  });
});
