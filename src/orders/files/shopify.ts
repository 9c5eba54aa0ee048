import { type AssembledOrder, type Format, type Issue, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { readUnits, toDecimal } from "./money.ts";

/**
 * Shopify's admin order export: one row per line item, grouped by Name. The first row of an order has the order's fields.
 * - The external_id is Shopify's Id, or the Name if the Id is missing or was damaged by a spreadsheet.
 * - The status is Cancelled if "Cancelled at" is set or the payment is voided, Shipped if everything is fulfilled, else New.
 * - Shopify's Subtotal excludes the discount and the tip. The import adds both (a tip is an item "Tip" without SKU), so that the subtotal is
 *   the sum of the items and total = subtotal + tax + shipping - discount.
 * - The export does not contain whether prices include tax, so taxes_included is inferred from the sums. Total is subtotal + shipping - discount
 *   if they do, and that sum + tax if they do not. taxes_included is omitted if there is no tax or neither sum matches.
 * - Sums that do not add up (edited orders) cause warnings, and the amounts are sent as exported.
 */
export const shopify: Format = {
  required: ["Name", "Created at", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price"],
  keyColumn: "Name",
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const amount = (column: string): number => readAmount(first, column, value) ?? 0;
    const cancelled = field("Cancelled at") !== "" || field("Financial Status").toLowerCase() === "voided";
    const items = rows.map((row) => toItem(row, value, { cancelled, field }));
    const tip = sum(rows.filter((row) => isTip(row, value)).map((row) => lineTotal(row, value)));
    const lines = sum(rows.map((row) => lineTotal(row, value)));
    const discount = amount("Discount Amount");
    const subtotal = readAmount(first, "Subtotal", value);
    const total = readAmount(first, "Total", value);
    const [shipping, tax] = [amount("Shipping"), amount("Taxes")];
    const gross = subtotal === null ? lines : subtotal + discount + tip;
    const sums = { lines, gross, withoutTax: gross + shipping - discount, tax, total };
    const included = taxesIncluded(sums);
    const damaged = damagedIdWarning(field("Id"));
    const order: Order = {
      external_id: damaged !== null || field("Id") === "" ? key : field("Id"),
      number: key,
      date: toDateTime(first, field("Created at")),
      currency: field("Currency"),
      status: orderStatus(cancelled, field("Fulfillment Status")),
      subtotal: toDecimal(gross),
      tax: toDecimal(tax),
      shipping_cost: toDecimal(shipping),
      discount: toDecimal(discount),
      total_amount: toDecimal(total ?? sums.withoutTax + tax),
      ...(included !== null && { taxes_included: included }),
      refund_amount: toDecimal(amount("Refunded Amount")),
      is_refunded: ["refunded", "partially_refunded"].includes(field("Financial Status").toLowerCase()),
      ...nonEmpty({
        customer_name: field("Billing Name") || field("Shipping Name"),
        customer_email: field("Email"),
        customer_address: billingAddress(field),
        payment_method: field("Payment Method"),
        ship_address1: field("Shipping Address1") || field("Shipping Street"),
        ship_address2: field("Shipping Address2"),
        ship_city: field("Shipping City"),
        ship_state: field("Shipping Province"),
        ship_zipcode: stripApostrophe(field("Shipping Zip")),
        ship_country: field("Shipping Country"),
      }),
      items,
    };
    const warnings = [...(damaged === null ? [] : [damaged]), ...sumWarnings(sums)];
    return { order, total: total ?? sums.withoutTax + tax, error: null, skipped: [], warnings };
  },
};

function toItem(row: Row, value: ReadCell, order: { cancelled: boolean; field: (column: string) => string }): Item {
  const { cancelled, field } = order;
  const sku = value(row, "Lineitem sku");
  const name = value(row, "Lineitem name") || sku;
  if (name === "") throw new UnreadableOrder("no_item_name", `Line ${row.line} has neither a Lineitem name nor a Lineitem sku.`);
  return {
    name,
    quantity: readQuantity(row, value),
    price: toDecimal(readPrice(row, value)),
    status: itemStatus(row, value, cancelled),
    ...nonEmpty({
      sku,
      ship_name: field("Shipping Name"),
      phone: (field("Shipping Phone") || field("Phone") || field("Billing Phone")).replace(/^'/, ""),
    }),
  };
}

/** Whether a row is a tip: a line item without SKU and vendor. */
function isTip(row: Row, value: ReadCell): boolean {
  return value(row, "Lineitem name") === "Tip" && value(row, "Lineitem sku") === "" && value(row, "Vendor") === "";
}

/** The status of an item. One that is never shipped (a tip, a gift card) is Delivered, so that its order can be completed. */
function itemStatus(row: Row, value: ReadCell, cancelled: boolean): string {
  if (cancelled) return "Cancelled";
  const state = value(row, "Lineitem fulfillment status");
  if (isTip(row, value) || state === "not_eligible") return "Delivered";
  return state === "fulfilled" ? "Shipped" : "New";
}

function orderStatus(cancelled: boolean, fulfillment: string): string {
  if (cancelled) return "Cancelled";
  return fulfillment === "fulfilled" ? "Shipped" : "New";
}

function readQuantity(row: Row, value: ReadCell): number {
  const text = value(row, "Lineitem quantity");
  if (!/^\d{1,7}$/.test(text) || Number(text) === 0) {
    throw new UnreadableOrder("invalid_quantity", `Line ${row.line}: Lineitem quantity "${text}" is not a whole number of 1 or more.`);
  }
  return Number(text);
}

function readPrice(row: Row, value: ReadCell): number {
  const units = readAmount(row, "Lineitem price", value);
  if (units === null || units < 0) {
    throw new UnreadableOrder("invalid_price", `Line ${row.line}: Lineitem price is not an amount of 0 or more.`);
  }
  return units;
}

function lineTotal(row: Row, value: ReadCell): number {
  return readQuantity(row, value) * readPrice(row, value);
}

/** Reads an amount in units. Returns null if the column is empty. */
function readAmount(row: Row, column: string, value: ReadCell): number | null {
  const text = value(row, column);
  if (text === "") return null;
  const units = readUnits(text);
  if (units === null)
    throw new UnreadableOrder("invalid_amount", `Line ${row.line}: ${column} "${text}" is not an amount such as 1234.56.`);
  return units;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:([+-]\d{2})(?::?(\d{2}))?|(Z|UTC))?)?$/i;

/** Converts `2024-05-01 09:58:12 +0200` or ISO 8601 to RFC 3339. Without an offset, the API uses the organization's time zone. */
function toDateTime(row: Row, text: string): string {
  const match = MOMENT.exec(text);
  if (match === null) {
    const expected = "a date such as 2024-05-01 09:58:12 +0200 or 2024-05-01T09:58:12+02:00";
    throw new UnreadableOrder("invalid_date", `Line ${row.line}: Created at "${text}" is not ${expected}.`);
  }
  const [, day = "", time, hours, minutes = "00", utc] = match;
  if (time === undefined) return day;
  const offset = utc !== undefined ? "Z" : hours !== undefined ? `${hours}:${minutes}` : "";
  return `${day}T${time}${offset}`;
}

function damagedIdWarning(id: string): Issue | null {
  if (/^\d*$/.test(id)) return null;
  return { reason: "id_damaged", message: `Id "${id}" is not a number (a spreadsheet may have changed it). The Name is used.` };
}

/** Sums of an order in units. `withoutTax` is the total if prices include the tax. */
interface Sums {
  lines: number;
  gross: number;
  withoutTax: number;
  tax: number;
  /** Null if the column is empty. */
  total: number | null;
}

/** Whether prices include the tax, inferred from the total. Null if the total does not show it. */
function taxesIncluded({ withoutTax, tax, total }: Sums): boolean | null {
  if (tax === 0 || total === null) return null;
  if (total === withoutTax) return true;
  return total === withoutTax + tax ? false : null;
}

function sumWarnings({ lines, gross, withoutTax, tax, total }: Sums): Issue[] {
  const warnings: Issue[] = [];
  if (lines !== gross) {
    const [items, stated] = [toDecimal(lines), toDecimal(gross)];
    warnings.push({ reason: "subtotal_differs", message: `Items add up to ${items}, Subtotal with discount and tip to ${stated}.` });
  }
  if (total !== null && total !== withoutTax && total !== withoutTax + tax) {
    const sums = tax === 0 ? `${toDecimal(withoutTax)}` : `${toDecimal(withoutTax)}, with tax to ${toDecimal(withoutTax + tax)}`;
    warnings.push({ reason: "total_differs", message: `Total is ${toDecimal(total)}, but its parts add up to ${sums}.` });
  }
  return warnings;
}

function billingAddress(field: (column: string) => string): string {
  const street = field("Billing Street") || [field("Billing Address1"), field("Billing Address2")].filter((part) => part !== "").join(", ");
  const place = [stripApostrophe(field("Billing Zip")), field("Billing City"), field("Billing Province"), field("Billing Country")];
  return [street, ...place].filter((part) => part !== "").join(", ");
}

/** Shopify adds an apostrophe so that spreadsheets keep leading zeros. */
function stripApostrophe(text: string): string {
  return text.replace(/^'/, "").trim();
}

function sum(units: number[]): number {
  return units.reduce((total, next) => total + next, 0);
}

/** Omits empty texts. */
function nonEmpty<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== "")) as Partial<T>;
}

