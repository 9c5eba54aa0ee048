import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, orderBody, createShop, rows, type Shop, v2As } from "../../kit/client";
import { logOf } from "../../kit/log";

const JANUARY = "period=custom&from=2026-01-01&to=2026-01-31";

/** An order of one item. */
const order = (number: string, price: number, cost: number | null, fields: Record<string, unknown> = {}) =>
  orderBody({ store: "gift", number, date: "2026-01-10", currency: "USD", items: [{ name: "Mug", price, cost }], ...fields });

async function createShopWith(...orders: Record<string, unknown>[]): Promise<Shop> {
  const shop = await createShop();
  for (let from = 0; from < orders.length; from += 200) {
    const { body } = await shop.v2("/orders/bulk", { body: { orders: orders.slice(from, from + 200) } });
    expect(body.summary.failed).toBe(0);
  }
  return shop;
}

const list = async (shop: Shop, query = "") => (await shop.v2(`/analytics/orders?${JANUARY}&currency=USD${query}`)).body;
const numbersOf = (page: { data: { number: string }[] }) => page.data.map(({ number }) => number);

/** The numbers of the orders on all pages. */
async function allNumbers(shop: Shop, query: string): Promise<string[]> {
  const page = await list(shop, query);
  const next = page.next_cursor === null ? [] : await allNumbers(shop, `${query.replace(/&cursor=.*/, "")}&cursor=${page.next_cursor}`);
  return [...numbersOf(page), ...next];
}

