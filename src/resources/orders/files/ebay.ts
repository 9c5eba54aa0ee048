import {
  assembledOrder,
  assertPrice,
  itemName,
  joinNonEmpty,
  nonEmpty,
  readPrintedAmountAt,
  readQuantity,
  roundingWarnings,
  sum,
  textsOf,
  unitPrice,
} from "./cells.ts";
import { invalidDate, readPrintedDay } from "./dates.ts";
import { EBAY_COLUMNS, EBAY_FEES } from "./ebay-columns.ts";
import { type AssembledOrder, type Format, type Issue, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { toDecimal } from "./money.ts";
import { printedCurrencies } from "./printed-currency.ts";

/**
 * eBay's orders report: one row per item, grouped by Order Number. An order of several items also has a row without an item, which has the
 * order's amounts. The sites of other countries have other names for some columns.
 * - The currency is the one of the sign before Total Price. `$` alone is the US dollar.
 * - `Sold For` is the price of one unit, unless only the other reading adds up to the total.
 * - eBay's own tax and the charges are counted if the total contains them.
 * - An order is Shipped if all its items have a Shipped On Date, else New. Cancelled orders are not in the report.
 */
export const ebay: Format = {
  id: "ebay",
  platform: "ebay",
  name: "eBay orders report",
  required: ["Order Number", "Item Title", "Quantity", "Sold For", "Sale Date"],
  keyColumn: "Order Number",
  itemIdColumn: "Transaction ID",
  emptyCell: "--",
  ...EBAY_COLUMNS,
  isFooter: ({ values }) => /record\(s\) downloaded|^seller id ?:/i.test(values.slice(0, 2).join(" ").trim()),
  assemble(key, rows, value): AssembledOrder {
    const itemRows = rows.filter((row) => value(row, "Item Title") !== "" || value(row, "Item Number") !== "");
    const summaryRow = rows.find((row) => !itemRows.includes(row)) ?? null;
    const first = summaryRow ?? itemRows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    if (itemRows.length === 0) throw new UnreadableOrder("no_items", `Line ${first.line}: the order has no row with an item.`);
    const field = (column: string): string => value(first, column) || value(itemRows[0] ?? first, column);
    const day = (column: string): string => (field(column) === "" ? "" : readDay(first, column, field(column)));
    const { lines, currency, warnings, ...amounts } = amountsOf(itemRows, summaryRow, value);
    const isShipped = itemRows.every((row) => value(row, "Shipped On Date") !== "");
    const order: Order = {
      external_id: key,
      number: key,
      date: readDay(first, "Sale Date", field("Sale Date")),
      ...nonEmpty({ currency }),
      status: isShipped ? "Shipped" : "New",
      subtotal: toDecimal(amounts.subtotal),
      tax: toDecimal(amounts.tax),
      shipping_cost: toDecimal(amounts.shipping),
      ...(amounts.fees !== 0 && { fees: toDecimal(amounts.fees) }),
      total_amount: toDecimal(amounts.total),
      ...(amounts.tax !== 0 && { taxes_included: false }),
      ...nonEmpty({
        customer_name: field("Buyer Name") || field("Buyer Username"),
        customer_email: field("Buyer Email"),
        customer_phone: field("Ship To Phone"),
        customer_address: joinNonEmpty(
          ["Buyer Address 1", "Buyer Address 2", "Buyer Zip", "Buyer City", "Buyer State", "Buyer Country"].map(field),
          ", ",
        ),
        payment_method: field("Payment Method"),
        ship_name: field("Ship To Name"),
        ship_address1: field("Ship To Address 1"),
        ship_address2: field("Ship To Address 2"),
        ship_city: field("Ship To City"),
        ship_state: field("Ship To State"),
        ship_zipcode: field("Ship To Zip"),
        ship_country: field("Ship To Country"),
        ship_by_date: day("Ship By Date"),
        shipping_service: field("Shipping Service"),
        buyer_note: textsOf(rows, "Buyer Note", value),
      }),
      items: itemRows.map((row, index) => toItem(row, value, { price: lines[index]?.price ?? 0, phone: field("Ship To Phone") })),
    };
    return assembledOrder(order, amounts.total, warnings);
  },
};

function toItem(row: Row, value: ReadCell, { price, phone }: { price: number; phone: string }): Item {
  return {
    name: itemName(row, ["Item Title", "Item Number"], value),
    quantity: readQuantity(row, "Quantity", value),
    price: toDecimal(price),
    status: value(row, "Shipped On Date") === "" ? "New" : "Shipped",
    ...nonEmpty({
      external_id: itemId(value(row, "Item Number"), value(row, "Transaction ID")),
      sku: value(row, "Custom Label"),
      variations: value(row, "Variation Details"),
      ship_name: value(row, "Ship To Name"),
      phone,
      tracking_code: value(row, "Tracking Number"),
    }),
  };
}

/** The listing and the transaction identify an item. A listing alone can be sold twice in one order. */
function itemId(item: string, transaction: string): string {
  return item === "" || transaction === "" ? "" : `${item}-${transaction}`;
}

/** The amounts of an order, in units. */
interface Amounts {
  subtotal: number;
  shipping: number;
  tax: number;
  fees: number;
  total: number;
  currency: string;
  /** For each item, the price of one unit. */
  lines: { price: number }[];
  warnings: Issue[];
}

function amountsOf(itemRows: readonly Row[], summaryRow: Row | null, value: ReadCell): Amounts {
  const orderRows = summaryRow === null ? itemRows : [summaryRow];
  // An amount that the row of the order lacks may be on those of its items.
  const rowsOf = (column: string) => (orderRows.some((row) => value(row, column) !== "") ? orderRows : itemRows);
  const ofOrder = (column: string) => sum(rowsOf(column).map((row) => readPrintedAmountAt(row, column, value)?.units ?? 0));
  const shipping = ofOrder("Shipping And Handling");
  const [sellerTax, ebayTax] = [ofOrder("Seller Collected Tax"), ofOrder("eBay Collected Tax")];
  const charges = sum(EBAY_FEES.map(ofOrder));
  const hasTotal = rowsOf("Total Price").every((row) => value(row, "Total Price") !== "");
  const statedTotal = hasTotal ? ofOrder("Total Price") : null;
  const sold = itemRows.map((row) => ({
    quantity: readQuantity(row, "Quantity", value),
    amount: assertPrice(row, "Sold For", readPrintedAmountAt(row, "Sold For", value)?.units ?? null),
  }));
  const perUnit = sold.map(({ quantity, amount }) => ({ quantity, total: quantity * amount }));
  const perLine = sold.map(({ quantity, amount }) => ({ quantity, total: amount }));
  // All readings of the amounts. The first one that adds up to the total of the file is used.
  const readings = [perUnit, perLine].flatMap((lines) =>
    [sellerTax + ebayTax, sellerTax].flatMap((tax) =>
      [charges, 0].map((fees) => ({ lines, tax, fees, subtotal: sum(lines.map(({ total: ofLine }) => ofLine)) })),
    ),
  );
  const matching = readings.find(({ subtotal, tax, fees }) => statedTotal === subtotal + shipping + tax + fees);
  const defaultReading = {
    lines: perUnit,
    tax: sellerTax + ebayTax,
    fees: charges,
    subtotal: sum(perUnit.map(({ total: ofLine }) => ofLine)),
  };
  const reading = matching ?? defaultReading;
  const computed = reading.subtotal + shipping + reading.tax + reading.fees;
  const total = statedTotal ?? computed;
  const message = `Total Price is ${toDecimal(total)}, but its parts add up to ${toDecimal(computed)}.`;
  return {
    subtotal: reading.subtotal,
    shipping,
    tax: reading.tax,
    fees: reading.fees,
    total,
    currency: currencyOf([...orderRows, ...itemRows], value),
    lines: reading.lines.map((line) => ({ price: unitPrice(line) })),
    warnings: [...(total === computed ? [] : [{ reason: "total_differs", message }]), ...roundingWarnings(reading.lines)],
  };
}

/** The currency of the sign of the first amount that has one. Empty for the store's currency. */
function currencyOf(rows: readonly Row[], value: ReadCell): string {
  const [printed] = printedCurrencies(rows, ["Total Price", "Sold For"], value);
  if (printed === undefined || printed.currency !== undefined) return printed?.currency ?? "";
  const { row, column } = printed;
  throw new UnreadableOrder("unknown_currency", `Line ${row.line}: the currency of ${column} "${value(row, column)}" is unknown.`);
}

/** Reads `Jul-21-25` or, in reports of other countries, `21-Jul-25`, also with a time after it. */
function readDay(row: Row, column: string, text: string): string {
  const date = readPrintedDay(text, "ambiguous");
  if (date === null) throw invalidDate(row, column, text, "Jul-21-25 or 21-Jul-25");
  return date;
}
