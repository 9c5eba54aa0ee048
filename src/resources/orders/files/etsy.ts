import {
  assembled,
  assertPrice,
  dayOf,
  invalidDate,
  itemName,
  joinNonEmpty,
  listField,
  nonEmpty,
  readPrintedAmountAt,
  readQuantity,
  sum,
} from "./cells.ts";
import type { AssembledOrder, Format, Issue, Item, Order, ReadCell, Row } from "./format.ts";
import { toDecimal } from "./money.ts";

/**
 * Etsy's report of sold order items: one row per item, grouped by Order ID. An order's item ids are Etsy's transaction ids.
 * - The amounts of an order (shipping, tax, discount) are repeated on its rows, or are on the first one only. An amount that is the same
 *   on all rows is counted once. Different discounts are those of the items, and are added.
 * - The report has no total. It is the items + shipping + tax - discounts.
 * - An order is Shipped if all its rows have a Date Shipped, else New. Cancelled orders are not in the report.
 */
export const etsy: Format = {
  id: "etsy",
  name: "Etsy sold order items",
  required: ["Order ID", "Sale Date", "Item Name", "Quantity", "Price", "Transaction ID"],
  keyColumn: "Order ID",
  columns: {
    "Order ID": "Order number and external id; groups the rows of an order",
    "Sale Date": "Date",
    Currency: "Currency",
    "Transaction ID": "Item’s external id",
    "Item Name": "Item’s name",
    SKU: "Item’s SKU",
    Quantity: "Item’s quantity",
    Price: "Item’s price",
    Variations: "Item’s variations, size, color and personalization",
    "Date Shipped": "Status: shipped if set",
    "Coupon Code": "Discount codes",
    "Discount Amount": "Discount",
    "Shipping Discount": "Discount",
    "InPerson Discount": "Discount",
    "Order Shipping": "Shipping cost",
    "Order Sales Tax": "Tax",
    Buyer: "Customer’s name, if Ship Name is empty",
    "Payment Type": "Payment method",
    "Ship Name": "Name of the customer and to ship to",
    "Ship Address1": "Street to ship to",
    "Ship Address2": "Street to ship to, second line",
    "Ship City": "City to ship to",
    "Ship State": "State to ship to",
    "Ship Zipcode": "Postal code to ship to",
    "Ship Country": "Country to ship to",
  },
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const number = key.replace(/^#/, "");
    const warnings: Issue[] = [];
    const items = sum(rows.map((row) => readQuantity(row, "Quantity", value) * readPrice(row, value)));
    const shipping = orderAmount(rows, "Order Shipping", value, warnings);
    const tax = orderAmount(rows, "Order Sales Tax", value, warnings);
    const discount = sum(
      ["Discount Amount", "Shipping Discount", "InPerson Discount"].map((column) => discountOf(rows, column, value, warnings)),
    );
    const total = items + shipping + tax - discount;
    const order: Order = {
      external_id: number,
      number,
      date: readDay(first, "Sale Date", value),
      ...nonEmpty({ currency: field("Currency") }),
      status: rows.every((row) => value(row, "Date Shipped") !== "") ? "Shipped" : "New",
      subtotal: toDecimal(items),
      tax: toDecimal(tax),
      shipping_cost: toDecimal(shipping),
      discount: toDecimal(discount),
      total_amount: toDecimal(total),
      ...(tax !== 0 && { taxes_included: false }),
      ...nonEmpty({
        customer_name: field("Ship Name") || field("Buyer"),
        payment_method: field("Payment Type"),
        ship_name: field("Ship Name"),
        ship_address1: field("Ship Address1"),
        ship_address2: field("Ship Address2"),
        ship_city: field("Ship City"),
        ship_state: field("Ship State"),
        ship_zipcode: field("Ship Zipcode"),
        ship_country: field("Ship Country"),
      }),
      ...listField("discount_codes", joinNonEmpty([...new Set(rows.map((row) => value(row, "Coupon Code")))], ",")),
      items: rows.map((row) => toItem(row, value)),
    };
    return assembled(order, total, warnings);
  },
};

function toItem(row: Row, value: ReadCell): Item {
  const variations = value(row, "Variations");
  return {
    name: itemName(row, ["Item Name", "SKU"], value),
    quantity: readQuantity(row, "Quantity", value),
    price: toDecimal(readPrice(row, value)),
    status: value(row, "Date Shipped") === "" ? "New" : "Shipped",
    ...nonEmpty({
      external_id: value(row, "Transaction ID"),
      sku: value(row, "SKU"),
      ship_name: value(row, "Ship Name"),
      variations,
      ...optionsOf(variations),
    }),
  };
}

/** Reads `Size: L,Color: Red,Personalization: Ann, in gold`. A personalization is last and may contain commas. */
function optionsOf(variations: string): { size: string; color: string; personalization: string } {
  const [, personalization = ""] = /(?:^|,)\s*Personalization:(.*)$/is.exec(variations) ?? [];
  const options = variations.slice(0, variations.length - personalization.length).split(",");
  const option = (names: RegExp) =>
    options
      .find((text) => names.test(text))
      ?.replace(names, "")
      .trim() ?? "";
  return { size: option(/^\s*Sizes?:/i), color: option(/^\s*Colou?rs?:/i), personalization: personalization.trim() };
}

function readPrice(row: Row, value: ReadCell): number {
  return assertPrice(row, "Price", readPrintedAmountAt(row, "Price", value)?.units ?? null);
}

const amountsOf = (rows: readonly Row[], column: string, value: ReadCell): number[] =>
  rows.map((row) => readPrintedAmountAt(row, column, value)?.units ?? 0).filter((units) => units !== 0);

/** An amount of the whole order. */
function orderAmount(rows: readonly Row[], column: string, value: ReadCell, warnings: Issue[]): number {
  const amounts = [...new Set(amountsOf(rows, column, value))];
  if (amounts.length > 1) {
    const message = `${column} differs between the rows of the order: ${amounts.map(toDecimal).join(", ")}. The first one is used.`;
    warnings.push({ reason: "amounts_differ", message });
  }
  return amounts[0] ?? 0;
}

/** A discount of the whole order, or the sum of its items' discounts. */
function discountOf(rows: readonly Row[], column: string, value: ReadCell, warnings: Issue[]): number {
  const amounts = amountsOf(rows, column, value).map(Math.abs);
  if (new Set(amounts).size > 1 || amounts.length <= 1) return sum(amounts);
  const message = `${column} ${toDecimal(amounts[0] ?? 0)} is on ${amounts.length} rows of the order, and is counted once.`;
  warnings.push({ reason: "discount_repeated", message });
  return amounts[0] ?? 0;
}

/** Converts `08/14/25` or `08/14/2025` (month first) to `2025-08-14`. */
function readDay(row: Row, column: string, value: ReadCell): string {
  const [, month, day, year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(value(row, column)) ?? [];
  const date = dayOf(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day));
  if (date === null) throw invalidDate(row, column, value(row, column), "08/14/25 (month first)");
  return date;
}