describe("orders by profit", () => {
  it("have revenue, fees, costs and profit as the summary defines them", async () => {
    const shop = await createShopWith(
      order("1", 0, 0, {
        subtotal: 120,
        tax: 20,
        fees: 5,
        taxes_included: true,
        total_amount: 125,
        items: [{ name: "Mug", price: 60, quantity: 2, cost: 30 }],
      }),
    );
    const { data, has_more, next_cursor } = await list(shop);
    expect({ has_more, next_cursor }).toEqual({ has_more: false, next_cursor: null });
    expect(data).toEqual([
      {
        order_id: expect.any(Number),
        number: "1",
        external_id: null,
        store_id: shop.store.id,
        store_name: shop.store.name,
        date: "2026-01-10T00:00:00.000Z",
        status: "New",
        currency: "USD",
        revenue: { net: 105, fees: 5 },
        costs: { production: 60, total: 60 },
        profit: { gross: 45, margin_pct: 42.86 },
      },
    ]);
    const [summary] = (await shop.v2(`/analytics/summary?${JANUARY}`)).body.currencies;
    expect({ revenue: summary.revenue.net, costs: summary.costs.total, profit: summary.profit.gross }).toEqual({
      revenue: 105,
      costs: 60,
      profit: 45,
    });
  });

  it("begin with the greatest loss, across days; profit:desc begins with the greatest profit", async () => {
    const shop = await createShopWith(
      order("even", 10, 10, { date: "2026-01-01" }),
      order("best", 90, 10, { date: "2026-01-31" }),
      order("loss", 10, 30, { date: "2026-01-20" }),
      order("good", 50, 10, { date: "2026-01-20" }),
    );
    expect(numbersOf(await list(shop))).toEqual(["loss", "even", "good", "best"]);
    expect(numbersOf(await list(shop, "&sort=profit:desc"))).toEqual(["best", "good", "even", "loss"]);
  });

  it("subtract refunds without their tax", async () => {
    const shop = await createShopWith(order("1", 100, 40, { tax: 8, total_amount: 108, refund_amount: 54 }));
    expect((await list(shop)).data[0]).toMatchObject({ revenue: { net: 50 }, profit: { gross: 10, margin_pct: 20 } });
  });

  it("have no margin unless net revenue is positive", async () => {
    const shop = await createShopWith(order("1", 100, 40, { refund_amount: 100 }));
    expect((await list(shop)).data[0]).toMatchObject({ revenue: { net: 0 }, profit: { gross: -40, margin_pct: null } });
  });

  it("are listed separately with null if the profit is unknown", async () => {
    const shop = await createShopWith(
      order("known", 10, 1),
      order("partly", 10, 1, {
        items: [
          { name: "Mug", price: 10, cost: 1 },
          { name: "Tee", price: 10 },
        ],
      }),
      order("none", 10, null),
      order("nothing left", 10, 1, { items: [{ name: "Mug", price: 10, cost: 1, status: "Cancelled" }] }),
    );
    expect(numbersOf(await list(shop))).toEqual(["known"]);
    const unknown = await list(shop, "&profit=unknown");
    // Without a profit they are sorted by id.
    expect(numbersOf(unknown)).toEqual(["partly", "none", "nothing left"]);
    for (const row of unknown.data)
      expect(row).toMatchObject({ costs: { production: null, total: null }, profit: { gross: null, margin_pct: null } });
    const { coverage } = (await shop.v2(`/analytics/summary?${JANUARY}`)).body.currencies[0];
    expect(coverage).toMatchObject({ orders_with_cost: 1, orders_missing_cost: 3 });
    expect(await allNumbers(shop, "&profit=unknown&limit=1&sort=profit:desc")).toEqual(["nothing left", "none", "partly"]);
  });

  it("exclude Cancelled orders without costs, other currencies, and other days of the time zone", async () => {
    const shop = await createShopWith(
      order("in", 10, 1, { date: "2026-01-01T05:00:00Z" }),
      order("before", 10, 1, { date: "2026-01-01T04:59:59Z" }),
      order("last", 10, 2, { date: "2026-02-01T04:59:59Z" }),
      order("after", 10, 1, { date: "2026-02-01T05:00:00Z" }),
      // It was never in production, so the cost of its item does not count.
      order("cancelled", 10, 1, { status: "Cancelled" }),
      order("euro", 10, 1, { currency: "EUR" }),
    );
    expect(numbersOf(await list(shop, "&timezone=America/New_York"))).toEqual(["last", "in"]);
    expect((await shop.v2(`/analytics/orders?${JANUARY}&currency=eur`)).body.data).toMatchObject([{ number: "euro" }]);
  });

  it("include Cancelled orders with costs, without revenue, so that the sums equal those of the summary", async () => {
    const shop = await createShopWith(
      order("sold", 100, 40, { fees: 1 }),
      order("made", 70, 30, { status: "In Production", tax: 5, fees: 2, refund_amount: 10 }),
      order("not made", 50, 20, { status: "New" }),
      order("credit", 10, -2, { status: "In Production" }),
    );
    const ids = (await shop.v2("/orders?limit=10")).body.data.filter((row: { number: string }) => row.number !== "sold");
    for (const { id } of ids) {
      expect((await shop.v2(`/orders/${id}/status`, { body: { status: "Cancelled", reason: "a test" } })).status).toBe(200);
    }
    const { data } = await list(shop);
    // The fees of a Cancelled order are 0, or null if its source sent none.
    expect(data).toMatchObject([
      { number: "made", status: "Cancelled", revenue: { net: 0, fees: 0 }, costs: { total: 30 }, profit: { gross: -30, margin_pct: null } },
      {
        number: "credit",
        status: "Cancelled",
        revenue: { net: 0, fees: null },
        costs: { total: -2 },
        profit: { gross: 2, margin_pct: null },
      },
      { number: "sold", status: "New", revenue: { net: 101, fees: 1 }, costs: { total: 40 }, profit: { gross: 61 } },
    ]);
    const [summary] = (await shop.v2(`/analytics/summary?${JANUARY}`)).body.currencies;
    expect({ count: summary.orders.count, cancelled: summary.orders.cancelled }).toEqual({ count: 1, cancelled: 3 });
    expect({ revenue: summary.revenue.net, costs: summary.costs.total, profit: summary.profit.gross }).toEqual({
      revenue: 101,
      costs: 68,
      profit: 33,
    });
    expect(await allNumbers(shop, "&limit=1&sort=profit:desc")).toEqual(["sold", "credit", "made"]);
  });

  it("follow a cost that is set later", async () => {
    const shop = await createShopWith(order("1", 10, null));
    expect(numbersOf(await list(shop))).toEqual([]);
    const [item] = await rows<{ id: number }>("select id from order_items where organization_id = ?", shop.id);
    expect((await shop.v2(`/order-items/${item?.id}`, { method: "PATCH", body: { cost: 4 } })).status).toBe(200);
    expect((await list(shop)).data).toMatchObject([{ profit: { gross: 6, margin_pct: 60 } }]);
  });

  it("are each on one page, also with equal profits", async () => {
    const orders = Array.from({ length: 30 }, (_, n) => order(`${n}`, 10, n % 3, { date: `2026-01-${10 + (n % 4)}` }));
    const shop = await createShopWith(...orders);
    for (const direction of ["asc", "desc"]) {
      const whole = numbersOf(await list(shop, `&sort=profit:${direction}&limit=200`));
      expect(new Set(whole).size).toBe(30);
      expect(await allNumbers(shop, `&sort=profit:${direction}&limit=7`)).toEqual(whole);
    }
  });

  it.each([
    ["period=all_time", "period", "period_too_long"],
    // 401 days, of which at most 400 are allowed.
    ["period=custom&from=2025-01-01&to=2026-02-05", "period", "period_too_long"],
    ["period=custom", "from", "custom_needs_dates"],
    ["profit=maybe", "profit", "invalid_profit"],
    ["sort=total", "sort", "invalid_sort"],
    ["cursor=abc", "cursor", "invalid_cursor"],
  ])("%s returns 400 and names %s", async (query, path, code) => {
    const shop = await createShop();
    const { status, body } = await shop.v2(`/analytics/orders?${query}`);
    expect([status, body.error.details[0]]).toMatchObject([400, { path, code }]);
  });

  it("need analytics:read", async () => {
    const shop = await createShop();
    const token = await createCredential(shop.id, "api_token", { scopes: ["orders:read", "orders:write"] });
    expect((await v2As(token)("/analytics/orders")).status).toBe(403);
  });
});

