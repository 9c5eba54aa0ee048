import { amazonAmounts, type AmazonLine } from "./amazon-amounts.ts";
import { AMAZON_ALL_ORDERS_COLUMNS } from "./amazon-all-orders-columns.ts";
import { isGiftRow, propertiesOfRow } from "./amazon.ts";
import { amazonItemStatus, amazonSkipReason, isAmazonCancelled, isFulfilledByAmazon } from "./amazon-states.ts";
import { assembledOrder, itemName, lineTax, nonEmpty, skippedRows, textsOf, unitPrice } from "./cells.ts";
import { readMoment } from "./dates.ts";
import type { AssembledOrder, Format, Item, Order, ReadCell } from "./format.ts";
import { toDecimal } from "./money.ts";

/**
 * Amazon's report of all orders, also those that Amazon fulfills: one row per item, grouped by amazon-order-id. Amounts as in the order report.
 * - The report has no names and streets, and older files have no ids of items.
 * - Orders that are not paid, that are not Amazon's, or that Amazon has yet to ship are skipped (amazon-states.ts).
 * - A cancelled item has the quantity 0. It is left out. An order without any other item is skipped.
 */
export const amazonAllOrders: Format = {
  id: "amazon-all-orders",
  platform: "amazon",
  name: "Amazon report of all orders",
  required: ["amazon-order-id", "purchase-date", "order-status", "fulfillment-channel", "product-name", "quantity"],
  keyColumn: "amazon-order-id",
  itemIdColumn: "order-item-id",
  ...AMAZON_ALL_ORDERS_COLUMNS,
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(rows.find((row) => value(row, column) !== "") ?? first, column);
    const [status, fulfillment, channel] = [field("order-status"), field("fulfillment-channel"), field("sales-channel")];
    const skipReason = amazonSkipReason({ status, fulfillment, channel });
    if (skipReason !== null) return skippedRows(rows, skipReason);
    const isCancelled = isAmazonCancelled(status);
    // The items of a cancelled order are cancelled too, and imported with it if they have a quantity.
    const left = rows.filter((row) => value(row, "quantity") !== "0" && (isCancelled || !isAmazonCancelled(value(row, "item-status"))));
    if (left.length === 0) return skippedRows(rows, "cancelled");
    const { lines, fields, total, warnings } = amazonAmounts(left, "quantity", value);
    const items = lines.map((line) => toItem(line, value, status));
    const order: Order = {
      external_id: key,
      number: key,
      date: readMoment(first, "purchase-date", value),
      ...nonEmpty({ currency: field("currency") }),
      status: isCancelled ? "Cancelled" : orderStatus(items),
      ...fields,
      ...(left.some((row) => isGiftRow(row, value)) && { is_gift: true }),
      ...nonEmpty({
        source_status: `${status}${isFulfilledByAmazon(fulfillment) ? ", fulfilled by Amazon" : ""}`,
        ship_city: field("ship-city"),
        ship_state: field("ship-state"),
        ship_zipcode: field("ship-postal-code"),
        ship_country: field("ship-country"),
        shipping_service: field("ship-service-level"),
        gift_message: textsOf(left, "gift-message-text", value),
      }),
      items,
    };
    const message = `${rows.length - left.length} of ${rows.length} items are cancelled. They are left out.`;
    const cancelled = left.length === rows.length ? [] : [{ reason: "items_cancelled", message }];
    return assembledOrder(order, total, [...cancelled, ...warnings]);
  },
};

/** The status of an order follows its items, as everywhere (docs/spec/orders.md#status-from-items). */
function orderStatus(items: readonly Item[]): string {
  if (items.every(({ status }) => status === "Delivered")) return "Complete";
  return items.some(({ status }) => status === "New") ? "New" : "Shipped";
}

function toItem(line: AmazonLine, value: ReadCell, statusOfOrder: string): Item {
  const { row } = line;
  const ownStatus = amazonItemStatus(value(row, "item-status"));
  // Only the order's status says that it has arrived.
  const statusByOrder = amazonItemStatus(statusOfOrder);
  return {
    name: itemName(row, ["product-name", "sku"], value),
    quantity: line.quantity,
    price: toDecimal(unitPrice(line)),
    ...lineTax(row, "item-tax", value),
    status: statusByOrder === "New" ? ownStatus : statusByOrder,
    ...(isGiftRow(row, value) && { is_gift: true }),
    ...propertiesOfRow(row, value),
    ...nonEmpty({ external_id: value(row, "order-item-id"), sku: value(row, "sku") }),
  };
}
