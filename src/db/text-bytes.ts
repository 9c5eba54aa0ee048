import { type SQL, sql } from "drizzle-orm";
import { utf8Length } from "../crypto/encoding";
import type { StoredItem, StoredOrder } from "./rows";

/** The texts of an order and of an item that can be long. Statuses, the currency and the hash of the payload are short. */
export const ORDER_TEXT_COLUMNS = [
  "external_id",
  "number",
  "customer_name",
  "customer_address",
  "customer_email",
  "payment_method",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
] as const satisfies readonly (keyof StoredOrder)[];
export const ITEM_TEXT_COLUMNS = [
  "external_id",
  "name",
  "custom_order_id",
  "sku",
  "custom_sku",
  "spu",
  "assigned_supplier",
  "sub_supplier",
  "material",
  "material_id",
  "design_url",
  "tracking_code",
  "carrier",
  "style",
  "type",
  "size",
  "color",
  "variations",
  "personalization",
  "comment",
  "id_service",
  "phone",
  "customer_name",
  "customer_address",
  "ship_name",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
  "vat_ioss_number",
] as const satisfies readonly (keyof StoredItem)[];

/** What an item shows of its order where it has none of its own. */
const INHERITED_COLUMNS = [
  "customer_name",
  "customer_address",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
] as const satisfies readonly (typeof ORDER_TEXT_COLUMNS)[number][];

type Texts<Column extends string> = { readonly [K in Column]?: string | null | undefined };

function bytesOf<Column extends string>(row: Texts<Column>, columns: readonly Column[]): number {
  let bytes = 0;
  for (const column of columns) bytes += utf8Length(row[column] ?? "");
  return bytes;
}

/** UTF-8 bytes of the texts of an order and its items: `orders.text_bytes`. */
export function textBytes(
  order: Texts<(typeof ORDER_TEXT_COLUMNS)[number]>,
  items: readonly Texts<(typeof ITEM_TEXT_COLUMNS)[number]>[],
): number {
  return items.reduce((sum, item) => sum + bytesOf(item, ITEM_TEXT_COLUMNS), bytesOf(order, ORDER_TEXT_COLUMNS));
}

/** SQL of the UTF-8 bytes of columns of a row. SQLite knows them without reading the texts. */
export function columnBytes(table: string, columns: readonly string[]): SQL {
  return sql.raw(columns.map((column) => `coalesce(octet_length(${table}.${column}), 0)`).join(" + "));
}

/** SQL of the same as `textBytes`, of an order `o`: as it is stored, else added up. */
export const ORDER_TEXT_BYTES: SQL = sql`coalesce(o.text_bytes, ${columnBytes("o", ORDER_TEXT_COLUMNS)}
  + (select coalesce(sum(${columnBytes("x", ITEM_TEXT_COLUMNS)}), 0) from order_items x indexed by order_items_order
    where x.organization_id = o.organization_id and x.order_id = o.id))`;

/** SQL of how many parcels an order `o` has, and how many lines these have together. */
export const FULFILLMENT_COUNT: SQL = sql`coalesce(o.fulfillment_count, (select count(*) from fulfillments y
  where y.organization_id = o.organization_id and y.order_id = o.id))`;
export const FULFILLMENT_ITEM_COUNT: SQL = sql`coalesce(o.fulfillment_item_count, (select count(*) from fulfillments y
  join fulfillment_items z on z.organization_id = y.organization_id and z.fulfillment_id = y.id
  where y.organization_id = o.organization_id and y.order_id = o.id))`;

/** SQL of how many bytes the items of an order `o` show of its own texts, at most. */
export const INHERITED_BYTES: SQL = sql`o.item_count * (${columnBytes("o", INHERITED_COLUMNS)})`;

/** SQL of how many lines a parcel has. */
export function lineCount(table: string): SQL {
  return sql.raw(`coalesce(${table}.item_count, (select count(*) from fulfillment_items w
    where w.organization_id = ${table}.organization_id and w.fulfillment_id = ${table}.id))`);
}

/** SQL of the UTF-8 bytes of a note, a line of history, a parcel without its lines, a ticket, and a product. */
export const NOTE_BYTES = columnBytes("n", ["author_name", "text"]);
export const HISTORY_BYTES = columnBytes("h", ["change", "from_value", "to_value", "changed_fields", "reason", "actor_name"]);
export const FULFILLMENT_BYTES = columnBytes("f", ["status", "tracking_number", "carrier", "tracking_url"]);
export const TICKET_BYTES = columnBytes("t", ["subject", "body", "channel", "customer_name"]);
export const PRODUCT_BYTES = columnBytes("p", [
  "sku",
  "spu",
  "title",
  "description",
  "design_link",
  "tags",
  "images",
  "videos",
  "stores",
  "platforms",
  "labels",
  "sizes",
]);

/**
 * UTF-8 bytes of one row, at most, as the limits of the fields make it. A page that has room for so many rows of that size is read
 * without looking at their sizes first.
 */
export const MAX_TICKET_BYTES = 3 * (255 + 20_000 + 64 + 255);
export const MAX_HISTORY_BYTES = 3 * (2000 + 255 + 3 * 64) + 4096;
/** The longest is that of a parcel with 2,000 lines. */
export const MAX_EVENT_BYTES = 2000 * 64 + 3 * (255 + 64 + 2048 + 2 * 255) + 1024;
