import { type SQL, sql } from "drizzle-orm";
import { STORE_SORT_KEY } from "../../stores/lookup.sql.ts";
import { dueDay } from "./due.sql.ts";
import { inTextOrder } from "../../../platform/db/columns";
import type { Sort } from "../../../platform/db/list/sort";

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

/** The index that contains an organization's orders in the order of a field. */
export const SORT_INDEX: Record<OrderSortField, SQL> = {
  date: sql`orders_date`,
  created_at: sql`orders_created`,
  updated_at: sql`orders_updated`,
  total_amount: sql`orders_total`,
  customer_name: sql`orders_customer`,
  store_name: sql`orders_store`,
  status: sql`orders_status`,
  ship_by_date: sql`orders_due`,
  id: sql`orders_organization`,
};

/** Where a keyset page continues: the last row's sort value and id. */
export type OrderPosition = readonly [value: number, id: number];

/** Where a list has the date and the id of an order. */
interface DateAndId {
  date: SQL;
  id: SQL;
}

const OF_ORDER: DateAndId = { date: SORT_COLUMN.date, id: SORT_COLUMN.id };

export function orderBy(sort: Sort<OrderSortField>, row = OF_ORDER): SQL {
  return sort.field === "date" ? orderByColumn(sort, row.date, row.id) : orderByColumn(sort, SORT_COLUMN[sort.field], sql`o.id`);
}

/** SQL for the order of rows by a column, then by id. */
export function orderByColumn(sort: Sort<string>, column: SQL, id: SQL): SQL {
  const direction = sql.raw(sort.direction);
  if (sort.field === "id") return sql`${id} ${direction}`;
  // Keeps the rows of each store together, as in the index, even if two stores have the same sort key.
  const store = sort.field === "store_name" ? sql`s.id ${direction},` : sql``;
  return sql`${column} ${direction}, ${store} ${id} ${direction}`;
}

/** SQL for the condition for orders after a position. Starts with "and" if there is a position. */
export function keysetCondition({ field, direction }: Sort<OrderSortField>, position: OrderPosition | null, row = OF_ORDER): SQL {
  if (position === null) return sql``;
  const columns = field === "date" ? sql`${row.date}, ${row.id}` : sql`${SORT_COLUMN[field]}, o.id`;
  return sql`and (${columns}) ${direction === "asc" ? sql`>` : sql`<`} (${position[0]}, ${position[1]})`;
}
