import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { PackedColumns } from "../../platform/db/packed";
import { recordOf } from "../../platform/values/record";
import { orderItems } from "./items/table";
import { orders } from "./table";
import type { OrgReader } from "../../platform/db/org-db";
import {
  type FulfillmentRow,
  HIDDEN_ITEM_COLUMNS,
  HIDDEN_ORDER_COLUMNS,
  INHERITED_COLUMNS,
  type ItemRow,
  type OrderRow,
  type ShownOrder,
  type ShownStoredItem,
  type StoredItem,
  type StoredOrder,
} from "./rows.sql.ts";
import type { Statement } from "../../platform/db/statement";
import { JOIN_STORE } from "../stores/lookup.sql.ts";

// Changes read whole rows. Lists and exports read the columns that they show, packed (platform/db/packed.ts).

/** SQL of the column that an order takes from its store `s`, and of those that an item takes from both, by their names. */
const STORE_NAME = { store_name: "s.name" };
const INHERITED = { ...STORE_NAME, ...Object.fromEntries(INHERITED_COLUMNS.map((name) => [`order_${name}`, `o.${name}`])) };

/** SQL of a table's columns by their names, except the `hidden` ones. */
function shownColumns(alias: string, table: SQLiteTable, hidden: readonly string[]): Record<string, string> {
  const names = Object.keys(getTableColumns(table)).filter((name) => !hidden.includes(name));
  return recordOf(names, (name) => `${alias}.${name}`);
}

const namedColumns = (columns: Readonly<Record<string, string>>): SQL =>
  sql.raw(
    Object.entries(columns)
      .map(([name, column]) => `${column} as ${name}`)
      .join(", "),
  );

export const ORDER_COLUMNS = sql`o.*, ${namedColumns(STORE_NAME)}`;
export const SHOWN_ORDER_COLUMNS = new PackedColumns({ ...shownColumns("o", orders, HIDDEN_ORDER_COLUMNS), ...STORE_NAME });

/** Columns of an item `i` with its order `o` and store `s`, and of an item alone. */
export const ITEM_COLUMNS = sql`i.*, ${namedColumns(INHERITED)}`;
export const SHOWN_ITEM_COLUMNS = new PackedColumns({ ...shownColumns("i", orderItems, HIDDEN_ITEM_COLUMNS), ...INHERITED });
const SHOWN_STORED_ITEM_COLUMNS = new PackedColumns(shownColumns("i", orderItems, HIDDEN_ITEM_COLUMNS));

export const JOIN_ORDER = sql`join orders o on o.organization_id = i.organization_id and o.id = i.order_id
  join stores s on s.organization_id = i.organization_id and s.id = i.store_id`;

/** Columns of a fulfillment `f` with its items. */
export const FULFILLMENT_COLUMNS = sql`f.*, (select json_group_array(json_object('order_item_id', x.order_item_id, 'quantity', x.quantity))
  from fulfillment_items x where x.organization_id = f.organization_id and x.fulfillment_id = f.id) as items`;

/** One order. `id` may be SQL, for an id that the same batch assigns. */
export function orderById(org: OrgReader, id: number | SQL): Statement<OrderRow> {
  return org.rows<OrderRow>()`select ${ORDER_COLUMNS} from orders o ${JOIN_STORE} where o.organization_id = ${org.key} and o.id = ${id}`;
}

/** What the marker of a write says about its order (docs/spec/durability.md#write-markers). */
export function orderMarker(id: number | SQL): SQL | { order_id: number } {
  return typeof id === "number" ? { order_id: id } : sql`json_object('order_id', ${id})`;
}

/** SQL of rows with ids and their positions. */
const positionsOf = (ids: readonly number[]): SQL => sql`json_each(${JSON.stringify(ids)}) j`;

const NAME_AND_ADDRESS_COLUMNS = [
  "id",
  "number",
  "external_id",
  "customer_address",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_zipcode",
  "ship_country",
] as const satisfies readonly (keyof StoredOrder)[];

export type AddressedOrder = Pick<StoredOrder, (typeof NAME_AND_ADDRESS_COLUMNS)[number]>;

export function namesAndAddressesOfOrders(org: OrgReader, ids: readonly number[]): Statement<AddressedOrder> {
  const columns = sql.raw(NAME_AND_ADDRESS_COLUMNS.map((name) => `o.${name}`).join(", "));
  return org.rows<AddressedOrder>()`select ${columns} from ${positionsOf(ids)} cross join orders o on o.id = j.value
    where o.organization_id = ${org.key} order by j.key`;
}

/** The return addresses of the stores of orders, for those stores that have one. */
export function returnAddressesOfOrders(org: OrgReader, ids: readonly number[]): Statement<{ store_id: number; return_address: string }> {
  return org.rows<{ store_id: number; return_address: string }>()`select s.id as store_id, s.return_address from stores s
    where s.organization_id = ${org.key} and s.return_address is not null and s.id in
      (select o.store_id from ${positionsOf(ids)} cross join orders o on o.id = j.value where o.organization_id = ${org.key})`;
}

/** Orders by their ids, in the order of `ids`, with the columns that lists and exports show. */
export function shownOrdersWithIds(org: OrgReader, ids: readonly number[]): Statement<ShownOrder> {
  return org.rows<ShownOrder>(
    SHOWN_ORDER_COLUMNS,
  )`select ${SHOWN_ORDER_COLUMNS.sql} from ${positionsOf(ids)} cross join orders o on o.id = j.value ${JOIN_STORE}
    where o.organization_id = ${org.key} order by j.key`;
}

/** The items of orders without their orders' columns, sorted by order and position. `ids` is SQL of order ids. */
export function itemsOfOrders(org: OrgReader, ids: SQL): Statement<StoredItem> {
  return org.rows<StoredItem>()`select i.* from order_items i
    where i.organization_id = ${org.key} and i.order_id in (${ids}) order by i.order_id, i.id`;
}

/** The same items with the columns that lists and exports show. */
export function shownItemsOfOrders(org: OrgReader, ids: SQL): Statement<ShownStoredItem> {
  return org.rows<ShownStoredItem>(SHOWN_STORED_ITEM_COLUMNS)`select ${SHOWN_STORED_ITEM_COLUMNS.sql} from order_items i
    where i.organization_id = ${org.key} and i.order_id in (${ids}) order by i.order_id, i.id`;
}

/** The fulfillments of orders, oldest first. `ids` is SQL of order ids. */
export function fulfillmentsOfOrders(org: OrgReader, ids: SQL): Statement<FulfillmentRow> {
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from fulfillments f
    where f.organization_id = ${org.key} and f.order_id in (${ids}) order by f.order_id, f.id`;
}

export function itemById(org: OrgReader, id: number): Statement<ItemRow> {
  return org.rows<ItemRow>()`select ${ITEM_COLUMNS} from order_items i ${JOIN_ORDER} where i.organization_id = ${org.key} and i.id = ${id}`;
}

export function orderOfItem(org: OrgReader, itemId: number): SQL {
  return sql`(select i.order_id from order_items i where i.organization_id = ${org.key} and i.id = ${itemId})`;
}
