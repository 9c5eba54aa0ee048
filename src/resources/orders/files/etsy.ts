import {
  amountOfOrder,
  amountsOf,
  assembledOrder,
  assertPrice,
  discountCodes,
  itemName,
  nonEmpty,
  readPrintedAmountAt,
  readQuantity,
  sum,
  textsOf,
} from "./cells.ts";
import { invalidDate, readPrintedDay } from "./dates.ts";
import { ETSY_COLUMNS } from "./etsy-columns.ts";
import type { AssembledOrder, Format, Issue, Item, Order, ReadCell, Row } from "./format.ts";
import { toDecimal } from "./money.ts";
import { readOptions } from "./variations.ts";

/**
 * Etsy's report of sold order items: one row per item, grouped by Order ID. An order's item ids are Etsy's transaction ids.
 * - The amounts of an order (shipping, tax, discount) are repeated on its rows, or are on the first one only. An amount that is the same
 *   on all rows is counted once. Different discounts are those of the items, and are added.
 * - The report has no total. It is the items + shipping + tax - discounts. Order Shipping is what the buyer paid: a discount on shipping is not
 *   subtracted from it again.
 * - An order is Shipped if all its rows have a Date Shipped, else New. Cancelled orders are not in the report.
 */
export const etsy: Format = {
  id: "etsy",
  platform: "etsy",
  name: "Etsy sold order items",
  required: ["Order ID", "Sale Date", "Item Name", "Quantity", "Price", "Transaction ID"],
  keyColumn: "Order ID",
  itemIdColumn: "Transaction ID",
  ...ETSY_COLUMNS,
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const number = key.replace(/^#/, "");
    const warnings: Issue[] = [];
    const items = sum(rows.map((row) => readQuantity(row, "Quantity", value) * readPrice(row, value)));
    const shipping = amountOfOrder(rows, "Order Shipping", value, warnings);
    const tax = amountOfOrder(rows, "Order Sales Tax", value, warnings);
    const discount = sum(["Discount Amount", "InPerson Discount"].map((column) => discountOf(rows, column, value, warnings)));
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
        buyer_note: textsOf(rows, "Message From Buyer", value),
        gift_message: textsOf(rows, "Gift Message", value),
        ship_name: field("Ship Name"),
        ship_address1: field("Ship Address1"),
        ship_address2: field("Ship Address2"),
        ship_city: field("Ship City"),
        ship_state: field("Ship State"),
        ship_zipcode: field("Ship Zipcode"),
        ship_country: field("Ship Country"),
      }),
      ...discountCodes(rows.map((row) => value(row, "Coupon Code"))),
      items: rows.map((row) => toItem(row, value)),
    };
    return assembledOrder(order, total, warnings);
  },
};

function toItem(row: Row, value: ReadCell): Item {
  const variations = value(row, "Variations");
  const options = readOptions(variations);
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
      ...options,
      personalization: options.personalization || value(row, "Personalization"),
    }),
  };
}

function readPrice(row: Row, value: ReadCell): number {
  return assertPrice(row, "Price", readPrintedAmountAt(row, "Price", value)?.units ?? null);
}

/** A discount of the whole order, or the sum of its items' discounts. */
function discountOf(rows: readonly Row[], column: string, value: ReadCell, warnings: Issue[]): number {
  const amounts = amountsOf(rows, column, value).map(Math.abs);
  if (new Set(amounts).size > 1 || amounts.length <= 1) return sum(amounts);
  const message = `${column} ${toDecimal(amounts[0] ?? 0)} is on ${amounts.length} rows of the order, and is counted once.`;
  warnings.push({ reason: "discount_repeated", message });
  return amounts[0] ?? 0;
}

/** Reads `08/14/25` (month first), or a date that cannot be misunderstood, as a spreadsheet writes it. */
function readDay(row: Row, column: string, value: ReadCell): string {
  const date = readPrintedDay(value(row, column), "month first");
  if (date === null) throw invalidDate(row, column, value(row, column), "08/14/25 (month first)");
  return date;
}
