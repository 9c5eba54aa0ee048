import {
  assembled,
  itemName,
  joinNonEmpty,
  lineTax,
  nonEmpty,
  propertiesOf,
  readAmount,
  readQuantity,
  roundingWarnings,
  sum,
  textsOf,
  unitPrice,
} from "./cells.ts";
import { readMoment } from "./dates.ts";
import { type AssembledOrder, type Format, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { AMAZON_COLUMNS } from "./amazon-columns.ts";
import { toDecimal } from "./money.ts";

/**
 * Amazon's order report and unshipped orders report: one row per item, grouped by order-id.
 * - The prices are those of all units of a row. The price of one unit is rounded, with a warning.
 * - The prices include the tax, except in North America, where it is added (by sales-channel, else by currency).
 * - What the buyer paid for gift wrap is a fee, and makes the order a gift. So does a gift message.
 * - The unshipped report has no prices. Its orders have amounts of 0, with a warning.
 * - The reports do not say whether an order was shipped, so all are New.
 */
export const amazon: Format = {
  id: "amazon",
  platform: "amazon",
  name: "Amazon order report",
  required: ["order-id", "order-item-id", "purchase-date", "product-name", "quantity-purchased"],
  keyColumn: "order-id",
  ...AMAZON_COLUMNS,
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const total = (...columns: string[]) =>
      sum(rows.flatMap((row) => columns.map((column) => Math.abs(readAmount(row, column, value) ?? 0))));
    const lines = rows.map((row) => ({ quantity: readQuantity(row, "quantity-purchased", value), units: linePrice(row, value) ?? 0 }));
    const items = sum(lines.map(({ units }) => units));
    const [tax, shipping] = [total("item-tax", "shipping-tax", "gift-wrap-tax"), total("shipping-price")];
    const giftWrap = total("gift-wrap-price");
    const isGift = rows.some((row) => isGiftRow(row, value));
    const discount = total("item-promotion-discount", "ship-promotion-discount");
    const included = tax === 0 ? null : !isTaxAdded(field("sales-channel"), field("currency"));
    const paid = items + shipping + giftWrap - discount + (included === true ? 0 : tax);
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
      ...(giftWrap !== 0 && { fees: toDecimal(giftWrap) }),
      total_amount: toDecimal(paid),
      ...(included !== null && { taxes_included: included }),
      ...(isGift && { is_gift: true }),
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
        gift_message: textsOf(rows, "gift-message-text", value),
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
    ...(isGiftRow(row, value) && { is_gift: true }),
    ...propertiesOf(PROPERTY_COLUMNS.map((name) => ({ name, value: value(row, name) }))),
    ...nonEmpty({
      external_id: value(row, "order-item-id"),
      sku: value(row, "sku"),
      ship_name: value(row, "recipient-name"),
      phone: value(row, "ship-phone-number") || value(row, "buyer-phone-number"),
    }),
  };
}

/** What the buyer has chosen for an item. `customized-url` leads to what the buyer has typed and uploaded. */
const PROPERTY_COLUMNS = ["gift-wrap-type", "customized-url", "customized-page"] as const;

/** Whether the buyer has asked for gift wrap or a message. */
function isGiftRow(row: Row, value: ReadCell): boolean {
  const isWrapped = value(row, "gift-wrap-type") !== "" || (readAmount(row, "gift-wrap-price", value) ?? 0) !== 0;
  return isWrapped || value(row, "gift-message-text") !== "" || /^(?:true|yes|y|1)$/i.test(value(row, "is-gift"));
}

/** Whether tax is added to the prices: in North America. */
function isTaxAdded(salesChannel: string, currency: string): boolean {
  if (/^amazon\./i.test(salesChannel)) return /^amazon\.(?:com|ca|com\.mx)$/i.test(salesChannel);
  return ["USD", "CAD", "MXN"].includes(currency.toUpperCase());
}
