import { orderEntry } from "../../../src/resources/analytics/series";
import { beforeAll, describe, expect, it } from "vitest";
import { asOperator, createShop, type Shop } from "../../kit/client";

const readCurrencies = async (shop: Shop, query: string) => (await shop.v2(`/analytics/summary?period=custom&${query}`)).body.currencies;

/** An order of one item with this price and quantity. */
const order = (date: string, price: number, quantity: number, fields: Record<string, unknown> = {}) => ({
  store: "gift",
  date,
  items: [{ name: "Mug", price, quantity }],
  ...fields,
});

describe("a summary", () => {
  it("has each figure as it is defined, in a worked example", async () => {
    const shop = await createShop();
    const items = [{ name: "Mug", price: 10, quantity: 3, cost: 2.5 }];
    const orders = [
      order("2026-01-01", 10, 3, { items, discount: 5, shipping_cost: 4, tax: 6 }),
      order("2026-01-01T23:59:59.999Z", 20, 1, { is_refunded: true, refund_amount: 20, tax: 4, taxes_included: true }),
      order("2026-01-02", 10.01, 1),
      order("2026-01-02", 1000, 1, { status: "Cancelled", tax: 1, refund_amount: 1000, is_refunded: true }),
      order("2026-01-03", 1, 1),
    ];
    await shop.v2("/orders/bulk", { body: { orders } });
    for (const [category, amount] of [
      ["rent", 1],
      ["Payroll", 0.5],
    ]) {
      await shop.v1("/expenses", { body: { category, amount, date: "2026-01-02" } });
    }
    const figures = {
      // 35.00, 20.00 and 10.01 in three orders.
      orders: { count: 3, items: 5, cancelled: 1, refunded: 1, average_value: 21.67 },
      revenue: { gross: 60.01, discounts: 5, refunds: 20, shipping: 4, tax: 10, net: 39.01 },
      costs: { production: 7.5, total: 7.5 },
      expenses: { operating: 1, payroll: 0.5, total: 1.5 },
      profit: { gross: 31.51, net: 30.01, margin_pct: 76.93 },
    };
    const coverage = { orders_with_cost: 1, orders_missing_cost: 2, is_partial: true };
    const totals = { ...figures, coverage };
    expect(await readCurrencies(shop, "from=2026-01-01&to=2026-01-02")).toEqual([
      { currency: "USD", ...totals, series: [], previous: null },
    ]);
    const [after] = await readCurrencies(shop, "from=2026-01-03&to=2026-01-04&compare=previous_period&group_by=day");
    expect(after.previous).toEqual(totals);
    expect(after.series).toMatchObject([
      { from: "2026-01-03", to: "2026-01-03", orders: { count: 1, average_value: 1 } },
      { from: "2026-01-04", to: "2026-01-04", orders: { count: 0, average_value: null }, profit: { net: 0, margin_pct: null } },
    ]);
    const [both] = await readCurrencies(shop, "from=2026-01-01&to=2026-01-02&group_by=store");
    expect(both.series).toEqual([
      {
        store_id: shop.store.id,
        store_name: "Gift shop",
        orders: figures.orders,
        revenue: figures.revenue,
        costs: figures.costs,
        expenses: { operating: 0, payroll: 0, total: 0 },
        profit: { gross: 31.51, net: 31.51, margin_pct: 80.77 },
        coverage,
      },
      expect.objectContaining({ store_id: null, store_name: null, expenses: { operating: 1, payroll: 0.5, total: 1.5 } }),
    ]);
  });

  it("rounds half up to the currency's minor unit: yen have no decimals, dinars three", async () => {
    const shop = await createShop();
    const pair = (currency: string, one: number, other: number) => [
      order("2026-01-01", one, 1, { currency }),
      order("2026-01-01", other, 1, { currency }),
    ];
    const orders = [...pair("JPY", 1, 2), ...pair("KWD", 0.001, 0.002), ...pair("USD", 0.01, 0.02), ...pair("EUR", -0.01, -0.02)];
    await shop.v2("/orders/bulk", { body: { orders } });
    const currencies = await readCurrencies(shop, "from=2026-01-01&to=2026-01-01");
    expect(currencies.map(({ currency, orders: { average_value } }: never) => [currency, average_value])).toEqual([
      ["EUR", -0.01],
      ["JPY", 2],
      ["KWD", 0.002],
      ["USD", 0.02],
    ]);
  });

  it("stays exact if sums exceed the precision of a float", async () => {
    const shop = await createShop();
    const tenOf = (date: string, price: number) => Array.from({ length: 10 }, () => order(date, price, 100));
    const orders = [...tenOf("2026-01-01", 999_999_999.9999), order("2026-01-01", 0.0001, 1), ...tenOf("2026-01-02", -999_999_999.9999)];
    await shop.v2("/orders/bulk", { body: { orders } });
    // The two days are added up separately and then together. A float would have lost the last decimal place. The figure of the first day has lost
    // it, because it is a float in the response, and its units of 0.0001 are more than 2^53.
    const [{ revenue, series }] = await readCurrencies(shop, "from=2026-01-01&to=2026-01-02&group_by=day");
    expect(revenue).toMatchObject({ gross: 0.0001, net: 0.0001 });
    expect(series.map((one: { revenue: { gross: number } }) => one.revenue.gross)).toEqual([999_999_999_999.9, -999_999_999_999.9]);
  });
});

