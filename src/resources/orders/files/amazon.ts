import {
  assembled,
  itemName,
  joinNonEmpty,
  lineTax,
  nonEmpty,
  readAmount,
  readMoment,
  readQuantity,
  roundingWarnings,
  sum,
  unitPrice,
} from "./cells.ts";
import { type AssembledOrder, type Format, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { toDecimal } from "./money.ts";

/**
 * Amazon's order report and unshipped orders report: one row per item, grouped by order-id.
 * - The prices are those of all units of a row. The price of one unit is rounded, with a warning.
 * - The prices include the tax, except in North America, where it is added (by sales-channel, else by currency).
 * - The unshipped report has no prices. Its orders have amounts of 0, with a warning.
 * - The reports do not say whether an order was shipped, so all are New.
 */
export const amazon: Format = {
  id: "amazon",
  name: "Amazon order report",
  required: ["order-id", "order-item-id", "purchase-date", "product-name", "quantity-purchased"],
  keyColumn: "order-id",
  columns: {
    "order-id": "Order number and external id; groups the rows of an order",
    "order-item-id": "Item’s external id",
    "purchase-date": "Date",
    currency: "Currency",
    sku: "Item’s SKU",
    "product-name": "Item’s name",
    "quantity-purchased": "Item’s quantity",
    "item-price": "Item’s price, for all units",
    "item-tax": "Tax of the item, part of the tax",
    "shipping-price": "Shipping cost",
    "shipping-tax": "Tax",
    "item-promotion-discount": "Discount",
    "ship-promotion-discount": "Discount",
    "sales-channel": "Whether prices include the tax",
    "ship-service-level": "Shipping service",
    "promise-date": "Ship-by date",
    "latest-ship-date": "Ship-by date, if promise-date is empty",
    "buyer-name": "Customer’s name",
    "buyer-email": "Customer’s e-mail address",
    "buyer-phone-number": "Customer’s phone",
    "recipient-name": "Name to ship to",
    "ship-phone-number": "Phone",
    "ship-address-1": "Street to ship to",
    "ship-address-2": "Street to ship to, second line",
    "ship-address-3": "Street to ship to, second line",
    "ship-city": "City to ship to",
    "ship-state": "State to ship to",
    "ship-postal-code": "Postal code to ship to",
    "ship-country": "Country to ship to",
  },
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const total = (...columns: string[]) =>
      sum(rows.flatMap((row) => columns.map((column) => Math.abs(readAmount(row, column, value) ?? 0))));
    const lines = rows.map((row) => ({ quantity: readQuantity(row, "quantity-purchased", value), units: linePrice(row, value) ?? 0 }));
    const items = sum(lines.map(({ units }) => units));
    const [tax, shipping] = [total("item-tax", "shipping-tax"), total("shipping-price")];
    const discount = total("item-promotion-discount", "ship-promotion-discount");
    const included = tax === 0 ? null : !isTaxAdded(field("sales-channel"), field("currency"));
    const paid = items + shipping - discount + (included === true ? 0 : tax);
    const day = (column: string) => (field(column) === "" ? "" : readMoment(first, column, value).slice(0, 10));
    const order: Order = {
      external_id: key,
      number: key,
      date: readMoment(first, "purchase-date", value),
      ...nonEmpty({ currency: field("currency") }),
      status: "New",
      subtotal: toDecimal(items),
      tax: toDecimal(tax),
      shipping_cost: toDecimal(shipping),
      discount: toDecimal(discount),
      total_amount: toDecimal(paid),
      ...(included !== null && { taxes_included: included }),
      ...nonEmpty({
        customer_name: field("buyer-name") || field("recipient-name"),
        customer_email: field("buyer-email"),
        customer_phone: field("buyer-phone-number"),
        ship_name: field("recipient-name"),
        ship_address1: field("ship-address-1"),
        ship_address2: joinNonEmpty([field("ship-address-2"), field("ship-address-3")], ", "),
        ship_city: field("ship-city"),
        ship_state: field("ship-state"),
        ship_zipcode: field("ship-postal-code"),
        ship_country: field("ship-country"),
        ship_by_date: day("promise-date") || day("latest-ship-date"),
        shipping_service: field("ship-service-level"),
      }),
      items: rows.map((row, index) => toItem(row, value, lines[index] ?? { quantity: 1, units: 0 })),
    };
    const hasPrices = rows.every((row) => linePrice(row, value) !== null);
    const noPrices = { reason: "no_prices", message: "The file has no item-price for all items. Their prices are 0." };
    return assembled(order, paid, [...(hasPrices ? [] : [noPrices]), ...roundingWarnings(lines)]);
  },
};

function linePrice(row: Row, value: ReadCell): number | null {
  const units = readAmount(row, "item-price", value);
  if (units !== null && units < 0) {
    throw new UnreadableOrder("invalid_price", `Line ${row.line}: item-price is not an amount of 0 or more.`);
  }
  return units;
}

function toItem(row: Row, value: ReadCell, line: { quantity: number; units: number }): Item {
  return {
    name: itemName(row, ["product-name", "sku"], value),
    quantity: line.quantity,
    price: toDecimal(unitPrice(line)),
    ...lineTax(row, "item-tax", value),
    status: "New",
    ...nonEmpty({
      external_id: value(row, "order-item-id"),
      sku: value(row, "sku"),
      ship_name: value(row, "recipient-name"),
      phone: value(row, "ship-phone-number") || value(row, "buyer-phone-number"),
    }),
  };
}

/** Whether tax is added to the prices: in North America. */
function isTaxAdded(salesChannel: string, currency: string): boolean {
  if (/^amazon\./i.test(salesChannel)) return /^amazon\.(?:com|ca|com\.mx)$/i.test(salesChannel);
  return ["USD", "CAD", "MXN"].includes(currency.toUpperCase());
}
