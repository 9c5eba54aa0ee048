import { aMember } from "../console/kit";
import { applyD1Migrations, createScheduledController, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import worker from "../../../src/worker";
import { aCredential, asOperator, rows, v2As } from "../../kit/client";
import { expectTrueOrderRollUps, expectTrueRefundedTaxes, refundedTaxOf } from "../../kit/order-roll-ups";
import { placeOrganizations } from "../../kit/databases";

const DAY = 86_400_000;
const FIRST = Date.parse("2026-01-01T00:00:00Z");
/** More than the backfill does in two batches. */
const ORDERS = 1300;
const STATUSES = ["New", "Shipped", "Complete", "Cancelled"] as const;

/** An order as the version before wrote it, money in stored units; `items` are the statuses of its items. */
function oldOrder(n: number) {
  // Prices in dong: the product of refund and tax exceeds 64 bits. Every second order has its tax included.
  const subtotal = n % 7 === 0 ? 8_500_000_000_000 - n : 1_000_000 + 37 * n;
  const tax = n % 5 === 0 ? 0 : Math.round(subtotal / 11);
  const total_amount = n % 2 === 0 ? subtotal : subtotal + tax;
  const refunds = [null, 0, total_amount, total_amount + 10_000, Math.round(total_amount / 3), 7 * n + 1];
  return {
    id: n + 1,
    store_id: n % 3 === 0 ? 2 : 1,
    status: STATUSES[n % 4] ?? "New",
    currency: n % 7 === 0 ? "VND" : "USD",
    date: FIRST + (n % 60) * DAY + n * 1000,
    total_amount,
    subtotal,
    tax,
    refund_amount: refunds[n % 6] ?? null,
    items: n % 9 === 0 ? ["Refunded", "Cancelled"] : ["New", "Cancelled"],
    cost: n % 4 === 0 ? null : 5000,
  };
}
const old = Array.from({ length: ORDERS }, (_, n) => oldOrder(n));

/** The figures that every summary must show. */
function expectedNet(currency: string, storeId?: number): number {
  const counted = old.filter(
    (one) => one.currency === currency && one.status !== "Cancelled" && (storeId ?? one.store_id) === one.store_id,
  );
  let net = 0n;
  for (const { total_amount, tax, refund_amount } of counted) {
    const refund = BigInt(refund_amount ?? 0);
    net += BigInt(total_amount - tax) - (refund - refundedTaxOf(BigInt(total_amount), BigInt(tax), refund));
  }
  return Number(net) / 10_000;
}

async function insertOldOrders(): Promise<void> {
  const list = (values: readonly unknown[]) => JSON.stringify(values);
  const data = list(
    old.map(({ items, cost, ...order }) => {
      const live = items.filter((status) => status === "New");
      return { ...order, missing_cost: Number(live.length > 0 && cost === null), item_count: items.length };
    }),
  );
  const items = list(
    old.flatMap(({ id, items: statuses, cost, ...order }) => statuses.map((status) => ({ ...order, order_id: id, status, cost }))),
  );
  const field = (names: string) =>
    names
      .split(", ")
      .map((name) => `j.value->>'${name}'`)
      .join(", ");
  const ofOrder = "id, store_id, status, currency, date, total_amount, subtotal, tax, refund_amount, missing_cost, item_count";
  const ofItem = "order_id, store_id, status, cost";
  await env.DB.batch([
    env.DB.prepare(
      "insert into organizations (id, name, currency, timezone, created_at, updated_at) values (1, 'Old shop', 'USD', 'UTC', 1, 1)",
    ),
    env.DB.prepare(
      `insert into stores (id, organization_id, name, code, platform, currency, is_active, created_at, updated_at)
        values (1, 1, 'One', 'one', 'custom', 'USD', 1, 1, 1), (2, 1, 'Two', 'two', 'custom', 'USD', 1, 1, 1)`,
    ),
    env.DB.prepare(
      `insert into orders (${ofOrder}, organization_id, shipping_cost, discount, missing_sku, missing_design, version, event_sequence,
          source_hash, created_at, updated_at)
        select ${field(ofOrder)}, 1, 0, 0, 0, 0, 3, 3, 'hash', 5, 6 from json_each(?) j`,
    ).bind(data),
    env.DB.prepare("insert into order_search (rowid, words) select id, '1~word' || id from orders"),
    env.DB.prepare(
      `insert into order_items (id, ${ofItem}, organization_id, order_date, order_day, name, quantity, price, sku, design_url, created_at, updated_at)
        select j.key + 1, ${field(ofItem)}, 1, 1, 1, 'Mug', 1, 1, 'S', 'https://d.example.com', 5, 6 from json_each(?) j`,
    ).bind(items),
    env.DB.prepare("update sequences set value = 100000"),
  ]);
}

const run = () => worker.scheduled(createScheduledController({ scheduledTime: new Date() }), env);
const pending = async () => (await rows("select id from orders where refunded_tax is null and refund_amount <> 0")).length;

/** All that is kept of an order, but for what this backfill and those of other columns store. */
async function keptOf() {
  const [orders, events, history, words] = await Promise.all([
    rows("select * from orders order by id"),
    rows("select * from events"),
    rows("select * from order_history"),
    rows("select rowid from order_search where order_search match '\"1~word7\"'"),
  ]);
  return {
    orders: orders.map((order) => ({ ...order, refunded_tax: undefined, text_bytes: undefined, customer_sort_key: undefined })),
    events,
    history,
    words,
  };
}

let v2: ReturnType<typeof v2As>;

async function expectTrueFigures(): Promise<void> {
  const netOf = async (query: string) => {
    const { body } = await v2(`/analytics/summary?${query}`);
    return Object.fromEntries(
      body.currencies.map((one: { currency: string; revenue: { net: number } }) => [one.currency, one.revenue.net]),
    );
  };
  const all = { USD: expectedNet("USD"), VND: expectedNet("VND") };
  expect(await netOf("period=all_time")).toEqual(all);
  expect(await netOf("period=custom&from=2025-12-31&to=2026-03-31&timezone=Asia/Kathmandu")).toEqual(all);
  expect(await netOf("period=all_time&store_id=two")).toEqual({ USD: expectedNet("USD", 2), VND: expectedNet("VND", 2) });
  const { body } = await v2("/analytics/summary?period=custom&from=2025-12-01&to=2026-03-31&group_by=month&currency=VND");
  const byMonth: { revenue: { net: number } }[] = body.currencies[0].series;
  // Sums of months in stored units: the sum of floats would be off.
  expect(byMonth.reduce((sum, { revenue }) => sum + BigInt(Math.round(revenue.net * 10_000)), 0n)).toBe(
    BigInt(Math.round(all.VND * 10_000)),
  );
}

beforeAll(async () => {
  // Only the first database has rows of that time.
  placeOrganizations(0);
  await reset();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => name < "0009"),
  );
  await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('credentials', ?)")
    .bind(Math.floor(3e12 + Math.random() * 1e12))
    .run();
  await insertOldOrders();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  v2 = v2As(await aCredential(1, "api_token"));
});
afterEach(() => vi.restoreAllMocks());

