import { describe, expect, it } from "vitest";
import { orderBody, createShop, rows, type Shop } from "../../kit/client";

const DAY = "2026-01-01";

/** An order with a single item and the amounts from its source. */
const amounts = (subtotal: number, fields: Record<string, unknown> = {}, cost?: number) =>
  orderBody({
    store: "gift",
    date: DAY,
    subtotal,
    items: [{ name: "Mug", price: subtotal, ...(cost !== undefined && { cost }) }],
    ...fields,
  });

/** The figures of all orders, by currency. */
async function readFigures(shop: Shop, query = "period=all_time") {
  return (await shop.v2(`/analytics/summary?${query}`)).body.currencies;
}

/** Creates a shop that has only these orders, all in one currency. Returns their figures. */
async function createAndReadFigures(...orders: Record<string, unknown>[]) {
  const shop = await createShop();
  const { body } = await shop.v2("/orders/bulk", { body: { orders: orders.map((order) => ({ ...order, on_implausible: "audit" })) } });
  expect(body.summary).toMatchObject({ created: orders.length });
  const [figures] = await readFigures(shop);
  return figures;
}

describe("net revenue", () => {
  it("excludes the tax of an order whose prices include it", async () => {
    const { revenue } = await createAndReadFigures(amounts(120, { tax: 20, total_amount: 120 }));
    expect(revenue).toMatchObject({ gross: 120, tax: 20, net: 100 });
  });

  it("excludes the tax of an order that adds it to its prices", async () => {
    const { revenue } = await createAndReadFigures(amounts(100, { tax: 8, total_amount: 108 }));
    expect(revenue).toMatchObject({ gross: 100, tax: 8, net: 100 });
  });

  it.each([
    ["tax added", amounts(100, { tax: 8, total_amount: 108, refund_amount: 108 }, 40)],
    ["tax included", amounts(120, { tax: 20, total_amount: 120, refund_amount: 120 }, 40)],
    ["its source sends the tax", amounts(100, { tax: 8, total_amount: 108, refund_amount: 108, refund_tax: 8 }, 40)],
  ])("of a fully refunded order is 0, and has no margin: %s", async (_convention, order) => {
    const { revenue, profit } = await createAndReadFigures(order);
    expect(revenue.net).toBe(0);
    expect(profit).toEqual({ gross: -40, net: -40, margin_pct: null });
  });

  it("is negative by the refund above the total, and has no margin then", async () => {
    const { revenue, profit } = await createAndReadFigures(amounts(100, { tax: 8, total_amount: 108, refund_amount: 120 }, 40));
    expect({ revenue: revenue.net, profit }).toEqual({ revenue: -12, profit: { gross: -52, net: -52, margin_pct: null } });
  });

  it("subtracts the part of a refund that is not tax, in the proportion of the order", async () => {
    const { revenue } = await createAndReadFigures(amounts(100, { tax: 8, total_amount: 108, refund_amount: 54 }));
    expect(revenue).toMatchObject({ refunds: 54, net: 50 });
  });

  it("uses the tax of a refund that the source sends", async () => {
    const { revenue } = await createAndReadFigures(amounts(100, { tax: 8, total_amount: 108, refund_amount: 54, refund_tax: 0 }));
    expect(revenue).toMatchObject({ refunds: 54, net: 46 });
  });

  it("treats a refund of an order whose total is 0 as tax, up to the order's tax", async () => {
    const netAfterRefund = async (refund_amount: number) =>
      (await createAndReadFigures(amounts(100, { tax: 8, discount: 108, total_amount: 0, refund_amount }))).revenue.net;
    // 0, less the 8 of the tax, less nothing: all 5 of the refund are tax.
    expect(await netAfterRefund(5)).toBe(-8);
    // Only 8 of the refund are tax: 0 - 8 - (12 - 8).
    expect(await netAfterRefund(12)).toBe(-12);
  });

  it("includes the shipping that a customer paid, whether taxes are included or added", async () => {
    const { revenue } = await createAndReadFigures(
      amounts(120, { tax: 21, shipping_cost: 6, total_amount: 126 }),
      amounts(100, { tax: 8, shipping_cost: 6, total_amount: 114 }),
    );
    expect(revenue).toMatchObject({ gross: 220, tax: 29, shipping: 12, net: 105 + 106 });
  });

  it("is exact for amounts as large as those in Vietnamese dong", async () => {
    const order = amounts(850_000_000, {
      currency: "VND",
      tax: 77_272_727.2727,
      total_amount: 850_000_000,
      refund_amount: 333_333_333,
    });
    const { revenue } = await createAndReadFigures(order);
    // 333,333,333 x 77,272,727.2727 / 850,000,000 is 30,303,030.27269…: in stored units, the product has 25 digits. 772,727,272.7273
    // without tax, less 303,030,302.7273 of the refund.
    expect(revenue.net).toBe(469_696_970);
  });

  it("rounds the tax of a refund half up to four places", async () => {
    // 0.0001 × 0.0001 / 0.0002 is 0.00005.
    const order = amounts(0.0002, { tax: 0.0001, total_amount: 0.0002, refund_amount: 0.0001 });
    expect((await createAndReadFigures(order)).revenue.net).toBe(0.0001);
  });

  it("is computed in the same way for a day, a store and the previous period", async () => {
    const shop = await createShop();
    const order = amounts(100, { tax: 8, total_amount: 108, refund_amount: 54 });
    await shop.v2("/orders/bulk", { body: { orders: [order, { ...order, date: "2026-01-02" }] } });
    // Nepal is 5:45 ahead, so parts of hours are read order by order.
    for (const zone of ["UTC", "Asia/Kathmandu"]) {
      const days = `period=custom&from=2026-01-02&to=2026-01-02&timezone=${zone}&compare=previous_period`;
      const [byDay] = await readFigures(shop, `${days}&group_by=day`);
      const [byStore] = await readFigures(shop, `${days}&group_by=store`);
      expect([byDay.revenue.net, byDay.previous.revenue.net, byDay.series[0].revenue.net, byStore.series[0].revenue.net]).toEqual([
        50, 50, 50, 50,
      ]);
    }
  });

  it("follows a refund that is added later, corrected and removed", async () => {
    const shop = await createShop();
    const { body: order } = await shop.v2("/orders", { body: amounts(100, { tax: 8, total_amount: 108 }) });
    const after = async (body: Record<string, unknown>) => {
      expect((await shop.v2(`/orders/${order.id}`, { method: "PATCH", body })).status).toBe(200);
      return (await readFigures(shop))[0].revenue.net;
    };
    expect(await after({ refund_amount: 54, refund_tax: 3 })).toBe(49);
    expect(await after({ customer_name: "Ann" })).toBe(49);
    // A new refund without its tax: the tax of the old one no longer applies.
    expect(await after({ refund_amount: 108 })).toBe(0);
    // 108 x 16 / 116 is 14.8966: the total is recomputed, and is no longer fully refunded.
    expect(await after({ tax: 16 })).toBe(6.8966);
    expect(await after({ refund_amount: null })).toBe(100);
  });
});

