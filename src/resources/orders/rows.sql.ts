import type { InferSelectModel } from "drizzle-orm";
import type { fulfillments } from "./fulfillments/table";
import type { orderItems } from "./items/table";
import type { orders } from "./table";
import { recordOf } from "../../platform/values/record";
import { SHIP_ADDRESS } from "./text-columns";

export type StoredOrder = InferSelectModel<typeof orders>;

export type OrderRow = StoredOrder & { store_name: string };

export type StoredItem = InferSelectModel<typeof orderItems>;

/** The columns of orders and items that lists and exports do not show. */
export const HIDDEN_ORDER_COLUMNS = [
  "organization_id",
  "customer_email",
  "customer_phone",
  "payment_method",
  "customer_name_sort_key",
  "ship_country_folded",
  "shipping_service_folded",
  "tags_folded_list",
  "refund_amount",
  "refund_tax",
  "refunded_tax",
  "production_cost",
  "text_bytes",
  "missing_sku",
  "missing_design",
  "missing_cost",
  "has_cost",
  "source_updated_at",
  "source_hash",
  "event_sequence",
] as const satisfies readonly (keyof StoredOrder)[];
export const HIDDEN_ITEM_COLUMNS = [
  "organization_id",
  "store_id",
  "cost",
  "progress",
  "requires_shipping",
  "shipped_quantity",
  "refunded_quantity",
  "supplier_quantity",
  "supplier_cost",
  "is_removed",
  "missing_sku",
  "missing_design",
  "missing_cost",
  "name_sort_key",
  "sku_sort_key",
  "status_sort_key",
  "status_folded",
  "sku_folded",
  "assigned_supplier_folded",
  "sub_supplier_folded",
  "order_closed",
  "count_parity",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof StoredItem)[];

/** An order and an item with the columns that lists and exports show. */
export type ShownOrder = Omit<OrderRow, (typeof HIDDEN_ORDER_COLUMNS)[number]>;
export type ShownStoredItem = Omit<StoredItem, (typeof HIDDEN_ITEM_COLUMNS)[number]>;

const SUMMARY_COLUMNS = [
  "id",
  "number",
  "external_id",
  "customer_name",
  "units",
  "status",
  "fulfillment_state",
  "ship_by_date",
  "ship_country",
  "shipping_service",
  "assignee",
  "date",
  "created_at",
  "total_amount",
  "currency",
] as const satisfies readonly (keyof StoredOrder)[];

/** An order as a list of the console shows it: without long texts, and with its first tags. */
export type OrderSummary = Pick<ShownOrder, (typeof SUMMARY_COLUMNS)[number] | "tags" | "store_name"> & { tag_count: number };

/** SQL of the columns of a summary of an order `o` with its store `s`, by their names. */
export const SUMMARY_SQL: Readonly<Record<keyof OrderSummary, string>> = {
  ...recordOf(SUMMARY_COLUMNS, (name) => `o.${name}`),
  store_name: "s.name",
  // The `||` makes a text of it: packed into an array, JSON from a function would become a list.
  tags: "iif(octet_length(o.tags) > 500, (select json_group_array(value) || '' from (select value from json_each(o.tags) limit 5)), o.tags)",
  tag_count: "coalesce(json_array_length(o.tags), 0)",
};

/** The columns of the order that an item is read with. */
export const INHERITED_COLUMNS = [
  "number",
  "external_id",
  "currency",
  "customer_name",
  "customer_address",
  ...SHIP_ADDRESS,
  "is_gift",
] as const satisfies readonly (keyof StoredOrder)[];

/** The columns that an item takes from its order and store. */
export type Inherited = { store_name: string } & { [K in (typeof INHERITED_COLUMNS)[number] as `order_${K}`]: StoredOrder[K] };

export type ItemRow = StoredItem & Inherited;
export type ShownItem = ShownStoredItem & Inherited;

const INHERITED_NAMES = INHERITED_COLUMNS.map((name) => [`order_${name}`, name] as const);

/** The columns that the items of an order take from it. */
export function inheritedOf(order: ShownOrder): Inherited {
  const columns = Object.fromEntries(INHERITED_NAMES.map(([inherited, name]) => [inherited, order[name]]));
  return { ...columns, store_name: order.store_name } as Inherited;
}

/** A fulfillment, with its items as JSON text `[{order_item_id, quantity}]`. */
export type FulfillmentRow = InferSelectModel<typeof fulfillments> & { items: string };

/** An order as it is read for a response. `fulfillments` is empty if they were not requested. */
export interface Parts<Order, Item> {
  order: Order;
  items: Item[];
  fulfillments: FulfillmentRow[];
}

export type OrderParts = Parts<OrderRow, ItemRow>;
/** An order of a list or an export. */
export type ShownParts = Parts<ShownOrder, ShownItem>;
