import { type SQL, sql } from "drizzle-orm";
import { STORE_SORT_KEY } from "../../stores/lookup.sql.ts";
import { dueDay } from "./due.sql.ts";
import { inTextOrder } from "../../../platform/db/columns";
import type { Sort } from "../../../platform/db/list/sort";
import { dateAndId, type Matching } from "./match.sql.ts";

/** `ship_by_date`: open orders by the day to ship by, then all others. */
export type OrderSortField =
  | "date"
  | "created_at"
  | "updated_at"
  | "total_amount"
  | "customer_name"
  | "store_name"
  | "status"
  | "ship_by_date"
  | "id";

export const SORT_COLUMN: Record<OrderSortField, SQL> = {
  date: sql`o.date`,
  created_at: sql`o.created_at`,
  updated_at: sql`o.updated_at`,
  total_amount: sql`o.total_amount`,
  customer_name: inTextOrder(sql`o.customer_name_sort_key`, sql`o.customer_name`),
  store_name: STORE_SORT_KEY,
  status: sql`o.status`,
  ship_by_date: dueDay("o"),
  id: sql`o.id`,
};

/** The indexes that contain an organization's orders in the order of a field. The other sorts are limited (docs/spec/pagination.md#deep-pages). */
export const SORT_INDEX: ReadonlyMap<OrderSortField, SQL> = new Map<OrderSortField, SQL>([
  ["date", sql`orders_date`],
  ["created_at", sql`orders_created`],
  ["updated_at", sql`orders_updated`],
  ["total_amount", sql`orders_total`],
  ["customer_name", sql`orders_customer`],
  ["ship_by_date", sql`orders_due`],
  ["id", sql`orders_organization`],
]);

/** Where a keyset page continues: the last row's sort value and id. */
export type OrderPosition = readonly [value: number, id: number];

/** A list of orders, from its beginning or after a position. */
export interface List extends Matching {
  sort: Sort<OrderSortField>;
  after: OrderPosition | null;
}

const OF_ORDER = { date: SORT_COLUMN.date, id: SORT_COLUMN.id };

/** SQL for the ORDER BY of orders. `row` has the date and the id of an order. */
export function orderBy(sort: Sort<OrderSortField>, row = OF_ORDER): SQL {
  return sort.field === "date" ? orderByColumn(sort, row.date, row.id) : orderByColumn(sort, SORT_COLUMN[sort.field], sql`o.id`);
}

/** SQL for the order of rows by a column, then by id. */
export function orderByColumn(sort: Sort<string>, column: SQL, id: SQL): SQL {
  const direction = sql.raw(sort.direction);
  if (sort.field === "id") return sql`${id} ${direction}`;
  // Keeps the rows of each store together, even if two stores have the same sort key.
  const store = sort.field === "store_name" ? sql`s.id ${direction},` : sql``;
  return sql`${column} ${direction}, ${store} ${id} ${direction}`;
}

/** SQL for the condition for orders after the position of a list. Starts with "and" if there is one. */
export function afterPosition({ sort: { field, direction }, after, filter }: List): SQL {
  if (after === null) return sql``;
  const { date, id } = dateAndId(filter);
  const columns = field === "date" ? sql`${date}, ${id}` : sql`${SORT_COLUMN[field]}, o.id`;
  return sql`and (${columns}) ${direction === "asc" ? sql`>` : sql`<`} (${after[0]}, ${after[1]})`;
}
