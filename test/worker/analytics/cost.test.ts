import { beforeAll, describe, expect, it, vi } from "vitest";
import { asOperator, createShop, rows, type Shop } from "../../kit/client";
import { type LogLine, logOf } from "../../kit/log";
import { organizationD1 } from "../../kit/databases";

const HOUR = 3_600_000;
const FIRST = Date.parse("2026-01-01T00:00:00Z");
const STATUSES = ["New", "In Production", "Complete", "Cancelled"];

/** The n-th order. The kinds repeat after 300, at other minutes, so that ten times as many orders have the same kinds. */
function order(n: number): Record<string, unknown> {
  const kind = n % 300;
  return {
    store: kind % 2 === 0 ? "gift" : "other",
    status: STATUSES[kind % 4],
    date: new Date(FIRST + (kind % 60) * 24 * HOUR + (kind % 24) * HOUR + (n / 300) * 60_000).toISOString(),
    currency: kind % 3 === 0 ? "EUR" : "USD",
    items: [{ name: "Mug", price: kind, cost: 1 }],
  };
}

async function createShopWithOrders(count: number): Promise<Shop> {
  const shop = await createShop();
  await asOperator(`/organizations/${shop.id}/stores`, { name: "Other", code: "other", platform: "custom" });
  for (let from = 0; from < count; from += 200) {
    const orders = Array.from({ length: Math.min(200, count - from) }, (_, n) => order(from + n));
    expect((await shop.v2("/orders/bulk", { body: { orders } })).body.summary.failed).toBe(0);
  }
  for (let n = 0; n < count; n += 300) {
    const expenses = Array.from({ length: 60 }, (_, day) => ({
      category: day % 2 === 0 ? "rent" : "payroll",
      amount: 1,
      date: new Date(FIRST + day * 24 * HOUR).toISOString().slice(0, 10),
    }));
    await shop.v1("/expenses/bulk", { body: { expenses } });
  }
  // The first use of the token has costs of its own.
  await shop.v2("/me");
  return shop;
}

let few: Shop;
let many: Shop;
beforeAll(async () => {
  few = await createShopWithOrders(300);
  many = await createShopWithOrders(3000);
});

const costOf = (shop: Shop, query: string): Promise<LogLine> => logOf(() => shop.v2(`/analytics/summary?${query}`));

const SIXTY_DAYS = "period=custom&from=2026-01-01&to=2026-03-01";

describe("rows read by a summary", () => {
  // The 60 days have 120 roll-up rows, one of orders and one of expenses each: the orders of a day have one store and currency. A row is read for the period and for its group, and counts again
  // when it is sorted into them: 480. Days of New York are also cut into hours. All time must read fewer than the days.
  it.each([
    ["period=all_time&group_by=store", 150],
    [SIXTY_DAYS, 500],
    [`${SIXTY_DAYS}&timezone=America/New_York&compare=previous_period`, 500],
    [`${SIXTY_DAYS}&group_by=day`, 500],
    [`${SIXTY_DAYS}&group_by=day&timezone=America/New_York`, 600],
    [`${SIXTY_DAYS}&group_by=week&store_id=gift`, 500],
    [`${SIXTY_DAYS}&group_by=month&currency=EUR`, 500],
  ])("%s: at most %d, and as many with ten times as many orders", async (query, budget) => {
    const [small, large] = [await costOf(few, query), await costOf(many, query)];
    for (const line of [small, large]) expect(line).toMatchObject({ status: 200, d1_trips: 1, gate_calls: 1, rows_written: 0 });
    expect(small.rows_read).toBeLessThanOrEqual(budget);
    // A search may read the row after its range, and another one that belongs to another shop.
    expect(Math.abs(large.rows_read - small.rows_read)).toBeLessThanOrEqual(3);
  });

  it("in a time zone with a half-hour offset: also the orders in the half hours at the beginning and end of the days, and no others", async () => {
    const query = "period=custom&from=2026-01-10&to=2026-01-19&timezone=Asia/Kolkata";
    const [small, large] = [await costOf(few, query), await costOf(many, query)];
    const inHalfHours = async ({ id }: Shop): Promise<number> => {
      const ends = ["2026-01-09T18:30:00Z", "2026-01-19T18:00:00Z"].map(Date.parse);
      const found = await Promise.all(
        ends.map((at) => rows("select id from orders where organization_id = ? and date >= ? and date < ?", id, at, at + HOUR / 2)),
      );
      return found.flat().length;
    };
    const more = (await inHalfHours(many)) - (await inHalfHours(few));
    expect(more).toBeGreaterThan(0);
    // Each order is read once, and counts again when it is sorted, as the rows above.
    expect(large.rows_read - small.rows_read).toBeLessThanOrEqual(2 * more + 3);
  });

  it("a rejected request costs no trip", async () => {
    expect(await costOf(few, "period=custom")).toMatchObject({ status: 400, d1_trips: 0, gate_calls: 1 });
    expect(await costOf(few, "period=all_time&group_by=day")).toMatchObject({ status: 400, d1_trips: 0, gate_calls: 1 });
  });

  it("every range uses an index that begins with the organization", async () => {
    const prepare = vi.spyOn(organizationD1(), "prepare");
    await few.v2(`/analytics/summary?${SIXTY_DAYS}&store_id=gift&currency=USD&group_by=store&timezone=Asia/Kathmandu`);
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    const steps: string[] = [];
    for (const sql of statements) {
      const bindings = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      const { results } = await organizationD1()
        .prepare(`explain query plan ${sql}`)
        .bind(...bindings)
        .all<{ detail: string }>();
      steps.push(...results.map(({ detail }) => detail).filter((step) => /^(?:SEARCH|SCAN)/.test(step)));
    }
    expect(steps.filter((step) => step.startsWith("SEARCH r "))).toEqual([
      "SEARCH r USING PRIMARY KEY (organization_id=? AND basis=? AND bucket>? AND bucket<?)",
      expect.stringMatching(/^SEARCH r USING INDEX orders_store_date \(organization_id=\? AND store_id=\? AND date>\? AND date<\?\)$/),
      "SEARCH r USING PRIMARY KEY (organization_id=? AND date>? AND date<?)",
    ]);
    // Scans of values in parameters and of the statement's own subquery read no table.
    expect(steps.filter((step) => step.startsWith("SCAN") && !/^SCAN (?:j VIRTUAL TABLE|CONSTANT ROW|q$)/.test(step))).toEqual([]);
  });
});

it("a summary of all time does not read the days of expenses one by one", async () => {
  const shop = await createShop();
  const expenses = Array.from({ length: 400 }, (_, day) => ({
    category: "rent",
    amount: 1,
    date: new Date(FIRST + day * 24 * HOUR).toISOString().slice(0, 10),
  }));
  expect((await shop.v1("/expenses/bulk", { body: { expenses } })).status).toBe(201);
  const { body } = await shop.v2("/analytics/summary?period=all_time");
  expect(body.currencies[0].expenses).toEqual({ operating: 400, payroll: 0, total: 400 });
  // A few rows of totals, and not the 400 days.
  expect((await costOf(shop, "period=all_time")).rows_read).toBeLessThan(20);
});
