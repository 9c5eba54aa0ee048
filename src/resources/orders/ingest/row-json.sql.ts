import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { jsonChunks } from "../../../platform/db/sql-values";
import { textKeys } from "../../../platform/db/text/text-keys";
import { orderItems } from "../items/table";
import { orders } from "../table";
import type { ItemValues, OrderValues } from "./row-values.sql.ts";

/** The columns of an order that an ingest writes. */
export const WRITTEN_ORDER_COLUMNS = Object.keys(getTableColumns(orders)).filter((name) => !["id", "organization_id"].includes(name));
/** The columns of an item that the statement itself sets, or only an update. */
const NOT_FROM_VALUES = new Set(["id", "organization_id", "order_id", "order_closed", "count_parity"]);
/** The columns of an item that an ingest writes from its values. */
export const WRITTEN_ITEM_COLUMNS = Object.entries(getTableColumns(orderItems))
  .filter(([name, column]) => column.generated === undefined && !NOT_FROM_VALUES.has(name))
  .map(([name]) => name);

const list = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}"`).join(", "));

/** SQL that sets columns to their values in a row of JSON `j.value`. */
export const assignments = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}" = j.value->>'${name}'`).join(", "));

/** Omits nulls to keep the parameters small. SQLite's `->>` returns null for an absent key too. */
export function compact(row: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in row) if (row[name] !== null && row[name] !== undefined) present[name] = row[name];
  return present;
}

/** Rows to insert as JSON, and the SQL that reads them. */
interface RowsToInsert {
  /** JSON arrays of rows, each row an array of its values. */
  chunks: string[];
  /** SQL for the columns to insert: those that at least one row has a value for. */
  names: SQL;
  /** SQL for the values of `names` in a row `j.value`, in the same order. */
  values: SQL;
  /** SQL for any field of a row `j.value`, also one that is no column. */
  field: (name: string) => SQL;
}

/**
 * Converts rows to arrays of their values. With the names of the values, they would be three times as long, and each name would be looked for in
 * each row.
 */
export function rowsToInsert<T>(
  values: readonly T[],
  columns: readonly string[],
  rowOf: (value: T, n: number) => Record<string, unknown>,
): RowsToInsert {
  const positions = new Map<string, number>();
  const positionOf = (name: string): number => {
    const position = positions.get(name) ?? positions.size;
    positions.set(name, position);
    return position;
  };
  // Before all that follows, because it finds the positions.
  const chunks = jsonChunks(values, (value, n) => {
    const fields: unknown[] = [];
    const row = rowOf(value, n);
    // JSON has null for the positions that are left out.
    for (const name in row) if (row[name] !== null && row[name] !== undefined) fields[positionOf(name)] = row[name];
    return fields;
  });
  const names = columns.filter((name) => positions.has(name));
  const field = (name: string): SQL => sql.raw(positions.has(name) ? `(j.value->>${positions.get(name)})` : "null");
  return { chunks, names: list(names), values: sql.join(names.map(field), sql`, `), field };
}

/** The columns of an order that come from its values. */
export const orderRow = (order: OrderValues): Record<string, unknown> => ({ ...order, ...textKeys(orders, order) });

/** The columns of an item that come from its values. */
export const itemRow = (item: ItemValues): Record<string, unknown> => ({ ...item, ...textKeys(orderItems, item) });
