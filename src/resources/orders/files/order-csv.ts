import type { ExportedOrder } from "../list/list-orders";
import { INHERITED_COLUMNS } from "../rows.sql.ts";
import { ITEM_FIELDS, type ItemView, ORDER_FIELDS, presentFields, presentItem } from "../order-view";
import { propertiesText, type PropertyView } from "../items/properties";
import { ORDER_TEXTS } from "../text-columns";
import { recordOf } from "../../../platform/values/record";
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
  // Without its column, an import of the file changes nothing of it.
  omitted: ["taxes_included"],
});

/** The item's columns. The file has the API's names, with the prefix `item_`. */
const ITEM_COLUMNS = columnsOf<ItemColumn>(ITEM_FIELDS, {
  first: ["id", "name", "quantity", "price", "status", "sku", "custom_sku", "spu", "external_id", "custom_order_id"],
  omitted: ["order_id", "store_name"],
});

/** Texts of an order that are short, or say which order it is. They are on each of its lines. */
const REPEATED_TEXTS: ReadonlySet<string> = new Set<(typeof ORDER_TEXTS)[number]>([
  "number",
  "ship_zipcode",
  "ship_country",
  "ship_by_date",
]);
/** What only the first line of an order has. An import recognizes that line by its version, so that it takes no other line for the values of the order. */
const ON_FIRST_LINE: ReadonlySet<string> = new Set(["version", ...ORDER_TEXTS.filter((name) => !REPEATED_TEXTS.has(name))]);

/** About the bytes of a line, without the texts of the order and of the item. */
export const LINE_BYTES = 250;

/** Replaces what an item shows of its order and its store, because its line has only its own values. */
const NOTHING_INHERITED = {
  store_name: "",
  ...recordOf(
    INHERITED_COLUMNS.map((name) => `order_${name}` as const),
    () => null,
  ),
  order_currency: "",
};

const END = "\r\n";

/** The byte order mark, by which spreadsheets recognize UTF-8, and the header line. */
export const CSV_HEAD = `\uFEFF${[
  ...ORDER_COLUMNS.map((name) => (name === "id" ? "order_id" : name)),
  ...ITEM_COLUMNS.map((name) => `item_${name}`),
].join(",")}${END}`;

/**
 * Formats orders as CSV (RFC 4180), with one line for each item. An order without items is one line. The long texts and the version of an order are only on its
 * first line, and an item has only its own customer and address (docs/spec/console.md#export).
 */
export function csvOf(orders: readonly ExportedOrder[], zone: string): string {
  return orders
    .flatMap((parts) => {
      const order = presentFields(parts.order);
      const cells = ORDER_COLUMNS.map((name) => [name, cell(order[name])] as const);
      const first = csvLine(cells.map(([, text]) => text));
      if (parts.items.length === 0) return [first + ",".repeat(ITEM_COLUMNS.length) + END];
      const others = csvLine(cells.map(([name, text]) => (ON_FIRST_LINE.has(name) ? "" : text)));
      return parts.items.map((row, index) => {
        const item = presentItem(Object.assign(row, NOTHING_INHERITED), zone);
        return `${index === 0 ? first : others},${csvLine(ITEM_COLUMNS.map((name) => cell(item[name])))}${END}`;
      });
    })
    .join("");
}

/** Formats a value for a cell. Properties and metadata are JSON, which a spreadsheet does not take for a formula. */
function cell(value: string | number | boolean | string[] | PropertyView[] | Record<string, string> | null): string {
  if (value === null) return "";
  if (isPropertyList(value)) return propertiesText(value) ?? "";
  if (typeof value === "object" && !Array.isArray(value)) return Object.keys(value).length === 0 ? "" : JSON.stringify(value);
  if (Array.isArray(value)) return guardFormulas(formatListCell(value));
  return typeof value === "string" ? guardFormulas(value) : String(value);
}

function isPropertyList(value: string | number | boolean | string[] | PropertyView[] | Record<string, string>): value is PropertyView[] {
  return Array.isArray(value) && typeof value[0] === "object";
}