describe("rows read", () => {
  let few: Shop;
  let many: Shop;
  const seed = (count: number) =>
    createShopWith(
      ...Array.from({ length: count }, (_, n) =>
        // Of each day, every other order has an unknown profit.
        order(`${n}`, n % 7, Math.floor(n / 90) % 2 === 0 ? n % 5 : null, {
          date: new Date(Date.parse("2026-01-01") + (n % 90) * 86_400_000).toISOString(),
        }),
      ),
    );
  beforeAll(async () => {
    few = await seed(600);
    many = await seed(1800);
  });

  it.each(["", "&profit=unknown", "&sort=profit:desc"])(
    "%s: at most 600 for a page of a month, and as many with three times as many orders",
    async (query) => {
      const costOf = (shop: Shop) => logOf(() => shop.v2(`/analytics/orders?${JANUARY}&currency=USD${query}`));
      const [small, large] = [await costOf(few), await costOf(many)];
      for (const line of [small, large]) expect(line).toMatchObject({ status: 200, d1_trips: 1, rows_written: 0 });
      for (const shop of [few, many]) expect((await list(shop, query)).data).toHaveLength(50);
      // The first order of each of the 31 days, and another one for each of the 50 rows: at most seven reads for each.
      expect(small.rows_read).toBeLessThanOrEqual(600);
      // Searches among other orders may read a few rows more.
      expect(large.rows_read - small.rows_read).toBeLessThanOrEqual(10);
    },
  );

  it("a later page searches for the next order of each day at most once more", async () => {
    const first = await list(many, "&limit=50");
    const firstCost = await logOf(() => list(many, "&limit=50"));
    const later = await logOf(() => list(many, `&limit=50&cursor=${first.next_cursor}`));
    // The month has 31 days, and a search reads at most two rows.
    expect(later.rows_read - firstCost.rows_read).toBeLessThanOrEqual(2 * 31);
  });
});
