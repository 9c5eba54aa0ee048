import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { type LogLine, logOf } from "../../kit/log";
import { organizationD1 } from "../../kit/databases";

/** The query plans of all statements of a request. */
async function plansOf(request: () => Promise<ApiResponse>): Promise<string[]> {
  await request();
  const prepare = vi.spyOn(organizationD1(), "prepare");
  expect((await request()).status).toBe(200);
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  vi.restoreAllMocks();
  const plans = statements.map(async (sql) => {
    const bindings = Array.from({ length: sql.split("?").length - 1 }, () => 1);
    return (await rows<{ detail: string }>(`explain query plan ${sql}`, ...bindings)).map(({ detail }) => detail);
  });
  return (await Promise.all(plans)).flat();
}

/** Inserts `count` products directly into the tables: each in one store, every hundredth with the tag and the word `rare`. */
async function aCatalog(count: number): Promise<Shop> {
  const shop = await createShop();
  const first = await shop.v1("/products", { body: { title: "First" }, headers: idempotencyKey() });
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => n));
  const id = `${first.body.data.id} + 1 + j.value`;
  await organizationD1().batch([
    organizationD1()
      .prepare(
        `insert into products (id, organization_id, title, sku, created_at, updated_at)
        select ${id}, ?, 'Mug ' || j.value, 'SKU-' || j.value, j.value, j.value from json_each(?) j`,
      )
      .bind(shop.id, numbers),
    organizationD1()
      .prepare(
        `insert into product_terms (organization_id, kind, term, product_id)
        select ?, 'store', 'gift', ${id} from json_each(?) j union all select ?, 'tag', 'rare', ${id} from json_each(?) j where j.value % 100 = 0`,
      )
      .bind(shop.id, numbers, shop.id, numbers),
    organizationD1()
      .prepare(
        `insert into product_search (rowid, words) select ${id}, cast(? as text) || '~' || iif(j.value % 100 = 0, 'rare', 'mug') from json_each(?) j`,
      )
      .bind(String(shop.id), numbers),
  ]);
  await shop.v1("/products?page_size=1");
  return shop;
}

let few: Shop;
let many: Shop;
beforeAll(async () => {
  few = await aCatalog(300);
  many = await aCatalog(3000);
});
afterEach(() => vi.restoreAllMocks());

const costOf = (shop: Shop, path: string): Promise<LogLine> => logOf(() => shop.v1(path));

describe("GET /products", () => {
  it.each(["updated_at", "created_at", "title", "sku", "price", "id"])(
    "sorted by %s is read from an index without sorting",
    async (field) => {
      for (const direction of ["asc", "desc"]) {
        const plans = await plansOf(() => few.v1(`/products?sort=${field}:${direction}`));
        // The page and the total.
        expect(plans).toHaveLength(2);
        for (const line of plans) expect(line).toMatch(/^SEARCH p USING (COVERING )?INDEX products_\w+ \(organization_id=\?\)$/);
      }
    },
  );

  it.each([
    "sku=a",
    "spu=a",
    "store=gift",
    "platform=etsy",
    "tag=rare",
    "updated_after=2026-01-01",
    "q=rare",
    "q=rare&tag=rare&store=gift",
  ])("?%s searches every table and scans none", async (query) => {
    const plans = await plansOf(() => few.v1(`/products?${query}`));
    expect(plans).not.toEqual([]);
    // Constants, a full-text search (a virtual table) and the rows of a subquery (f, q) have no index.
    const scans = plans.filter((line) => line.startsWith("SCAN") && !/CONSTANT ROW|VIRTUAL TABLE|^SCAN [fq]$|SUBQUERY/.test(line));
    expect(scans).toEqual([]);
  });

  it("takes one trip; a page costs its rows, the total one index entry for each matching product", async () => {
    const [small, large] = [await costOf(few, "/products?page_size=10"), await costOf(many, "/products?page_size=10")];
    expect(small).toMatchObject({ d1_trips: 1, gate_calls: 1 });
    // The catalog also has a first product. One row is read besides.
    expect(small.rows_read).toBeLessThanOrEqual(301 + 10 + 1);
    expect(large.rows_read).toBeLessThanOrEqual(3001 + 10 + 1);
  });

  it.each([
    ["q=rare", 3, 30],
    ["tag=rare", 3, 30],
    ["tag=rare&store=gift", 3, 30],
    ["sku=sku-7", 1, 1],
  ])("?%s costs its matches, however large the catalog", async (query, inFew, inMany) => {
    const [small, large] = [await costOf(few, `/products?${query}`), await costOf(many, `/products?${query}`)];
    expect((await few.v1(`/products?${query}`)).body.meta.pagination.total).toBe(inFew);
    expect((await many.v1(`/products?${query}`)).body.meta.pagination.total).toBe(inMany);
    // A match takes 5 to 15 rows, depending on the number of filters. The catalogs have 300 and 3,000 products.
    expect(small.rows_read).toBeLessThanOrEqual(25 * inFew + 25);
    expect(large.rows_read).toBeLessThanOrEqual(25 * inMany + 25);
  });

  it("a search costs nothing for another organization's products", async () => {
    const empty = await createShop();
    await empty.v1("/products?page_size=1");
    // Each of the others' products with this word or tag would be a row.
    expect((await costOf(empty, "/products?q=mug")).rows_read).toBeLessThanOrEqual(3);
    expect((await costOf(empty, "/products?tag=rare")).rows_read).toBeLessThanOrEqual(3);
  });

  it("a new product costs the same in a large catalog, including the check of its SKU", async () => {
    const cost = (shop: Shop) =>
      logOf(() =>
        shop.v1("/products", { body: { title: "New", sku: "SKU-5", stores: ["gift"], tags: ["rare"] }, headers: idempotencyKey() }),
      );
    const [small, large] = [await cost(few), await cost(many)];
    expect(large.rows_read).toBeLessThanOrEqual(small.rows_read + 3);
    expect(large.rows_read).toBeLessThanOrEqual(40);
  });

  it("a change writes only the changed values: a new price writes no terms and no other products", async () => {
    const tags = Array.from({ length: 100 }, (_, n) => `tag ${n}`);
    const { body } = await few.v1("/products", { body: { title: "Tagged", tags }, headers: idempotencyKey() });
    const change = (fields: unknown) =>
      logOf(() => few.v1(`/products/${body.data.id}`, { method: "PUT", body: fields, headers: idempotencyKey() }));
    // The terms of its tags alone would be 100.
    expect((await change({ price: 3 })).rows_written).toBeLessThanOrEqual(20);
    expect((await change({ tags: [...tags, "one more"] })).rows_written).toBeLessThanOrEqual(20);
  });
});
