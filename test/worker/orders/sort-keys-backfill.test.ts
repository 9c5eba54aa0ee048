import { applyD1Migrations, createScheduledController, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import worker from "../../../src/worker";
import { aCredential, type Answer, rows, v1As } from "../../kit/client";
import { placeOrganizations } from "../../kit/databases";

/** More than the backfill does in two batches of 500. */
const ORDERS = 1200;
const NAMES = ["Zoë", "Igor", "Ígor", "Ångström", "Åsa"];
/** In the order of their base letters. */
const SORTED = ["Ångström", "Åsa", "Igor", "Ígor", "Zoë"];
const nameOf = (id: number): string => NAMES[id % NAMES.length] ?? "";
const STATUSES = ["New", "Complete", "Cancelled", "Shipped"];

async function insertOldRows(): Promise<void> {
  const data = JSON.stringify(
    Array.from({ length: ORDERS }, (_, n) => ({
      id: n + 1,
      name: nameOf(n + 1),
      status: STATUSES[n % 4],
      item: n % 3 === 0 ? "Delivered" : "New",
    })),
  );
  await env.DB.batch([
    env.DB.prepare(
      "insert into organizations (id, name, currency, timezone, created_at, updated_at) values (1, 'Old', 'USD', 'UTC', 1, 1)",
    ),
    env.DB.prepare(
      `insert into stores (id, organization_id, name, platform, currency, is_active, created_at, updated_at)
        values (1, 1, 'Übersee', 'custom', 'USD', 1, 1, 1), (2, 1, 'Unterwegs', 'custom', 'USD', 1, 1, 1)`,
    ),
    env.DB.prepare(
      `insert into orders (id, organization_id, store_id, status, date, currency, total_amount, subtotal, tax, shipping_cost, discount, customer_name,
          item_count, missing_sku, missing_design, missing_cost, version, event_sequence, created_at, updated_at)
        select j.value->>'id', 1, 1, j.value->>'status', 86400000, 'USD', 1, 1, 0, 0, 0, j.value->>'name', 1, 1, 1, 1, 3, 3, 5, 6 from json_each(?) j`,
    ).bind(data),
    env.DB.prepare(
      `insert into order_items (id, organization_id, order_id, store_id, order_date, order_day, name, sku, status, quantity, price, created_at, updated_at)
        select j.value->>'id', 1, j.value->>'id', 1, 86400000, 1, j.value->>'name', iif(j.key % 2, j.value->>'name', null), j.value->>'item', 1, 1, 5, 6
        from json_each(?) j`,
    ).bind(data),
    env.DB.prepare(
      "insert into products (organization_id, sku, title, created_at, updated_at) select 1, j.value, j.value, 5, 6 from json_each(?) j",
    ).bind(JSON.stringify(NAMES)),
    env.DB.prepare(
      `insert into expenses (organization_id, category, category_group, amount, currency, date, created_at, updated_at)
        select 1, j.value, 'other', 1, 'USD', '2026-01-01', 5, 6 from json_each(?) j`,
    ).bind(JSON.stringify(NAMES)),
    env.DB.prepare("update sequences set value = 100000"),
  ]);
}

const run = () => worker.scheduled(createScheduledController({ scheduledTime: new Date() }), env);

const PENDING = {
  stores: "name glob '*[^ -~]*' and name_sort_key is null",
  orders: "customer_name glob '*[^ -~]*' and customer_sort_key is null",
  order_items: "(name glob '*[^ -~]*' and name_sort_key is null) or (sku glob '*[^ -~]*' and sku_sort_key is null)",
  products: "(title glob '*[^ -~]*' and title_sort_key is null) or (sku glob '*[^ -~]*' and sku_sort_key is null)",
  expenses: "category glob '*[^ -~]*' and category_sort_key is null",
};

async function pending(): Promise<number> {
  const counts = await Promise.all(
    Object.entries(PENDING).map(([table, where]) => rows<{ n: number }>(`select count(*) as n from ${table} where ${where}`)),
  );
  return counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
}

/** All that is kept of orders and items, but for their sort keys and what another backfill computes. */
async function keptOf() {
  const [orders, items, events] = await Promise.all([
    rows("select * from orders"),
    rows("select * from order_items"),
    rows("select * from events"),
  ]);
  const without = (row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith("_sort_key") && name !== "text_bytes"));
  return { orders: orders.map(without), items: items.map(without), events };
}

let v1: ReturnType<typeof v1As>;
beforeAll(async () => {
  // Only the first database has rows of that time.
  placeOrganizations(0);
  await reset();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => name < "0011"),
  );
  await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('credentials', ?)")
    .bind(Math.floor(3e12 + Math.random() * 1e12))
    .run();
  await insertOldRows();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  v1 = v1As(await aCredential(1, "api_key"));
});
afterEach(() => vi.restoreAllMocks());

