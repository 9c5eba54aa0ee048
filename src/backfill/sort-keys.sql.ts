import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { OrganizationsDb } from "../platform/db/database";
import { expenses } from "../expenses/table";
import { orderItems } from "../orders/items/table";
import { orders } from "../orders/table";
import { products } from "../products/table";
import { stores } from "../stores/table";
import { needsSortKey } from "../platform/db/columns";
import { sortKey } from "../platform/db/text/sort-key";
import { NOT_HALTED } from "../platform/db/halted.sql.ts";
import { Statement, WriteStatement } from "../platform/db/statement";

/** A table and its sort key columns, each with the text column that it is computed from. */
export interface SortedTable {
  table: SQLiteTable;
  /** The name of the index of its rows without a sort key. */
  pending: string;
  columns: readonly (readonly [key: AnySQLiteColumn, text: AnySQLiteColumn])[];
}

/** The smallest tables first. */
export const SORTED_TABLES: readonly SortedTable[] = [
  { table: stores, pending: "stores_pending_sort_keys", columns: [[stores.name_sort_key, stores.name]] },
  {
    table: products,
    pending: "products_pending_sort_keys",
    columns: [
      [products.title_sort_key, products.title],
      [products.sku_sort_key, products.sku],
    ],
  },
  { table: expenses, pending: "expenses_pending_sort_keys", columns: [[expenses.category_sort_key, expenses.category]] },
  { table: orders, pending: "orders_pending_sort_keys", columns: [[orders.customer_sort_key, orders.customer_name]] },
  {
    table: orderItems,
    pending: "order_items_pending_sort_keys",
    columns: [
      [orderItems.name_sort_key, orderItems.name],
      [orderItems.sku_sort_key, orderItems.sku],
      [orderItems.status_sort_key, orderItems.status],
    ],
  },
];

/** A row without a sort key: its id, and its texts by column name. */
export type PendingRow = Readonly<Record<string, string | number | null>>;

/** Reads up to `limit` rows of any organization without a sort key. */
export async function rowsWithoutSortKeys(
  db: OrganizationsDb,
  { table, pending, columns }: SortedTable,
  limit: number,
): Promise<PendingRow[]> {
  const texts = columns.map(([, text]) => sql`${text}`);
  const [rows] = await db.run(
    new Statement<PendingRow>(sql`select id, ${sql.join(texts, sql`, `)} from ${table} indexed by ${sql.identifier(pending)}
      where (${needsSortKey(...columns)}) and organization_id ${NOT_HALTED} limit ${limit}`),
  );
  return rows;
}

/** Stores the sort keys of rows. Skips a row if a text has changed since it was read, because that write has stored the key. */
export async function storeSortKeys(db: OrganizationsDb, { table, columns }: SortedTable, rows: readonly PendingRow[]): Promise<void> {
  const jsonValue = (name: string): SQL => sql.raw(`j.value->>'${name}'`);
  const pairs = columns.map(([key, text]) => ({ key, text }));
  const values = rows.map((row) => ({
    ...row,
    ...Object.fromEntries(pairs.map(({ key, text }) => [key.name, sortKey(row[text.name]?.toString())])),
  }));
  const set = pairs.map(({ key }) => sql`${sql.identifier(key.name)} = ${jsonValue(key.name)}`);
  const unchanged = pairs.map(({ text }) => sql`${text} is ${jsonValue(text.name)}`);
  await db.run(
    new WriteStatement(sql`update ${table} set ${sql.join(set, sql`, `)} from json_each(${JSON.stringify(values)}) j
      where ${table}.id = ${jsonValue("id")} and ${sql.join(unchanged, sql` and `)}`),
  );
}