describe("refund_tax", () => {
  it.each([
    ["above the order's tax", { refund_amount: 50, refund_tax: 8.0001 }],
    ["above the refund", { refund_amount: 5, refund_tax: 6 }],
    ["without a refund", { refund_tax: 1 }],
    ["below 0", { refund_amount: 50, refund_tax: -1 }],
  ])("%s returns 400, and names the field", async (_what, fields) => {
    const shop = await createShop();
    const rejected = await shop.v2("/orders", { body: amounts(100, { tax: 8, total_amount: 108, ...fields }) });
    expect([rejected.status, rejected.body.error.details]).toMatchObject([400, [{ path: "refund_tax", code: "refund_tax_out_of_range" }]]);
    expect(await rows("select id from orders where organization_id = ?", shop.id)).toEqual([]);
  });

  it("that no longer fits after a PATCH returns 400; null has it computed", async () => {
    const shop = await createShop();
    const fields = { tax: 8, total_amount: 108, refund_amount: 54, refund_tax: 8 };
    const { body: order } = await shop.v2("/orders", { body: amounts(100, fields) });
    const patch = (body: Record<string, unknown>) => shop.v2(`/orders/${order.id}`, { method: "PATCH", body });
    const rejected = await patch({ tax: 5 });
    expect([rejected.status, rejected.body.error.details]).toMatchObject([400, [{ path: "refund_tax" }]]);
    expect((await patch({ tax: 5, refund_tax: null })).status).toBe(200);
    expect(await rows("select refund_tax, refunded_tax from orders where id = ?", order.id)).toEqual([
      // 54 x 5 / 105
      { refund_tax: null, refunded_tax: 25_714 },
    ]);
  });

  it("is not in the responses when an order is created, read and listed", async () => {
    const shop = await createShop();
    const body = amounts(100, { tax: 8, total_amount: 108, refund_amount: 54, refund_tax: 7.7 });
    const created = await shop.v2("/orders", { body });
    const [read, listed] = [await shop.v2(`/orders/${created.body.id}`), await shop.v2("/orders")];
    for (const { status, text } of [created, read, listed]) {
      expect(status).toBeLessThan(300);
      expect(text).not.toMatch(/refund_tax|refunded_tax|:7\.7\b/);
    }
  });
});
