import { type SQL, sql } from "drizzle-orm";
import { allOrNone } from "../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { weightOf, withWeight } from "./list/weight.sql.ts";
import type { FulfillmentRow, OrderRow, StoredItem } from "./rows.sql.ts";
import { fulfillmentsOfOrders, itemsOfOrders, ORDER_COLUMNS } from "./select.sql.ts";
import { JOIN_STORE } from "../stores/lookup.sql.ts";

/** SQL of rows with the ids of orders as `id`. */
export type OrderIds = SQL;

/** What is read of the orders of a set in addition to their items. Default: their fulfillments. */
export interface SetContents {
  fulfillments?: boolean;
}

/** What an order is called, whose it is, and how much of it was shipped. */
export type NamedOrder = Pick<OrderRow, "id" | "number" | "external_id" | "customer_name" | "fulfillment_state">;

/** An order of a set with its size, or only the size and the id, if the orders do not fit in a page together. */
export type SizedOrder = Weight & { id: number } & ({ store_name: null } | OrderRow);

export function rowsOfIds(ids: readonly number[]): OrderIds {
  return sql`select value as id from json_each(${JSON.stringify(ids)})`;
}

export function namesOfOrders(org: OrgReader, ids: readonly number[]): Statement<NamedOrder> {
  return org.rows<NamedOrder>()`select o.id, o.number, o.external_id, o.customer_name, o.fulfillment_state
    from json_each(${JSON.stringify(ids)}) j join orders o on o.organization_id = ${org.key} and o.id = j.value`;
}

/** Orders with their sizes, and their items and fulfillments: all of them if they fit in a page together, else only the sizes. */
export function orderSet(
  org: OrgReader,
  ids: OrderIds,
  { fulfillments = true }: SetContents = {},
): { orders: Statement<SizedOrder>; items: Statement<StoredItem>; fulfillments: Statement<FulfillmentRow> } {
  const sizes = withWeight(org, ids, weightOf({ fulfillments }));
  const fitting = allOrNone(sizes, org.pageLimit);
  return {
    orders: org.rows<SizedOrder>()`with sizes as materialized (${sizes})
      select ${ORDER_COLUMNS}, w.* from sizes w
        left join orders o on o.organization_id = ${org.key} and o.id = w.id and exists (${allOrNone(sql`select * from sizes`, org.pageLimit)})
        left join stores s on s.organization_id = o.organization_id and s.id = o.store_id`,
    items: itemsOfOrders(org, fitting),
    fulfillments: fulfillmentsOfOrders(org, fulfillments ? fitting : rowsOfIds([])),
  };
}

/** An order, and SQL of its id by which its items are read. */
export interface SingleOrder {
  orders: Statement<OrderRow & Weight>;
  ids: SQL;
}

/** Reads one order as a page. `ids` is empty if it does not fit in the page. A single order always fits in the largest page. */
export function singleOrder(org: OrgReader, id: number | SQL, { withFulfillments }: { withFulfillments: boolean }): SingleOrder {
  const weight = weightOf({ fulfillments: withFulfillments, inheritedTexts: true });
  const { items, bytes, next } = org.pageLimit;
  const fromOrder = sql`from orders o where o.organization_id = ${org.key} and o.id = ${id}`;
  return {
    orders: org.rows<OrderRow & Weight>()`select ${ORDER_COLUMNS}, ${weight} from orders o ${JOIN_STORE}
      where o.organization_id = ${org.key} and o.id = ${id}`,
    ids:
      next === undefined
        ? sql`select o.id ${fromOrder}`
        : sql`select id from (select o.id, ${weight} ${fromOrder}) where page_items <= ${items} and page_bytes <= ${bytes}`,
  };
}
