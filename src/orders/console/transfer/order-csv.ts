import type { OrderParts } from "../../rows.sql.ts";
import { ITEM_FIELDS, type ItemView, ORDER_FIELDS, viewFields, viewItem } from "../../order-view";
import { csvLine } from "../../files/csv";
import { guardFormulas } from "./formula-guard";

type OrderColumn = keyof typeof ORDER_FIELDS;
type ItemColumn = Exclude<keyof ItemView, "order_id" | "store_name">;

/** The names of `fields` in the order of a file: `first`, those in neither list, and `last`. */
function columnsOf<Name extends string>(
  fields: object,
  first: readonly Name[],
  last: readonly Name[] = [],
  left: readonly string[] = [],
): Name[] {
  const placed = new Set<string>([...first, ...last, ...left]);
  return [...first, ...(Object.keys(fields).filter((name) => !placed.has(name)) as Name[]), ...last];
}

/** The order's columns, in the file's order; the API's names, but for `id`, which is `order_id`. */
const ORDER_COLUMNS = columnsOf<OrderColumn>(
  ORDER_FIELDS,
  ["id", "number", "external_id", "date", "status", "store_id", "store_name"],
  ["version", "created_at", "updated_at"],
  ["taxes_included"],
);

/** The item's columns: the API's names, each behind `item_`. */
const ITEM_COLUMNS = columnsOf<ItemColumn>(
  ITEM_FIELDS,
  ["id", "name", "quantity", "price", "status", "sku", "custom_sku", "spu", "external_id", "custom_order_id"],
  [],
  ["order_id", "store_name"],
);

const END = "\r\n";

/** The byte order mark, by which a spreadsheet tells UTF-8, and the line of column names. */
export const CSV_HEAD = `\uFEFF${[
  ...ORDER_COLUMNS.map((name) => (name === "id" ? "order_id" : name)),
  ...ITEM_COLUMNS.map((name) => `item_${name}`),
].join(",")}${END}`;

/** Orders as lines of CSV (RFC 4180), one for each item; an order without items is one line. */
export function csvOf(orders: readonly OrderParts[]): string {
  return orders
    .flatMap((parts) => {
      const order = viewFields(parts.order);
      const own = csvLine(ORDER_COLUMNS.map((name) => cell(order[name])));
      if (parts.items.length === 0) return [own + ",".repeat(ITEM_COLUMNS.length) + END];
      return parts.items.map((row) => {
        const item = viewItem(row);
        return `${own},${csvLine(ITEM_COLUMNS.map((name) => cell(item[name])))}${END}`;
      });
    })
    .join("");
}

/** A value as the text of a cell. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  return typeof value === "string" ? guardFormulas(value) : String(value);
}
