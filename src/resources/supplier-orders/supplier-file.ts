import { csvLine } from "../orders/files/csv";
import { guardFormulas } from "../orders/files/formula-guard";
import { FILE_FIELDS, type FileColumn, type FileField } from "../suppliers/fields";
import { fileColumnsOf } from "../suppliers/supplier-view";
import type { SupplierRow } from "../suppliers/rows.sql.ts";
import { type LineShipment, type ParcelTracking, readShipments } from "./line-shipments";
import type { LineRow } from "./rows.sql.ts";
import type { WholeSupplierOrder } from "./send-items";
import { readSnapshot } from "./snapshot";
import { leftOfLine, type WorkLine } from "./work";

export const SUPPLIER_FILE_TYPE = "text/csv; charset=utf-8";

/** What a file has only if its supplier has columns with it. */
const OPTIONAL_FIELDS: ReadonlySet<FileField> = new Set(["variations", "style", "type", "comment"]);

export const DEFAULT_COLUMNS: readonly FileColumn[] = FILE_FIELDS.filter((field) => !OPTIONAL_FIELDS.has(field)).map((field) => ({
  name: field,
  field,
}));

const NO_TRACKING: ParcelTracking = { tracking_number: null, carrier: null, tracking_url: null };

/** The rows of a line: one for each of its parcels, and one for the units that are left, unless they are on hold. The supplier fills in its tracking. */
function rowsOf(line: WorkLine): LineShipment[] {
  const left = line.is_held === 1 ? 0 : leftOfLine(line);
  return [...readShipments(line), ...(left > 0 ? [{ quantity: left, ...NO_TRACKING }] : [])];
}

/** The values of a row by the fields of a supplier's file. */
function valuesOf(
  { order }: WholeSupplierOrder,
  line: WorkLine,
  { quantity, tracking_number, carrier, tracking_url }: LineShipment,
): Record<FileField, string | null> {
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
    quantity: String(quantity),
    properties: properties.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    due_date: order.due_date,
    tracking_number,
    carrier,
    tracking_url,
    reject_reason: null,
    sku: custom_sku ?? sku,
    ...made,
    // Whoever has nothing left to ship needs no address.
    ...((leftOfLine(line) > 0 ? address : null) ?? nowhere),
  };
}

/**
 * The open lines of a supplier order as CSV, in the columns of its supplier. `designUrl` returns the URL that the file has for a design. Default: that of
 * the design itself.
 */
export function supplierFile(
  whole: WholeSupplierOrder,
  supplier: Pick<SupplierRow, "file_columns">,
  designUrl: (line: LineRow, url: string) => string = (_line, url) => url,
): string {
  const columns = fileColumnsOf(supplier) ?? DEFAULT_COLUMNS;
  const open = whole.lines.filter(({ state }) => state === "open");
  const rows = open.flatMap((line) =>
    rowsOf(line).map((row) => {
      const values = valuesOf(whole, line, row);
      if (values.design_url !== null) values.design_url = designUrl(line, values.design_url);
      return columns.map(({ field }) => guardFormulas(values[field] ?? ""));
    }),
  );
  return `\uFEFF${[columns.map(({ name }) => guardFormulas(name)), ...rows].map((row) => `${csvLine(row)}\r\n`).join("")}`;
}

export const supplierFileName = ({ order }: WholeSupplierOrder): string => `supplier-order-${order.number}.csv`;