/** How an import uses each column of Shopify's export. */
export const SHOPIFY_COLUMNS: Readonly<Record<string, string>> = {
  Name: "Order number; groups the rows of an order",
  Id: "External id; identifies the order in later imports",
  "Created at": "Date",
  Currency: "Currency",
  "Cancelled at": "Status: cancelled if set",
  "Fulfillment Status": "Status: shipped if everything is fulfilled",
  "Financial Status": "Whether it was refunded; status: cancelled if voided",
  "Refunded Amount": "Refunded amount",
  Subtotal: "Subtotal",
  Taxes: "Tax; with the other sums, whether prices include it",
  Shipping: "Shipping cost",
  "Discount Amount": "Discount",
  Total: "Total",
  Email: "Customer’s e-mail address",
  Phone: "Phone, if the shipping address has none",
  "Payment Method": "Payment method",
  "Billing Name": "Customer’s name",
  "Billing Street": "Customer’s address",
  "Billing Address1": "Customer’s address, if Billing Street is empty",
  "Billing Address2": "Customer’s address, if Billing Street is empty",
  "Billing City": "Customer’s address",
  "Billing Zip": "Customer’s address",
  "Billing Province": "Customer’s address",
  "Billing Country": "Customer’s address",
  "Billing Phone": "Phone, if there is no other",
  "Shipping Name": "Name to ship to",
  "Shipping Phone": "Phone",
  "Shipping Address1": "Street to ship to",
  "Shipping Street": "Street to ship to, if Shipping Address1 is empty",
  "Shipping Address2": "Street to ship to, second line",
  "Shipping City": "City to ship to",
  "Shipping Province": "State to ship to",
  "Shipping Zip": "Postal code to ship to",
  "Shipping Country": "Country to ship to",
  "Lineitem name": "Item’s name",
  "Lineitem sku": "Item’s SKU",
  "Lineitem quantity": "Item’s quantity",
  "Lineitem price": "Item’s price",
  "Lineitem fulfillment status": "Item’s status",
  Vendor: "Distinguishes a tip from an item",
};
