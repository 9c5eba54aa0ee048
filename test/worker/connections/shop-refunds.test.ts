import { beforeEach, describe, expect, it } from "vitest";
import { woocommerce } from "../../../src/resources/connections/platforms/woocommerce/adapter";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { connect, deliverShopify, orderOf, processInbox, shopifyOrder, type TestConnection, wooOrder } from "./fixtures";

/** Refunds that were made in the shop (docs/spec/orders.md#refunds). */

let shop: Shop;
let shopify: TestConnection;
beforeEach(async () => {
  shop = await createShop();
  const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body;
  shopify = await connect(shop, { store: store.id, platform: "shopify", webhook_secret: "shared-secret-of-the-shop" });
});

const paid = (amount: string) => [{ kind: "refund", status: "success", amount, currency: "USD" }];
const FIRST = {
  id: 9001,
  created_at: "2026-01-11T10:00:00-05:00",
  note: "The glass was broken.",
  refund_line_items: [{ line_item_id: 466157049, quantity: 1, subtotal: "199.00", total_tax: "3.98", restock_type: "no_restock" }],
  order_adjustments: [{ kind: "shipping_refund", amount: "-5.00", tax_amount: "-0.10" }],
  transactions: paid("208.08"),
};
const SECOND = { id: 9002, created_at: "2026-01-11T11:00:00-05:00", note: null, transactions: paid("10.00") };
const NOT_PAID = { id: 9003, transactions: [{ kind: "refund", status: "failure", amount: "1.00", currency: "USD" }] };

async function send(minute: number, refunds: unknown[]): Promise<void> {
  await deliverShopify(shopify, shopifyOrder({ updated_at: `2026-01-12T10:0${minute}:00Z`, refunds }));
  await processInbox(shop, shopify);
}

describe("the refunds of a shop", () => {
  it(
    "are recorded once, with their lines, shipping, tax and reasons, and shown in the amounts and the history",
    { tags: "long" },
    async () => {
      await send(1, [FIRST]);
      await send(2, [FIRST, SECOND, NOT_PAID]);
      await send(3, [FIRST, SECOND]);
      const order = await orderOf(shop, "450789469");
      const [lamp] = order.items;
      const stored = await rows<{ items: string }>(
        "select source_id, amount, tax, shipping, items, reason, created_at from refunds where order_id = ? order by created_at",
        order.id,
      );
      expect(stored.map((row) => ({ ...row, items: JSON.parse(row.items) as unknown }))).toEqual([
        {
          source_id: "9001",
          amount: 2_080_800,
          tax: 40_800,
          shipping: 51_000,
          items: [{ order_item_id: Number(lamp.id), quantity: 1, amount: 2_029_800 }],
          reason: "The glass was broken.",
          created_at: Date.parse("2026-01-11T15:00:00Z"),
        },
        {
          source_id: "9002",
          amount: 100_000,
          // 11.94 of tax × 10 / 603.94
          tax: 1977,
          shipping: 0,
          items: [],
          reason: null,
          created_at: Date.parse("2026-01-11T16:00:00Z"),
        },
      ]);
      const { body } = await shop.v2(`/orders/${order.id}/history`);
      const reasons = body.data
        .filter(({ change }: { change: string }) => change === "refund")
        .map(({ reason }: { reason: string }) => reason);
      expect(reasons).toEqual(["The glass was broken.", null]);
      const viewer = await createMember(shop.id, "viewer");
      const page = (await viewer.open(`/orders/${order.id}`)).text.replaceAll(/<[^>]+>/g, " ");
      expect(page).toMatch(/Refunded\s+-\$218\.08/);
      expect(page).toContain("Refunded $208.08: 1 × Lamp - green, shipping");
      expect(page).toContain("“The glass was broken.”");
    },
  );

  it("count for what can still be refunded here of a line and of the shipping", async () => {
    await send(1, [FIRST]);
    const { id, items } = await orderOf(shop, "450789469");
    const member = await createMember(shop.id, "member");
    const page = (await member.open(`/orders/${id}/refund`)).text;
    expect([page.includes(`name="unshipped_${items[0].id}"`), page.includes(`name="unshipped_${items[1].id}"`)]).toEqual([false, true]);
    const rejected = await member.send(`/orders/${id}/refund`, { do: "refund", shipping: "5" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 400,
      text: expect.stringContaining("Expected at most $0.00."),
    });
  });

  it("of WooCommerce have a reason and no lines, and those of nothing or without an id are omitted", () => {
    const mapped = woocommerce.map(
      wooOrder({ refunds: [{ id: 12, reason: "Late", total: "-9.35" }, { id: 13, reason: "", total: "0.00" }, { total: "-1.00" }] }),
    );
    expect(mapped.kind === "order" && mapped.order.refunds).toEqual([
      { externalId: "12", createdAt: null, amount: 9.35, tax: null, shipping: 0, reason: "Late", items: [] },
    ]);
  });
});

describe("the tax in the refunds of Shopify", () => {
  const netRevenue = async () => (await shop.v2("/analytics/summary?period=all_time")).body.currencies[0].revenue.net;
  /** Delivers an order with two lines of 100, of which only the first has a tax, of 20. One of them came back. */
  const deliverRefunded = async (line: "taxed" | "untaxed", fields: Record<string, unknown> = {}) => {
    const amount = line === "taxed" ? "120.00" : "100.00";
    const refund = {
      id: 9100,
      refund_line_items: [
        {
          line_item_id: line === "taxed" ? 1 : 2,
          quantity: 1,
          subtotal: "100.00",
          total_tax: line === "taxed" ? "20.00" : "0.00",
          restock_type: "return",
        },
      ],
      transactions: paid(amount),
      ...fields,
    };
    const item = { name: "Lamp", quantity: 1, current_quantity: 1, price: "100.00" };
    const amounts = {
      total_line_items_price: "200.00",
      total_tax: "20.00",
      total_price: "220.00",
      total_discounts: "0.00",
      total_shipping_price_set: null,
    };
    const line_items = [1, 2].map((id) => ({ ...item, id }));
    await deliverShopify(
      shopify,
      shopifyOrder({ ...amounts, line_items, discount_codes: [], shipping_lines: [], taxes_included: false, refunds: [refund] }),
    );
    await processInbox(shop, shopify);
  };

  it.each(["taxed", "untaxed"] as const)("is what they state, so that net revenue is that of what was kept: the %s line", async (line) => {
    await deliverRefunded(line);
    expect(await netRevenue()).toBe(100);
  });

  it("is computed if more was paid back than for lines and shipping", async () => {
    await deliverRefunded("untaxed", { transactions: paid("110.00") });
    // Half of the total came back, and so half of the tax: 200 - (110 - 10).
    expect(await netRevenue()).toBe(100);
  });
});