describe("orders that were written before the tax of refunds was stored", () => {
  it("have true figures before anything is computed", async () => {
    expect(await pending()).toBe(old.filter(({ refund_amount }) => (refund_amount ?? 0) !== 0).length);
    await expectTrueFigures();
  });

  it("count as orders with a cost only where they have a live item", async () => {
    const counted = old.filter(({ status, currency }) => status !== "Cancelled" && currency === "USD");
    const covered = counted.filter(({ items, cost }) => items.includes("New") && cost !== null);
    const { body } = await v2("/analytics/summary?period=all_time&currency=USD");
    expect(body.currencies[0].coverage).toEqual({
      orders_with_cost: covered.length,
      orders_missing_cost: counted.length - covered.length,
      is_partial: true,
    });
    await expectTrueOrderRollUps(1);
  });

  it("are computed in batches, which a run that dies leaves to the next; figures are true all the while", async () => {
    const [before, answer] = [await keptOf(), await v2("/orders/5")];
    const [atFirst, batch] = [await pending(), env.DB.batch.bind(env.DB)];
    let updates = 0;
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      const isUpdate = statements.some((one) => "statement" in one && String(one.statement).includes("set refunded_tax = j.value"));
      if (isUpdate && (updates += 1) === 2) throw new Error("the second batch is lost");
      return await batch(statements);
    });
    await run();
    const left = await pending();
    expect([left > 0, left < atFirst]).toEqual([true, true]);
    await expectTrueFigures();
    await expectTrueOrderRollUps(1);

    await run();
    expect(await pending()).toBe(0);
    await expectTrueFigures();
    await expectTrueOrderRollUps(1);
    expect(await rows("select id from orders where refunded_tax is not null and coalesce(refund_amount, 0) = 0")).toEqual([]);

    // Nothing else about an order has changed.
    expect(await keptOf()).toEqual(before);
    const again = await v2("/orders/5");
    expect([again.headers.get("ETag"), again.body]).toEqual([answer.headers.get("ETag"), answer.body]);
  });

  it("are left alone from then on", async () => {
    const prepare = vi.spyOn(env.DB, "prepare");
    await run();
    expect(prepare.mock.calls.filter(([sql]) => sql.includes("set refunded_tax = j.value"))).toEqual([]);
  });

  it("keep what somebody writes between the backfill's look and its write", async () => {
    const [order] = await rows<{ id: number }>("select id from orders where refund_amount > 100000 and tax > 100000 order by id limit 1");
    const id = order?.id ?? 0;
    await env.DB.prepare("update orders set refunded_tax = null where id = ?").bind(id).run();
    const batch = env.DB.batch.bind(env.DB);
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      if (statements.some((one) => "statement" in one && String(one.statement).includes("set refunded_tax = j.value"))) {
        vi.restoreAllMocks();
        expect((await v2(`/orders/${id}`, { method: "PATCH", body: { refund_amount: 5, refund_tax: 1 } })).status).toBe(200);
      }
      return await batch(statements);
    });
    await run();
    expect(await rows("select refund_amount, refunded_tax from orders where id = ?", id)).toEqual([
      { refund_amount: 50_000, refunded_tax: 10_000 },
    ]);
    await expectTrueOrderRollUps(1);
  });

  it("wait while nobody is served", async () => {
    await env.DB.prepare("update orders set refunded_tax = null where id in (5, 11)").run();
    await worker.scheduled(createScheduledController({ scheduledTime: new Date() }), { ...env, MAINTENANCE: "true" });
    expect(await pending()).toBe(2);
    await run();
    expect(await pending()).toBe(0);
    await env.DB.prepare("update orders set refunded_tax = 0 where coalesce(refund_amount, 0) = 0").run();
    await expectTrueRefundedTaxes(1);
  });

  it("are too many for one request where 20,000 are pending: 503 until the backfill has come to them", async () => {
    const { id } = await asOperator("/organizations", { name: "Large shop", currency: "USD", timezone: "UTC" });
    const { id: store } = await asOperator(`/organizations/${id}/stores`, { name: "Large", platform: "custom" });
    await env.DB.prepare(
      `insert into orders (id, organization_id, store_id, status, currency, date, total_amount, subtotal, tax, shipping_cost, discount, refund_amount,
          item_count, missing_sku, missing_design, missing_cost, created_at, updated_at)
        with recursive n(n) as (select 1 union all select n + 1 from n where n < 20001)
        select 200000 + n, ?, ?, 'New', 'USD', ?, 1080000, 1000000, 80000, 0, 0, 540000, 1, 0, 0, 0, 5, 5 from n`,
    )
      .bind(id, store, Date.now())
      .run();
    const large = v2As(await aCredential(id, "api_token"));
    const refused = await large("/analytics/summary?period=all_time");
    expect([refused.status, refused.body.error.details[0].code, refused.headers.get("Retry-After")]).toEqual([
      503,
      "figures_pending",
      "60",
    ]);
    // The home page shows that they are unknown.
    const member = await aMember(id, "member");
    const unknown = async () => (await member.open("/home")).text.match(/<span class="value">—/g)?.length;
    expect(await unknown()).toBe(2);
    await run();
    expect(await unknown()).toBeUndefined();
    const { body } = await large("/analytics/summary?period=all_time");
    expect(body.currencies[0].revenue.net).toBe(20_001 * 50);
  });
});
