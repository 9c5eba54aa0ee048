import { Temporal } from "temporal-polyfill";
import {
  type AssembledOrder,
  type Format,
  type Item,
  type ReadCell,
  type Row,
  type SkippedRow,
  UnreadableOrder,
} from "../src/resources/orders/files/format.ts";
import { readUnits, toDecimal } from "../src/resources/orders/files/money.ts";

const ZONE = "Europe/London";

/**
 * The "Online Retail" data set (doi 10.24432/C5BW33): one row per order line, grouped by InvoiceNo, which becomes both
 * external_id and number. Prices are in GBP, and times are in London's time zone.
 * - A plain invoice is an order with status Complete. Its items are Delivered.
 * - A `C` invoice (cancellation or return) is an order with status Cancelled. Its quantities are made positive.
 * - An `A` invoice (bad-debt adjustment) is not an order: its rows are skipped as `bad_debt_adjustment`.
 * - Rows of plain invoices with a negative quantity are stock corrections, and are skipped as `stock_correction`.
 * - Repeated rows become repeated items. An item without a description is named after its stock code.
 */
export const onlineRetail: Format = {
  id: "online-retail",
  name: "UCI Online Retail data set",
  required: ["InvoiceNo", "StockCode", "Description", "Quantity", "InvoiceDate", "UnitPrice", "CustomerID", "Country"],
  keyColumn: "InvoiceNo",
  columns: {
    InvoiceNo: "Order number and external id; its first letter is the status",
    StockCode: "Item’s SKU",
    Description: "Item’s name",
    Quantity: "Item’s quantity",
    InvoiceDate: "Date",
    UnitPrice: "Item’s price",
    CustomerID: "Customer’s name",
    Country: "Country to ship to",
  },
  fragile: { ids: [], codes: [], postalCodes: {} },
  assemble(key, rows, value): AssembledOrder {
    if (key.startsWith("A")) return noOrder(rows.map((row) => ({ row, reason: "bad_debt_adjustment" })));
    const cancelled = key.startsWith("C");
    const skipped: SkippedRow[] = [];
    const items: Item[] = [];
    let total = 0;
    for (const row of rows) {
      const quantity = readQuantity(row, value);
      if (quantity < 0 && !cancelled) {
        skipped.push({ row, reason: "stock_correction" });
        continue;
      }
      const price = readPrice(row, value);
      const pieces = Math.abs(quantity);
      items.push(toItem(row, value, { quantity: pieces, price, cancelled }));
      total += pieces * price;
    }
    const first = rows[0];
    if (items.length === 0 || first === undefined) return noOrder(skipped);
    const customer = value(first, "CustomerID");
    const country = value(first, "Country");
    const order = {
      external_id: key,
      number: key,
      date: earliestMoment(rows, value),
      currency: "GBP",
      status: cancelled ? "Cancelled" : "Complete",
      ...(customer !== "" && { customer_name: `Customer ${customer}` }),
      ...(country !== "" && { ship_country: country }),
      items,
    };
    return { order, total, error: null, skipped, warnings: [] };
  },
};

function noOrder(skipped: SkippedRow[]): AssembledOrder {
  return { order: null, total: 0, error: null, skipped, warnings: [] };
}

function toItem(row: Row, value: ReadCell, line: { quantity: number; price: number; cancelled: boolean }): Item {
  const { quantity, price, cancelled } = line;
  const sku = value(row, "StockCode");
  const name = value(row, "Description") || sku;
  if (name === "") throw new UnreadableOrder("no_item_name", `Line ${row.line} has neither a Description nor a StockCode.`);
  return { name, quantity, price: toDecimal(price), ...(sku !== "" && { sku }), status: cancelled ? "Cancelled" : "Delivered" };
}

function readQuantity(row: Row, value: ReadCell): number {
  const text = value(row, "Quantity");
  if (!/^-?\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new UnreadableOrder("invalid_quantity", `Line ${row.line}: Quantity "${text}" is not a whole number other than 0.`);
  }
  return Number(text);
}

function readPrice(row: Row, value: ReadCell): number {
  const text = value(row, "UnitPrice");
  const units = readUnits(text);
  if (units === null || units < 0) {
    throw new UnreadableOrder(
      "invalid_price",
      `Line ${row.line}: UnitPrice "${text}" is not an amount of 0 or more with at most 4 decimal places.`,
    );
  }
  return units;
}

/** The invoice's earliest InvoiceDate as RFC 3339, with London's UTC offset on that day. */
function earliestMoment(rows: Row[], value: ReadCell): string {
  let earliest: string | null = null;
  for (const row of rows) {
    const text = value(row, "InvoiceDate");
    if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(text)) {
      throw new UnreadableOrder("invalid_date", `Line ${row.line}: InvoiceDate "${text}" is not YYYY-MM-DD HH:MM:SS.`);
    }
    if (earliest === null || text < earliest) earliest = text;
  }
  try {
    const local = Temporal.PlainDateTime.from((earliest ?? "").replace(" ", "T"), { overflow: "reject" });
    return local.toZonedDateTime(ZONE).toString({ timeZoneName: "never", smallestUnit: "second" });
  } catch {
    throw new UnreadableOrder("invalid_date", `InvoiceDate "${earliest}" is not a valid time.`);
  }
}
