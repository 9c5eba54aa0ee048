import { beforeAll, expect, it } from "vitest";
import { COPIED_TABLES } from "../../../src/tenants/move/tenant-tables.sql.ts";
import { SCANNED_TABLES } from "../../../src/tenants/personal-data/scan.sql.ts";
import { databaseOf } from "../../../src/platform/db/database";
import { createShop, rowsIn, rowsOf, type Shop, ingestOrder } from "../../kit/client";
import { env } from "cloudflare:workers";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { type CallLimit, exportParts, type FoundRow, nameOf, search } from "./export-kit";
import { fillWithPerson, PERSON } from "./kit";

/** The export of a person with many rows in every table (docs/spec/personal-data.md#export). */

const ORDERS = 40;
const COPIES = 20;
/** Columns that are unique in their table, besides its key. */
const UNIQUE: ReadonlySet<string> = new Set(["id", "event_key", "name", "external_id", "object_key", "preview_key", "number", "version"]);

/** The column of the key that differs in each copy, where it is not the last one: a copy of a line is in a copy of its supplier order. */
const OWNED_BY: Record<string, string> = { supplier_order_lines: "supplier_order_id" };

/** Copies the rows of an organization in a table, under new keys. */
async function multiply(d1: D1Database, organizationId: number, name: string, copies = COPIES): Promise<void> {
  const table = COPIED_TABLES.find((each) => each.name === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  const { definitions, key } = table;
  const values = definitions.map((column) => {
    // An item has one current proof.
    if (name === "proofs" && column.name === "state") return "'superseded'";
    const isUnique = UNIQUE.has(column.name) || column.name === (OWNED_BY[name] ?? key.at(-1));
    if (!isUnique) return `"${column.name}"`;
    if (column.type === "text") return `"${column.name}" || '-' || n.value`;
    return key.length === 1 && key[0] === column.name ? "null" : `"${column.name}" + 1000 * n.value`;
  });
  const columns = definitions.map((column) => `"${column.name}"`).join();
  await rowsIn(
    d1,
    `insert into ${name} (${columns}) select ${values.join()} from ${name} t, (select value from json_each(?)) n where organization_id = ?`,
    JSON.stringify(Array.from({ length: copies }, (_, n) => n + 1)),
    organizationId,
  );
}

let shop: Shop;
let found: FoundRow[];
beforeAll(async () => {
  captureEnqueued();
  shop = await createShop({ database: 1 });
  await fillWithPerson(shop);
  const d1 = databaseOf(env, { database: 1 });
  for (const { name } of [...SCANNED_TABLES, { name: "fulfillments" }]) await multiply(d1, shop.id, name);
  await multiply(env.DB, shop.id, "audit_log");
  for (let nth = 0; nth < ORDERS; nth += 1)
    await ingestOrder(shop, { customer_name: PERSON.name, items: [{ name: "Mug", price: nth, comment: PERSON.email }] });
  found = await search(shop.id, PERSON);
});

const exported = async (limit: CallLimit, between?: (nth: number) => Promise<void>) => {
  const parts = await exportParts(shop, PERSON, limit, between);
  return { count: parts.length, rows: parts.flat() };
};

/** The calls of the Free plan, a few more, and those of the Paid plan in both ways of counting. */
const LIMITS: CallLimit[] = [
  { maxCalls: 50, countedPer: "batch" },
  { maxCalls: 60, countedPer: "batch" },
  { maxCalls: 1_000, countedPer: "batch" },
  { maxCalls: 1_000, countedPer: "statement" },
];

it("the person has many rows in every table", () => {
  const counts = new Map<string, number>();
  for (const { table } of found) counts.set(table, (counts.get(table) ?? 0) + 1);
  const few = [...counts].filter(([, count]) => count < COPIES);
  expect(few).toEqual([]);
  expect(SCANNED_TABLES.map(({ name }) => name).filter((name) => !counts.has(name))).toEqual([]);
});

it.each(LIMITS)("the parts have each row of the search once, within $maxCalls calls per $countedPer", async (limit) => {
  const { count, rows } = await exported(limit);
  expect(count).toBeGreaterThan(1);
  expect(new Set(rows.map(nameOf)).size).toBe(rows.length);
  expect(rows).toEqual(found);
});

it.each(LIMITS)("rows that change between the parts are in exactly one part: $maxCalls calls per $countedPer", async (limit) => {
  const change = async (nth: number) => {
    const order = "(select id from orders where organization_id = ?1 order by id desc limit 1 offset ?2)";
    await rowsOf(shop, `update tickets set order_id = ${order} where organization_id = ?1`, shop.id, nth % ORDERS);
    await rowsOf(shop, "update orders set ship_name = ?, updated_at = updated_at + 1 where organization_id = ?", `Guest ${nth}`, shop.id);
  };
  const { count, rows } = await exported(limit, change);
  expect(count).toBeGreaterThan(1);
  const names = rows.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  const all = new Set(names);
  expect(found.map(nameOf).filter((name) => !all.has(name))).toEqual([]);
});

it("an export that reads many orders of other people stays within its calls", async () => {
  const other = await createShop({ database: 1 });
  // Texts beyond ASCII are compared in the Worker, so each of the orders is read.
  await ingestOrder(other, { external_id: "first", customer_name: "Łucja Żółć", items: [{ name: "Mug", price: 1 }] });
  await multiply(databaseOf(env, { database: 1 }), other.id, "orders", 450);
  const parts = await exportParts(other, PERSON, { maxCalls: 10, countedPer: "batch" });
  expect([parts.length > 2, parts.flat()]).toEqual([true, []]);
});
