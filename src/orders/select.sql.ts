import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../platform/db/org-db";
import { type FulfillmentRow, INHERITED_COLUMNS, type ItemRow, type OrderRow, type StoredItem } from "./rows.sql.ts";
import type { Statement } from "../platform/db/statement";
import { JOIN_STORE } from "../stores/lookup.sql.ts";

/** Columns of an order `o` with its store `s`. */
export const ORDER_COLUMNS = sql`o.*, s.name as store_name`;

/** Columns of an item `i` with its order `o` and store `s`. */
export const ITEM_COLUMNS = sql`i.*, s.name as store_name, ${sql.raw(INHERITED_COLUMNS.map((name) => `o.${name} as order_${name}`).join(", "))}`;
export const JOIN_ORDER = sql`join orders o on o.organization_id = i.organization_id and o.id = i.order_id
  join stores s on s.organization_id = i.organization_id and s.id = i.store_id`;

/** Columns of a fulfillment `f` with its items. */
export const FULFILLMENT_COLUMNS = sql`f.*, (select json_group_array(json_object('order_item_id', x.order_item_id, 'quantity', x.quantity))
  from fulfillment_items x where x.organization_id = f.organization_id and x.fulfillment_id = f.id) as items`;

/** One order. `id` may be SQL, for an id that the same batch assigns. */
export function orderById(org: OrgReader, id: number | SQL): Statement<OrderRow> {
  return org.rows<OrderRow>()`select ${ORDER_COLUMNS} from orders o ${JOIN_STORE} where o.organization_id = ${org.key} and o.id = ${id}`;
}

/** Orders by their ids, in the order of `ids`. */
export function ordersWithIds(org: OrgReader, ids: readonly number[]): Statement<OrderRow> {
  return org.rows<OrderRow>()`select ${ORDER_COLUMNS} from json_each(${JSON.stringify(ids)}) j cross join orders o on o.id = j.value ${JOIN_STORE}
    where o.organization_id = ${org.key} order by j.key`;
}

/** The items of orders without their orders' columns, sorted by order and position. `ids` is SQL of order ids. */
export function itemsOfOrders(org: OrgReader, ids: SQL): Statement<StoredItem> {
  return org.rows<StoredItem>()`select i.* from order_items i
    where i.organization_id = ${org.key} and i.order_id in (${ids}) order by i.order_id, i.id`;
}

/** The fulfillments of orders, oldest first. `ids` is SQL of order ids. */
export function fulfillmentsOfOrders(org: OrgReader, ids: SQL): Statement<FulfillmentRow> {
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from fulfillments f
    where f.organization_id = ${org.key} and f.order_id in (${ids}) order by f.order_id, f.id`;
}

/** One item. */
export function itemById(org: OrgReader, id: number): Statement<ItemRow> {
  return org.rows<ItemRow>()`select ${ITEM_COLUMNS} from order_items i ${JOIN_ORDER} where i.organization_id = ${org.key} and i.id = ${id}`;
}

/** SQL for the id of an item's order. */
export function orderOfItem(org: OrgReader, itemId: number): SQL {
  return sql`(select i.order_id from order_items i where i.organization_id = ${org.key} and i.id = ${itemId})`;
}
