import type { OrderParts } from "../../rows.sql.ts";
import { type ItemView, viewItem, viewOrder } from "../../order-view";
import { csvLine } from "../../files/csv";
import { guardFormulas } from "./formula-guard";

type OrderColumn = Exclude<keyof ReturnType<typeof viewOrder>, "items">;
type ItemColumn = Exclude<keyof ItemView, "order_id" | "store_name">;

/** The order's columns, in the file's order; the API's names, but for `id`, which is `order_id`. */
const ORDER_COLUMNS: readonly OrderColumn[] = [
  "id",
  "number",
  "external_id",
  "date",
  "status",
  "store_id",
  "store_name",
  "currency",
  "total_amount",
  "subtotal",
  "tax",
  "shipping_cost",
  "discount",
  "customer_name",
  "customer_address",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
  "is_gift",
  "is_refunded",
  "is_case_closed",
  "is_lost",
  "requires_audit",
  "version",
  "created_at",
  "updated_at",
];

/** The item's columns: the API's names, each behind `item_`. */
const ITEM_COLUMNS: readonly ItemColumn[] = [
  "id",
  "name",
  "quantity",
  "price",
  "status",
  "sku",
  "custom_sku",
  "spu",
  "external_id",
  "custom_order_id",
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
  "order_date",
  "is_gift",
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
];

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
      const order = viewOrder(parts);
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
