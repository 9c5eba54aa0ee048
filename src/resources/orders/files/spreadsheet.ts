import {
  amountOfOrder,
  assembledOrder,
  assertPrice,
  discountCodes,
  itemName,
  listField,
  nonEmpty,
  propertiesOf,
  readPrintedAmountAt,
  readQuantity,
  sum,
  textsOf,
} from "./cells.ts";
import { invalidDate, parseMoment, readPrintedDay, type Slashes } from "./dates.ts";
import { type AssembledOrder, type Format, type Issue, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { isDollar } from "../../../platform/values/money-text.ts";
import { toDecimal } from "./money.ts";
import { currencyOfSign, printedCurrencies } from "./printed-currency.ts";
import { namedColumns, namedPurpose, type NamedKindName } from "./named-columns.ts";
import { REQUIRED_FIELDS, SPREADSHEET_COLUMNS, SPREADSHEET_FRAGILE, type SpreadsheetField } from "./spreadsheet-columns.ts";

/** Reads a column of the template. */
type ReadField = (row: Row, field: SpreadsheetField) => string;

/**
 * A person's own spreadsheet, one row per item, grouped by Order reference: the template, or any file whose columns are mapped to those of the
 * template (column-map.ts).
 * - The amounts of an order are on one of its rows, or the same on all of them.
 * - The total is Order sum. Without it, it is the sum of the parts. Prices include the tax if the total is the sum without it.
 * - All orders are New.
 */
export function spreadsheetFormat(slashes: Slashes): Format {
  return {
    id: "spreadsheet",
    name: "Your own spreadsheet",
    required: REQUIRED_FIELDS,
    keyColumn: "Order reference",
    itemIdColumn: "Line id",
    purposeOf: namedPurpose,
    columns: Object.fromEntries(Object.entries(SPREADSHEET_COLUMNS).map(([name, { purpose }]) => [name, purpose])),
    fragile: SPREADSHEET_FRAGILE,
    assemble: (key, rows, value) => assemble(key, rows, { value, slashes }),
  };
}

export const spreadsheet = spreadsheetFormat("ambiguous");

function assemble(key: string, rows: Row[], { value, slashes }: { value: ReadCell; slashes: Slashes }): AssembledOrder {
  const first = rows[0];
  if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
  const read: ReadField = value;
  const field = (name: SpreadsheetField): string => read(rows.find((row) => read(row, name) !== "") ?? first, name);
  const day = (name: SpreadsheetField): string => readDay(first, { column: name, text: field(name) }, slashes);
  const warnings: Issue[] = [];
  const amount = (name: SpreadsheetField) => amountOfOrder(rows, name, value, warnings);
  const lines = rows.map((row) => ({ row, quantity: quantityOf(row, value), price: priceOf(row, value) }));
  const subtotal = sum(lines.map(({ quantity, price }) => quantity * (price ?? 0)));
  const [shipping, tax, fees] = [amount("Delivery cost"), amount("Tax amount"), amount("Other fees")];
  const discount = Math.abs(amount("Discount amount"));
  const withoutTax = subtotal + shipping + fees - discount;
  const statedTotal = field("Order sum") === "" ? null : amount("Order sum");
  const total = statedTotal ?? withoutTax + tax;
  if (lines.some(({ price }) => price === null)) {
    warnings.push({ reason: "no_prices", message: "Some items have no Price per piece. Their prices are 0." });
  }
  if (total !== withoutTax && total !== withoutTax + tax) {
    const message = `Order sum is ${toDecimal(total)}, but its parts add up to ${toDecimal(withoutTax + tax)}.`;
    warnings.push({ reason: "total_differs", message });
  }
  const order: Order = {
    external_id: key,
    number: key,
    ...nonEmpty({
      date: day("Order day"),
      currency: currencyOf(rows, value),
    }),
    status: "New",
    subtotal: toDecimal(subtotal),
    tax: toDecimal(tax),
    shipping_cost: toDecimal(shipping),
    discount: toDecimal(discount),
    ...(fees !== 0 && { fees: toDecimal(fees) }),
    total_amount: toDecimal(total),
    ...(tax !== 0 && { taxes_included: total === withoutTax }),
    ...nonEmpty({
      customer_name: field("Customer") || field("Recipient"),
      customer_email: field("E-mail"),
      customer_phone: field("Telephone"),
      payment_method: field("Paid with"),
      ship_name: field("Recipient") || field("Customer"),
      ship_company: field("Company"),
      ship_address1: field("Street"),
      ship_address2: field("Street 2"),
      ship_city: field("Town"),
      ship_state: field("Region"),
      ship_zipcode: field("Postal code"),
      ship_country: field("Country"),
      shipping_service: field("Delivery method"),
      buyer_note: textsOf(rows, "Note from customer", value),
      gift_message: textsOf(rows, "Gift text", value),
      ship_by_date: day("Deliver by").slice(0, 10),
    }),
    ...discountCodes([field("Discount code")]),
    ...listField("tags", field("Labels")),
    ...metadataOf(rows, "Metadata", value),
    items: lines.map(({ row, quantity, price }) => toItem(row, read, { quantity, price: price ?? 0, value })),
  };
  return assembledOrder(order, total, warnings);
}

const AMOUNT_COLUMNS = [
  "Order sum",
  "Price per piece",
  "Delivery cost",
  "Tax amount",
  "Discount amount",
  "Other fees",
] as const satisfies readonly SpreadsheetField[];

/**
 * The currency of an order: that of the column, or of the signs beside its amounts. Empty for the store's currency, also if there is only `$` or a sign
 * that several countries have. Throws UnreadableOrder if they differ, because amounts in several currencies can't be added.
 */
function currencyOf(rows: readonly Row[], value: ReadCell): string {
  const printed = printedCurrencies(rows, AMOUNT_COLUMNS, value);
  const stated = rows.map((row) => value(row, "Currency").toUpperCase()).filter((text) => text !== "");
  // A sign that several countries have is compared as it is.
  const signs = printed.flatMap(({ sign, currency }) => (sign === "$" ? [] : [currency ?? sign]));
  const currencies = new Set([...stated.map((text) => (text === "$" ? text : (currencyOfSign(text) ?? text))), ...signs]);
  const [currency = ""] = currencies;
  const hasOtherDollar = /^[A-Z]{3}$/.test(currency) && printed.some(({ sign }) => sign === "$") && !isDollar(currency);
  if (currencies.size <= 1 && !hasOtherDollar)
    return stated.length > 0 || printed.some((each) => each.currency === currency) ? currency : "";
  const all = [...currencies, ...(hasOtherDollar ? ["$"] : [])].join(", ");
  throw new UnreadableOrder("currencies_differ", `Line ${rows[0]?.line}: the amounts of the order are in several currencies: ${all}.`);
}

const quantityOf = (row: Row, value: ReadCell): number => (value(row, "Pieces") === "" ? 1 : readQuantity(row, "Pieces", value));

function priceOf(row: Row, value: ReadCell): number | null {
  const price = readPrintedAmountAt(row, "Price per piece", value);
  return price === null ? null : assertPrice(row, "Price per piece", price.units);
}

function toItem(row: Row, read: ReadField, { quantity, price, value }: { quantity: number; price: number; value: ReadCell }): Item {
  return {
    name: itemName(row, ["Product", "Product code"], value),
    quantity,
    price: toDecimal(price),
    status: "New",
    ...propertiesOf(namedColumns(value, "Property").map(({ column, name }) => ({ name, value: value(row, column) }))),
    ...metadataOf([row], "Item metadata", value),
    ...nonEmpty({
      external_id: read(row, "Line id"),
      sku: read(row, "Product code"),
      ship_name: read(row, "Recipient"),
      size: read(row, "Size"),
      color: read(row, "Color"),
      variations: read(row, "Variant"),
      personalization: read(row, "Personalization"),
      tracking_code: read(row, "Parcel number"),
    }),
  };
}

/** The metadata in the columns of a kind: under each name, the first value that is not empty. Absent if there is none. */
function metadataOf(rows: readonly Row[], kind: NamedKindName, value: ReadCell): { metadata?: Record<string, string> } {
  const pairs = namedColumns(value, kind).flatMap(({ column, name }) => {
    const text = rows.map((row) => value(row, column)).find((cell) => cell !== "");
    return text === undefined ? [] : [[name, text] as const];
  });
  return pairs.length === 0 ? {} : { metadata: Object.fromEntries(pairs) };
}

/** Reads a day, or a time as RFC 3339, in a column of a row. Empty if there is none. */
function readDay(row: Row, { column, text }: { column: SpreadsheetField; text: string }, slashes: Slashes): string {
  if (text === "") return "";
  if (/^\d{4}[-/]\d{2}[-/]\d{2}[T ]/.test(text)) return parseMoment(row, column, text);
  const date = readPrintedDay(text, slashes);
  if (date === null) {
    const example = slashes === "ambiguous" ? "2026-11-20 (say whether the day or the month is first)" : `20/11/2026 (${slashes})`;
    throw invalidDate(row, "The date", text, example);
  }
  return date;
}
