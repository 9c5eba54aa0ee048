import type { ShownParts } from "../rows.sql.ts";
import { ITEM_FIELDS, type ItemView, ORDER_FIELDS, viewFields, viewItem } from "../order-view";
import { csvLine } from "./csv";
import { guardFormulas } from "./formula-guard";
import { formatListCell } from "./list-cell";

type OrderColumn = keyof typeof ORDER_FIELDS;
type ItemColumn = Exclude<keyof ItemView, "order_id" | "store_name">;

/** Orders the names of `fields` as columns: `first`, then all others, then `last`. The names in `omitted` are left out. */
function columnsOf<Name extends string>(
  fields: object,
  { first, last = [], omitted }: { first: readonly Name[]; last?: readonly Name[]; omitted: readonly string[] },
): Name[] {
  const excluded = new Set<string>([...first, ...last, ...omitted]);
  return [...first, ...(Object.keys(fields).filter((name) => !excluded.has(name)) as Name[]), ...last];
}

/** The order's columns. They have the API's names, except that `id` becomes `order_id` in the file. */
const ORDER_COLUMNS = columnsOf<OrderColumn>(ORDER_FIELDS, {
  first: ["id", "number", "external_id", "date", "status", "store_id", "store_name"],
  last: ["version", "created_at", "updated_at"],
  omitted: ["taxes_included"],
});

/** The item's columns. The file has the API's names, with the prefix `item_`. */
const ITEM_COLUMNS = columnsOf<ItemColumn>(ITEM_FIELDS, {
  first: ["id", "name", "quantity", "price", "status", "sku", "custom_sku", "spu", "external_id", "custom_order_id"],
  omitted: ["order_id", "store_name"],
});

const END = "\r\n";

/** The byte order mark, by which spreadsheets recognize UTF-8, and the header line. */
export const CSV_HEAD = `\uFEFF${[
  ...ORDER_COLUMNS.map((name) => (name === "id" ? "order_id" : name)),
  ...ITEM_COLUMNS.map((name) => `item_${name}`),
].join(",")}${END}`;

/** Formats orders as CSV (RFC 4180), with one line for each item. An order without items is one line. */
export function csvOf(orders: readonly ShownParts[]): string {
  return orders
    .flatMap((parts) => {
      const order = viewFields(parts.order);
      const orderCells = csvLine(ORDER_COLUMNS.map((name) => cell(order[name])));
      if (parts.items.length === 0) return [orderCells + ",".repeat(ITEM_COLUMNS.length) + END];
      return parts.items.map((row) => {
        const item = viewItem(row);
        return `${orderCells},${csvLine(ITEM_COLUMNS.map((name) => cell(item[name])))}${END}`;
      });
    })
    .join("");
}

/** Formats a value for a cell. */
function cell(value: string | number | boolean | string[] | null): string {
  if (value === null) return "";
  if (Array.isArray(value)) return guardFormulas(formatListCell(value));
  return typeof value === "string" ? guardFormulas(value) : String(value);
}
