import { type SQL, sql } from "drizzle-orm";
import type { Weight } from "../platform/db/list/page-limit";
import type { OrgReader } from "../platform/db/org-db";
import type { Statement } from "../platform/db/statement";
import { fittingOrders, weightOf, withWeight } from "./list/weight.sql.ts";
import type { FulfillmentRow, OrderRow, StoredItem } from "./rows.sql.ts";
import { fulfillmentsOfOrders, itemsOfOrders, ordersOf } from "./select.sql.ts";

/** SQL of rows with the ids of orders as `id`. */
export type OrderIds = SQL;

/** The size of an order of a set. */
export type OrderSize = Weight & { id: number };

/** SQL for rows with these ids. */
export function rowsOfIds(ids: readonly number[]): OrderIds {
  return sql`select value as id from json_each(${JSON.stringify(ids)})`;
}

/**
 * The sizes of orders, and the orders with their items and fulfillments: all of them if they fit in a page together, else none.
 */
export function orderSet(
  org: OrgReader,
  ids: OrderIds,
): [Statement<OrderSize>, Statement<OrderRow>, Statement<StoredItem>, Statement<FulfillmentRow>] {
  const fitting = fittingOrders(org, ids);
  return [
    org.rows<OrderSize>()`select * from (${withWeight(org, ids, weightOf(org.pageLimit, { fulfillments: true }))}) where ${org.key} is not null`,
    ordersOf(org, fitting),
    itemsOfOrders(org, fitting),
    fulfillmentsOfOrders(org, fitting),
  ];
}
