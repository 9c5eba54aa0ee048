import { type SQL, sql } from "drizzle-orm";
import { utf8Length } from "../../platform/crypto/encoding";
import { BYTES_PER_CHARACTER, columnBytes } from "../../platform/db/sql-values";
import { ITEM_TEXTS, ORDER_TEXTS, SHIP_ADDRESS } from "./text-columns";

/** The text columns of an order and of an item whose lengths are counted. Statuses and the currency are too short to matter. */
const ORDER_TEXT_COLUMNS = ["external_id", "hold_reason", ...ORDER_TEXTS] as const;
const ITEM_TEXT_COLUMNS = ["external_id", "name", "hold_reason", ...ITEM_TEXTS] as const;

/** The order's texts that an item shows if it has none of its own. */
const INHERITED_TEXTS = [
  "customer_name",
  "customer_address",
  ...SHIP_ADDRESS,
] as const satisfies readonly (typeof ORDER_TEXT_COLUMNS)[number][];

type Texts<Column extends string> = { readonly [K in Column]?: string | null | undefined };

function bytesOf<Column extends string>(row: Texts<Column>, columns: readonly Column[]): number {
  let bytes = 0;
  for (const column of columns) {
    const text = row[column];
    // Most columns of most rows are null, and the call takes longer than this comparison.
    if (text !== null && text !== undefined) bytes += utf8Length(text);
  }
  return bytes;
}

/** The value of `orders.text_bytes`: the UTF-8 bytes of the texts of an order and its items. */
export function textBytes(
  order: Texts<(typeof ORDER_TEXT_COLUMNS)[number]>,
  items: readonly Texts<(typeof ITEM_TEXT_COLUMNS)[number]>[],
): number {
  return items.reduce((sum, item) => sum + bytesOf(item, ITEM_TEXT_COLUMNS), bytesOf(order, ORDER_TEXT_COLUMNS));
}

/**
 * SQL for the number of fulfillments of an order `o`, and for the number of their items. CROSS JOIN keeps SQLite from reading all items of the
 * organization's fulfillments for each order.
 */
export const FULFILLMENT_COUNT: SQL = sql`(select count(*) from fulfillments y
  where y.organization_id = o.organization_id and y.order_id = o.id)`;
export const FULFILLMENT_ITEM_COUNT: SQL = sql`(select count(*) from fulfillments y
  cross join fulfillment_items z on z.organization_id = y.organization_id and z.fulfillment_id = y.id
  where y.organization_id = o.organization_id and y.order_id = o.id)`;

/** SQL for the bytes of the order texts that the items of an order `o` show, if no item has texts of its own. */
export const INHERITED_BYTES: SQL = sql.raw(
  `o.item_count * octet_length(concat(${INHERITED_TEXTS.map((name) => `o.${name}`).join(", ")}))`,
);

/** SQL for the number of items of a fulfillment `f`. */
export const ITEM_COUNT_OF_FULFILLMENT: SQL = sql`(select count(*) from fulfillment_items w
  where w.organization_id = f.organization_id and w.fulfillment_id = f.id)`;

/** SQL for the UTF-8 bytes of a note `r`, of a history entry `r`, and of a fulfillment `f` without its items. */
export const NOTE_BYTES = columnBytes("r", ["author_name", "text"]);
export const HISTORY_BYTES = columnBytes("r", ["change", "from_value", "to_value", "changed_fields", "reason", "actor_name"]);
export const FULFILLMENT_BYTES = columnBytes("f", ["status", "tracking_number", "carrier", "tracking_url"]);

/** The maximum number of UTF-8 bytes of a fulfillment: its tracking number, carrier, tracking URL and status. */
export const MAX_FULFILLMENT_BYTES = BYTES_PER_CHARACTER * (255 + 64 + 2048) + 64;

/** SQL for the UTF-8 bytes of the texts that an item `i` shows, with those of its order `o`. */
export const SHOWN_ITEM_BYTES: SQL = sql`${columnBytes("i", ITEM_TEXT_COLUMNS)} + ${columnBytes("o", INHERITED_TEXTS)}`;