/** The distinct values of a field, in the order of a list. */
async function listed(path: string, field: string): Promise<string[]> {
  const values: string[] = [];
  for (let page = 1; page <= 6; page += 1) {
    const { body }: Answer = await v1(`${path}${path.includes("?") ? "&" : "?"}page_size=200&page=${page}`);
    values.push(...body.data.map((row: Record<string, string>) => row[field]));
  }
  return values.filter((value, index) => value !== values[index - 1]);
}

describe("items that were written before it was kept whether their order is closed", () => {
  it("are known to be from the migration on", async () => {
    const differing = `select i.id from order_items i join orders o on o.id = i.order_id where i.order_closed <> (o.status in ('Complete', 'Cancelled'))`;
    expect(await rows(differing)).toEqual([]);
    const needed = `select count(*) as n from order_items i join orders o on o.id = i.order_id
      where o.status not in ('Complete', 'Cancelled') and i.status = 'New'`;
    const [{ n: designs } = { n: 0 }] = await rows<{ n: number }>(needed);
    const [{ n: skus } = { n: 0 }] = await rows<{ n: number }>(`${needed} and i.sku is null`);
    expect(designs).toBeGreaterThan(skus);
    expect(await rows("select filter, basis, bucket, total from list_counts where filter like 'needs%' order by filter, basis")).toEqual([
      { filter: "needs_design:1", basis: "all", bucket: 0, total: designs },
      { filter: "needs_sku", basis: "all", bucket: 0, total: skus },
      { filter: "needs_sku", basis: "order_day", bucket: 1, total: skus },
    ]);
  });
});

describe("texts that were written before sort keys were stored", () => {
  it("are listed without being lost before anything is computed", async () => {
    expect(await pending()).toBeGreaterThan(1000);
    expect(new Set(await listed("/orders?sort=customerName:asc", "customerName"))).toEqual(new Set(NAMES));
  });

  it("are computed in batches, which a run that dies leaves to the next, and nothing else about a row changes", async () => {
    const [before, atFirst, batch] = [await keptOf(), await pending(), env.DB.batch.bind(env.DB)];
    let updates = 0;
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      const isUpdate = statements.some((one) => "statement" in one && String(one.statement).includes('set "customer_sort_key"'));
      if (isUpdate && (updates += 1) === 2) throw new Error("the second batch is lost");
      return await batch(statements);
    });
    await run();
    const left = await pending();
    expect([updates, left > 0, left < atFirst]).toEqual([2, true, true]);
    vi.restoreAllMocks();
    await run();
    expect(await pending()).toBe(0);
    expect(await keptOf()).toEqual(before);
  });

  it("are sorted by their base letters from then on", async () => {
    const merged = async (path: string, field: string): Promise<string[]> =>
      (await listed(path, field)).map((name) => (name === "Ígor" ? "Igor" : name)).filter((name, index, all) => name !== all[index - 1]);
    const names = SORTED.filter((name) => name !== "Ígor");
    expect(await merged("/orders?sort=customerName:asc", "customerName")).toEqual(names);
    expect(await merged("/orderItems?sort=name:asc", "name")).toEqual(names);
    expect((await merged("/orderItems?sort=sku:asc", "sku")).filter((sku) => sku !== null)).toEqual(names);
    expect(await listed("/products?sort=title:asc", "title")).toEqual(SORTED);
    expect(new Set(await listed("/expenses?sort=category:asc", "category"))).toEqual(new Set(SORTED));
    expect(await listed("/stores", "name")).toEqual(["Übersee", "Unterwegs"]);
  });

  it("are left alone when all are done", async () => {
    const prepare = vi.spyOn(env.DB, "prepare");
    await run();
    expect(prepare.mock.calls.filter(([sql]) => sql.includes('_sort_key" ='))).toEqual([]);
  });

  it("keep what somebody writes between the backfill's look and its write", async () => {
    await env.DB.prepare("update orders set customer_sort_key = null where id = 5").run();
    const batch = env.DB.batch.bind(env.DB);
    vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
      if (statements.some((one) => "statement" in one && String(one.statement).includes('set "customer_sort_key"'))) {
        vi.restoreAllMocks();
        await env.DB.prepare("update orders set customer_name = 'Écrit', customer_sort_key = 'ecrit' where id = 5").run();
      }
      return await batch(statements);
    });
    await run();
    expect(await rows("select customer_name, customer_sort_key from orders where id = 5")).toEqual([
      { customer_name: "Écrit", customer_sort_key: "ecrit" },
    ]);
  });

  it("wait while nobody is served", async () => {
    await env.DB.prepare("update orders set customer_sort_key = null where id in (2, 3)").run();
    await worker.scheduled(createScheduledController({ scheduledTime: new Date() }), { ...env, MAINTENANCE: "true" });
    expect(await pending()).toBe(2);
    await run();
    expect(await pending()).toBe(0);
  });
});
