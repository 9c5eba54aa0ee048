import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { jsonChunks } from "../../../platform/db/sql-values";
import { textKeys } from "../../../platform/db/text/text-keys";
import { orderItems } from "../items/table";
import { orders } from "../table";
import type { ItemValues, OrderValues } from "./row-values.sql.ts";

/** The columns of an order that an ingest writes. */
export const ORDER_COLUMNS = Object.keys(getTableColumns(orders)).filter((name) => !["id", "organization_id"].includes(name));
const COMPUTED_ITEM_COLUMNS = new Set(["id", "organization_id", "order_id", "order_closed", "count_parity"]);
/** The columns of an item that an ingest writes from its values. */
export const ITEM_COLUMNS = Object.entries(getTableColumns(orderItems))
  .filter(([name, column]) => column.generated === undefined && !COMPUTED_ITEM_COLUMNS.has(name))
  .map(([name]) => name);

export const list = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}"`).join(", "));

/** SQL of the values of columns in a row of JSON `j.value`. */
export const valuesOf = (names: readonly string[]): SQL => sql.raw(names.map((name) => `j.value->>'${name}'`).join(", "));

/** SQL that sets columns to their values in a row of JSON `j.value`. */
export const assignments = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}" = j.value->>'${name}'`).join(", "));

/** Omits nulls to keep the parameters small. SQLite's `->>` returns null for an absent key too. */
function compact(row: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in row) if (row[name] !== null && row[name] !== undefined) present[name] = row[name];
  return present;
}

/**
 * Rows to insert as chunks of JSON, and those of `columns` that at least one of them has. The others are null or their default, and looking for them in
 * each row would take as long as reading those that are there.
 */
export function rowsToInsert<T>(values: readonly T[], columns: readonly string[], rowOf: (value: T, n: number) => Record<string, unknown>) {
  const present = new Set<string>();
  const chunks = jsonChunks(values, (value, n) => {
    const row = rowOf(value, n);
    for (const name in row) present.add(name);
    return row;
  });
  return { chunks, names: columns.filter((name) => present.has(name)) };
}

export function orderRow(order: OrderValues): Record<string, unknown> {
  return compact({ ...order, ...textKeys(orders, order) });
}

export function itemRow(item: ItemValues): Record<string, unknown> {
  return compact({ ...item, ...textKeys(orderItems, item) });
}
