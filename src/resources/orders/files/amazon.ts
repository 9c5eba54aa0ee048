import { assembledOrder, itemName, joinNonEmpty, lineTax, nonEmpty, propertiesOf, readAmount, textsOf, unitPrice } from "./cells.ts";
import { amazonAmounts, type AmazonLine } from "./amazon-amounts.ts";
import { AMAZON_COLUMNS } from "./amazon-columns.ts";
import { readMoment } from "./dates.ts";
import type { AssembledOrder, Format, Item, Order, ReadCell, Row } from "./format.ts";
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
  itemIdColumn: "order-item-id",
  ...AMAZON_COLUMNS,
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const { lines, fields, total, warnings } = amazonAmounts(rows, "quantity-purchased", value);
    const isGift = rows.some((row) => isGiftRow(row, value));
    const day = (column: string) => (field(column) === "" ? "" : readMoment(first, column, value).slice(0, 10));
    const order: Order = {
      external_id: key,
      number: key,
      date: readMoment(first, "purchase-date", value),
      ...nonEmpty({ currency: field("currency") }),
      status: "New",
      ...fields,
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
      items: lines.map((line) => toItem(line, value)),
    };
    return assembledOrder(order, total, warnings);
  },
};

function toItem(line: AmazonLine, value: ReadCell): Item {
  const { row } = line;
  return {
    name: itemName(row, ["product-name", "sku"], value),
    quantity: line.quantity,
    price: toDecimal(unitPrice(line)),
    ...lineTax(row, "item-tax", value),
    status: "New",
    ...(isGiftRow(row, value) && { is_gift: true }),
    ...propertiesOfRow(row, value),
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

export function propertiesOfRow(row: Row, value: ReadCell): Pick<Item, "properties"> {
  return propertiesOf(PROPERTY_COLUMNS.map((name) => ({ name, value: value(row, name) })));
}

/** Whether the buyer has asked for gift wrap or a message. */
export function isGiftRow(row: Row, value: ReadCell): boolean {
  const isWrapped = value(row, "gift-wrap-type") !== "" || (readAmount(row, "gift-wrap-price", value) ?? 0) !== 0;
  return isWrapped || value(row, "gift-message-text") !== "" || /^(?:true|yes|y|1)$/i.test(value(row, "is-gift"));
}