describe("sums beyond 64 bits", () => {
  it("are approximate, and cause no internal error", () => {
    // SQL returns an integer up to 2^63 with all digits. A larger sum is a float, whose text may have an exponent. Both are parsed.
    const row = { span: 0, store_id: null, currency: "USD", cancelled: 0 as const, orders: 1, items: 1, refunded: 0, with_cost: 1 };
    const sums = {
      subtotal: "9.4e+18",
      tax: "0",
      shipping_cost: "0",
      discount: "0",
      refund_amount: "0",
      refunded_tax: "0",
      production_cost: "0",
    };
    expect(orderEntry({ ...row, ...sums, total_amount: "9400000000000000001" }).sums).toMatchObject({
      gross: 9_400_000_000_000_000_000n,
      total: 9_400_000_000_000_000_001n,
    });
  });
});

describe("a store's summary", () => {
  let shop: Shop;
  let other: { id: number };
  beforeAll(async () => {
    shop = await createShop();
    other = await asOperator(`/organizations/${shop.id}/stores`, { name: "Hidden store", code: "hidden", platform: "custom" });
    const orders = [order("2026-01-01", 10, 1), order("2026-01-01", 7777, 1, { store: "hidden", currency: "EUR" })];
    await shop.v2("/orders/bulk", { body: { orders } });
    for (const store_id of ["gift", "hidden", null]) {
      await shop.v1("/expenses", { body: { category: "rent", amount: store_id === "gift" ? 1 : 8888, date: "2026-01-01", store_id } });
    }
  });

  const readSummary = (query: string) => shop.v2(`/analytics/summary?period=all_time&compare=previous_period&${query}`);

  it("has only its own orders and expenses, nothing of another store and no overhead", async () => {
    for (const name of ["gift", "GIFT", "Gift shop", String(shop.store.id)]) {
      const { text, body } = await readSummary(`store_id=${encodeURIComponent(name)}&group_by=store`);
      expect(body.currencies, name).toMatchObject([{ currency: "USD", revenue: { gross: 10 }, expenses: { total: 1 } }]);
      expect(body.currencies[0].series.map(({ store_id }: { store_id: number }) => store_id)).toEqual([shop.store.id]);
      expect(text).not.toMatch(/Hidden|7777|8888|EUR/);
    }
  });

  it("is empty for an unknown store and for another organization's", async () => {
    const stranger = await createShop();
    await stranger.v2("/orders", { body: order("2026-01-01", 1, 1) });
    for (const name of ["nowhere", "0", "-1", String(stranger.store.id), `${other.id}.0`]) {
      const { status, body } = await readSummary(`store_id=${name}&group_by=store`);
      expect({ status, currencies: body.currencies }, name).toEqual({ status: 200, currencies: [] });
    }
  });

  it("by store is sorted by name, with overhead last and without a store", async () => {
    const { currencies } = (await readSummary("group_by=store")).body;
    const series = currencies.map((one: { currency: string; series: Record<string, unknown>[] }) => [
      one.currency,
      ...one.series.map(({ store_name }) => store_name),
    ]);
    expect(series).toEqual([
      ["EUR", "Hidden store"],
      ["USD", "Gift shop", "Hidden store", null],
    ]);
  });
});
