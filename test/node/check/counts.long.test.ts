import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../kit/property.ts";
import { recount } from "../crash/recount.ts";

/** The counts that the recount of the crash suite compares and that orders and items alone decide. */
const COUNTS = /^(?:sums of orders|sums of items|counts of lists)/;

const SETUP = `pragma foreign_keys = on;
  insert into organizations (id, name, currency, timezone, created_at, updated_at) values (1, 'Shop', 'EUR', 'UTC', 0, 0);
  insert into stores (id, organization_id, name, platform, currency, created_at, updated_at)
    values (1, 1, 'Gift', 'etsy', 'EUR', 0, 0), (2, 1, 'Web', 'etsy', 'EUR', 0, 0);`;

const ITEM = `insert into order_items (organization_id, order_id, store_id, order_date, order_closed, name, quantity, price, status, sku, design_url, cost,
  created_at, updated_at) values (1, :order, :store, :date, :status in ('Complete', 'Cancelled'), 'Mug', 1, 1, :item_status, :sku, null, :cost, 0, 0)`;
const ORDER = `insert into orders (id, organization_id, store_id, status, date, currency, total_amount, subtotal, tax, shipping_cost, discount, refunded_tax,
  item_count, units, text_bytes, missing_sku, missing_design, missing_cost, has_cost, created_at, updated_at)
  values (:order, 1, :store, :status, :date, 'EUR', 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, :date, 0)`;

/** What a write may do with an order. A move deletes changed rows and inserts them again, and inserts items before or after their order. */
const STEPS = {
  "create with items": [ITEM, ITEM, ORDER],
  "create, then add an item": [ORDER, ITEM],
  "change the status of items": ["update order_items set status = :item_status where order_id = :order"],
  "change fields of items": ["update order_items set sku = :sku, cost = :cost, design_url = 'd' where order_id = :order"],
  "change the status": ["update orders set status = :status where id = :order"],
  "change the store and the date": [
    "update orders set store_id = :store, date = :date where id = :order",
    "update order_items set store_id = :store, order_date = :date where order_id = :order",
  ],
  "remove an item": ["delete from order_items where id = (select max(id) from order_items where order_id = :order)"],
  "write the order again": [
    "create temp table kept as select * from orders where id = :order",
    "delete from orders where id = :order",
    "delete from order_items where id = (select min(id) from order_items where order_id = :order)",
    "insert into orders select * from kept",
    "drop table kept",
  ],
  remove: ["delete from order_items where order_id = :order", "delete from orders where id = :order"],
} as const;

const write = fc.record({
  step: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  values: fc.record({
    order: fc.integer({ min: 1, max: 4 }),
    store: fc.constantFrom(1, 2),
    date: fc.constantFrom(0, 43_200_000, 90_000_000),
    status: fc.constantFrom("New", "Shipped", "Complete", "Cancelled"),
    item_status: fc.constantFrom("New", "Shipped", "Cancelled", "Reprint"),
    sku: fc.constantFrom("S", null),
    cost: fc.constantFrom(1, null),
  }),
});

function run(database: DatabaseSync, { step, values }: typeof write extends fc.Arbitrary<infer Write> ? Write : never): void {
  const exists = database.prepare("select 1 from orders where id = ?").get(values.order) !== undefined;
  const isCreation = step.startsWith("create");
  // A creation does not apply to an order that exists, and no other step to one that does not.
  if (exists === isCreation) return;
  database.exec("begin; pragma defer_foreign_keys = on");
  for (const text of STEPS[step]) {
    // A statement that creates a table takes no parameters.
    const sql = text.startsWith("create") ? text.replace(":order", String(values.order)) : text;
    const statement = database.prepare(sql);
    statement.setAllowUnknownNamedParameters(true);
    statement.run(values);
  }
  database.exec("commit");
}

function createDatabase(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(readFileSync("migrations/0000_baseline.sql", "utf8"));
  database.exec(SETUP);
  return database;
}

it("finds a count of each kind that is lost", () => {
  using database = createDatabase();
  const values = { order: 1, store: 1, date: 0, status: "New", item_status: "New", sku: null, cost: null } as const;
  run(database, { step: "create with items", values });
  database.exec("delete from order_rollups; delete from item_rollups; delete from list_counts");
  const found = recount(database).flatMap((difference) => COUNTS.exec(difference) ?? []);
  expect(new Set(found)).toEqual(new Set(["sums of orders", "sums of items", "counts of lists"]));
});

it("counts of orders and items are what a recount says, whatever is written in whichever order", async () => {
  await assertProperty(
    fc.property(fc.array(write, { minLength: 1, maxLength: 30 }), (writes) => {
      using database = createDatabase();
      for (const one of writes) run(database, one);
      expect(recount(database).filter((difference) => COUNTS.test(difference))).toEqual([]);
    }),
    { cases: 100 },
  );
});
