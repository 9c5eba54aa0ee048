import { csvLine } from "../orders/files/csv";
import { guardFormulas } from "../orders/files/formula-guard";
import type { FileColumn, FileField } from "../suppliers/fields";
import { fileColumnsOf } from "../suppliers/supplier-view";
import type { SupplierRow } from "../suppliers/rows.sql.ts";
import type { LineRow } from "./rows.sql.ts";
import type { WholeSupplierOrder } from "./send-items";
import { readSnapshot } from "./snapshot";

export const SUPPLIER_FILE_TYPE = "text/csv; charset=utf-8";

const DEFAULT_FIELDS = [
  "supplier_order",
  "order_number",
  "order_item_id",
  "name",
  "sku",
  "quantity",
  "personalization",
  "properties",
  "material",
  "size",
  "color",
  "design_url",
  "due_date",
  "ship_name",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
  "tracking_number",
  "carrier",
] as const satisfies readonly FileField[];

/** The values of a line by the fields of a supplier's file. The supplier fills in the tracking. */
function valuesOf({ order }: WholeSupplierOrder, line: LineRow): Record<FileField, string | null> {
  const { address, order_number, properties, custom_sku, sku, ...made } = readSnapshot(line.snapshot);
  const nowhere = {
    ship_name: null,
    ship_address1: null,
    ship_address2: null,
    ship_city: null,
    ship_state: null,
    ship_zipcode: null,
    ship_country: null,
  };
  return {
    supplier_order: String(order.number),
    order_number,
    order_item_id: String(line.order_item_id),
    quantity: String(line.quantity),
    properties: properties.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    due_date: order.due_date,
    tracking_number: null,
    carrier: null,
    sku: custom_sku ?? sku,
    ...made,
    ...(address ?? nowhere),
  };
}

/** The open lines of a supplier order as CSV, in the columns of its supplier. `designUrl`: where the file leads to a design. Default: its URL. */
export function supplierFile(
  whole: WholeSupplierOrder,
  supplier: Pick<SupplierRow, "file_columns">,
  designUrl: (url: string) => string = (url) => url,
): string {
  const columns: readonly FileColumn[] = fileColumnsOf(supplier) ?? DEFAULT_FIELDS.map((field) => ({ name: field, field }));
  const open = whole.lines.filter(({ state }) => state === "open");
  const rows = open.map((line) => {
    const values = valuesOf(whole, line);
    if (values.design_url !== null) values.design_url = designUrl(values.design_url);
    return columns.map(({ field }) => guardFormulas(values[field] ?? ""));
  });
  return `\uFEFF${[columns.map(({ name }) => guardFormulas(name)), ...rows].map((row) => `${csvLine(row)}\r\n`).join("")}`;
}

export const supplierFileName = ({ order }: WholeSupplierOrder): string => `supplier-order-${order.number}.csv`;
