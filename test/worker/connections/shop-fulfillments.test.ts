import { beforeEach, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { connect, deliverShopify, inboxOf, orderOf, processInbox, shopifyFulfillment, shopifyOrder, type TestConnection } from "./fixtures";

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
});

describe("a fulfillment that was created in the shop", () => {
  const SECRET = "shared-secret-of-the-shop";
  let shopify: TestConnection;
  beforeEach(async () => {
    const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body;
    shopify = await connect(shop, { store: store.id, platform: "shopify", webhook_secret: SECRET });
  });

  /** A state of the order, last changed at this minute. */
  const stateAt = (n: number, fields: Record<string, unknown>) => shopifyOrder({ updated_at: `2026-01-12T10:0${n}:00Z`, ...fields });
  async function sendShopify(...payloads: unknown[]): Promise<void> {
    for (const payload of payloads) await deliverShopify(shopify, payload);
    await processInbox(shop, shopify);
  }
  const fulfillments = async () => {
    const { id } = await orderOf(shop, "450789469");
    return (await shop.v2(`/orders/${id}/fulfillments`)).body.data;
  };
  const SECOND = { line_items: [{ id: 518995019, quantity: 2 }], id: 255858047, tracking_number: "T2" };

  it("becomes a fulfillment here, and the order's status follows", async () => {
    await sendShopify(stateAt(1, { fulfillments: [shopifyFulfillment()] }));
    expect(await fulfillments()).toMatchObject([
      { status: "in_transit", tracking_number: "1Z1234512345123456", carrier: "USPS", items: [{ quantity: 1 }] },
    ]);
    expect(await orderOf(shop, "450789469")).toMatchObject({ status: "New" });
    await sendShopify(stateAt(2, { fulfillments: [shopifyFulfillment(), shopifyFulfillment(SECOND)] }));
    expect(await fulfillments()).toHaveLength(2);
    expect(await orderOf(shop, "450789469")).toMatchObject({ status: "Shipped" });
  });

  it("is not created again by a repeated or later payload, its tracking is updated, and it stays delivered", { tags: "long" }, async () => {
    await sendShopify(
      stateAt(1, { fulfillments: [shopifyFulfillment()] }),
      stateAt(1, { fulfillments: [shopifyFulfillment()] }),
      stateAt(2, { fulfillments: [shopifyFulfillment()], tags: "a" }),
    );
    await sendShopify(stateAt(3, { fulfillments: [shopifyFulfillment({ tracking_number: "T9", shipment_status: "delivered" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "delivered", tracking_number: "T9" }]);
    await sendShopify(stateAt(4, { fulfillments: [shopifyFulfillment({ tracking_number: "T9", shipment_status: "in_transit" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "delivered" }]);
  });

  it("that is cancelled there is cancelled here", async () => {
    await sendShopify(stateAt(1, { fulfillments: [shopifyFulfillment()] }));
    await sendShopify(stateAt(2, { fulfillments: [shopifyFulfillment({ status: "cancelled" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "cancelled" }]);
  });

  it("that is cancelled there after it has shipped all of an item leaves its units to ship, and the order needs an audit", async () => {
    await sendShopify(stateAt(1, { fulfillments: [shopifyFulfillment()] }));
    expect(await orderOf(shop, "450789469")).toMatchObject({ audit_reasons: null });
    await sendShopify(stateAt(2, { fulfillments: [shopifyFulfillment({ status: "cancelled" })] }));
    const order = await orderOf(shop, "450789469");
    expect(order).toMatchObject({ audit_reasons: ["shipment_undone"] });
    const rest = await shop.v2(`/orders/${order.id}/fulfillments`, { body: {}, headers: idempotencyKey() });
    expect(rest.body.items).toMatchObject([{ order_item_id: order.items[0].id, quantity: 1 }, { quantity: 2 }]);
  });

  it("that is cancelled there no longer keeps the units that the shop has removed", async () => {
    const part = { id: 255858048, line_items: [{ id: 518995019, quantity: 1 }] };
    await sendShopify(stateAt(1, { fulfillments: [shopifyFulfillment(part)] }));
    const [green, red] = shopifyOrder()["line_items"] as Record<string, unknown>[];
    const line_items = [
      { ...green, current_quantity: 1 },
      { ...red, current_quantity: 0, fulfillable_quantity: 0 },
    ];
    const fields = { line_items, current_total_price: "205.94", current_total_discounts: "10.00", current_total_tax: "11.94" };
    await sendShopify(stateAt(2, { ...fields, fulfillments: [shopifyFulfillment({ ...part, status: "cancelled" })] }));
    expect(await orderOf(shop, "450789469")).toMatchObject({
      subtotal: 199,
      requires_audit: null,
      items: [{ status: "New" }, { status: "Cancelled" }],
    });
  });

  it("of items that are in a fulfillment here is not applied, and the message says so", async () => {
    await sendShopify(stateAt(1, {}));
    const { id } = await orderOf(shop, "450789469");
    await shop.v2(`/orders/${id}/fulfillments`, { body: { tracking_number: "OURS" }, headers: idempotencyKey() });
    await sendShopify(stateAt(2, { fulfillments: [shopifyFulfillment()] }));
    expect(await fulfillments()).toMatchObject([{ tracking_number: "OURS" }]);
    expect((await inboxOf(shopify)).at(-1)).toMatchObject({ status: "processed", reason: "fulfillment not applied: quantity_exceeded" });
  });

  it("has the times of the shop, not those of its arrival", async () => {
    const [created_at, updated_at] = ["2026-01-11T11:00:00-05:00", "2026-01-12T09:30:00-05:00"];
    const later = { ...SECOND, created_at: "2026-01-11T11:00:01-05:00" };
    await sendShopify(stateAt(1, { fulfillments: [shopifyFulfillment({ created_at, shipment_status: "label_printed" })] }));
    expect(await fulfillments()).toMatchObject([{ status: "label_created", shipped_at: null, delivered_at: null }]);
    const moving = shopifyFulfillment({ created_at, updated_at: "2026-01-12T08:00:00-05:00" });
    await sendShopify(stateAt(2, { fulfillments: [moving, shopifyFulfillment(later)] }));
    expect(await fulfillments()).toMatchObject([
      { status: "in_transit", shipped_at: "2026-01-12T13:00:00.000Z", delivered_at: null },
      { status: "in_transit", shipped_at: "2026-01-11T16:00:01.000Z", delivered_at: null },
    ]);
    const delivered = { created_at, updated_at, shipment_status: "delivered" };
    await sendShopify(
      stateAt(3, { fulfillments: [shopifyFulfillment(delivered), shopifyFulfillment({ ...delivered, ...later })], tags: "a" }),
    );
    expect(await fulfillments()).toMatchObject([
      { status: "delivered", shipped_at: "2026-01-12T13:00:00.000Z", delivered_at: "2026-01-12T14:30:00.000Z" },
      { status: "delivered", shipped_at: "2026-01-11T16:00:01.000Z", delivered_at: "2026-01-12T14:30:00.000Z" },
    ]);
  });

  it.each([
    ["in the future", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
    ["in 1970, which is treated as missing", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"],
    ["missing", null, undefined],
    ["no times", { a: 1 }, "soon"],
    ["in the wrong order", "2026-01-12T00:00:00Z", "2026-01-11T00:00:00Z"],
  ])("is stored once if its times are %s", async (_what, created_at, updated_at) => {
    const before = Date.now();
    const times = { created_at, updated_at };
    const sent = (tags: string, shipment_status: string | null) => ({
      tags,
      fulfillments: [shopifyFulfillment({ ...times, shipment_status })],
    });
    await sendShopify(stateAt(1, sent("a", null)));
    await sendShopify(stateAt(2, sent("b", null)), stateAt(3, sent("c", "delivered")));
    const [stored, ...others] = await fulfillments();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ id: expect.stringMatching(/^ful_[0-9A-Za-z]{22}$/), status: "delivered" });
    const [shippedAt, deliveredAt] = [Date.parse(stored.shipped_at), Date.parse(stored.delivered_at)];
    // Not 1970: the time of the shop, or that of the delivery.
    expect(shippedAt).toBeGreaterThanOrEqual(Math.min(before, Date.UTC(2026, 0, 12)));
    expect(deliveredAt).toBeGreaterThanOrEqual(shippedAt);
    expect(deliveredAt).toBeLessThanOrEqual(Date.now());
    expect((await inboxOf(shopify)).map(({ status, reason }) => [status, reason])).toEqual(
      Array.from({ length: 3 }, () => ["processed", null]),
    );
  });

  it("is one of many: all are stored up to the limit of an order, and the message says if some are omitted", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        shopifyFulfillment({ id: n + 1, tracking_number: `T${n}`, line_items: [{ id: 518995019, quantity: 1 }] }),
      );
    const line_items = [{ id: 518995019, name: "Lamp", quantity: 1001, price: "1.00" }];
    await sendShopify(stateAt(1, { line_items, fulfillments: many(60) }));
    const count = async () => (await rows("select count(*) as n from fulfillments where organization_id = ?", shop.id))[0]?.["n"];
    expect({ count: await count(), reason: (await inboxOf(shopify)).at(-1)?.["reason"] }).toEqual({ count: 60, reason: null });
    await sendShopify(stateAt(2, { line_items, fulfillments: many(1001) }));
    expect({ count: await count(), reason: (await inboxOf(shopify)).at(-1)?.["reason"] }).toEqual({
      count: 1000,
      reason: "fulfillment not applied: too_many_fulfillments",
    });
  });

  it("is omitted if it is unreadable, and the order and the other fulfillments are stored", async () => {
    const broken = [{ id: "x" }, { line_items: [{ id: 466157049, quantity: 0.5 }] }, { line_items: "none" }];
    await sendShopify(stateAt(1, { fulfillments: [...broken.map(shopifyFulfillment), null, shopifyFulfillment(SECOND)] }));
    expect(await fulfillments()).toMatchObject([{ tracking_number: "T2" }]);
    expect((await inboxOf(shopify)).at(-1)).toMatchObject({
      status: "processed",
      reason: [
        "fulfillment not applied: fulfillments.id is not an id.",
        "fulfillment not applied: fulfillments.line_items.quantity is not a whole quantity.",
        "fulfillment not applied: fulfillments.line_items is not a list.",
        "fulfillment not applied: fulfillments[3] is not an object.",
      ].join("; "),
    });
  });
});
