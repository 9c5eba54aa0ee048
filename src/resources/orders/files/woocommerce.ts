import {
  assembledOrder,
  assertPrice,
  discountCodes,
  itemName,
  joinNonEmpty,
  lineTax,
  nonEmpty,
  propertiesOf,
  readAmount,
  readQuantity,
  roundingWarnings,
  skippedRows,
  sum,
  unitPrice,
} from "./cells.ts";
import { readMoment } from "./dates.ts";
import { type AssembledOrder, type Format, type Issue, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { SCALE } from "../../../platform/values/stored-units.ts";
import { readItemMeta } from "./item-meta.ts";
import { toDecimal } from "./money.ts";
import { WOOCOMMERCE_COLUMNS } from "./woocommerce-columns.ts";
import { readStatus } from "./woocommerce-languages.ts";
import { type WooCommerceState, woocommerceState } from "./woocommerce-states.ts";

/**
 * Orders of WooCommerce, one row per line item, grouped by order number. WooCommerce has no export of its own, and its plugins name their
 * columns differently. This reads columns that are named like the fields of the REST API, and the names of some plugins (woocommerce-columns.ts).
 * - The external id is the order's id, so that a connected shop delivers the same orders. Without it, the number is used.
 * - Orders that are not paid, or were cancelled before that, are skipped, as a connected shop's are.
 * - The items of a cancelled order keep their status.
 * - Amounts of lines, shipping and fees are without tax, as the REST API has them. Sums that do not add up cause warnings.
 */
export const woocommerce: Format = {
  id: "woocommerce",
  platform: "woocommerce",
  name: "WooCommerce orders",
  required: ["number", "status", "date_created", "line_item_name", "line_item_quantity"],
  keyColumn: "number",
  itemIdColumn: "line_item_id",
  ...WOOCOMMERCE_COLUMNS,
  assemble(key, rows, value): AssembledOrder {
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const amount = (column: string): number => readAmount(first, column, value) ?? 0;
    const status = readStatus(field("status"));
    const state = woocommerceState(status);
    // WooCommerce cancels a checkout that was abandoned.
    const isAbandoned = value.has("date_paid") && field("date_paid") === "" && status === "cancelled";
    if (state === "unpaid" || isAbandoned) return skippedRows(rows, "unpaid");
    // The file has what refunds have left of the quantities, which may be its only quantity.
    const isReduced = value.has("line_item_quantity_left");
    const left = rows.filter((row) => !isReduced || value(row, "line_item_quantity") !== "0");
    if (left.length === 0)
      throw new UnreadableOrder("no_items", `Line ${first.line}: every item is refunded, and its quantity is not in the file.`);
    const lines = left.map((row) => lineOf(row, value));
    const items = sum(lines.map(({ total: ofLine }) => ofLine));
    const [tax, shipping, fees] = [amount("total_tax"), amount("shipping_total"), amount("fee_total")];
    const discount = Math.abs(amount("discount_total"));
    const computed = items + shipping + fees + tax - discount;
    const total = readAmount(first, "total", value) ?? computed;
    const refund = Math.abs(amount("refund_total"));
    const totalMessage = `The total is ${toDecimal(total)}, but its parts add up to ${toDecimal(computed)}.`;
    const refundedMessage = `${rows.length - left.length} of ${rows.length} items have a quantity of 0 after refunds. They are left out.`;
    const warnings: Issue[] = [
      ...(total === computed ? [] : [{ reason: "total_differs", message: totalMessage }]),
      ...(left.length === rows.length ? [] : [{ reason: "items_refunded", message: refundedMessage }]),
      ...roundingWarnings(lines),
    ];
    const name = (kind: string) => {
      const [full = "", ...parts] = ["full_name", "first_name", "last_name"].map((part) => field(`${kind}_${part}`));
      return joinNonEmpty(parts, " ") || full;
    };
    // A plugin that has no shipping address for an order leaves it empty.
    const recipient = field("shipping_address_1") === "" ? "billing" : "shipping";
    const order: Order = {
      external_id: field("id") || key,
      number: key,
      date: readMoment(first, "date_created", value),
      ...nonEmpty({ currency: field("currency") }),
      status: orderStatus(state),
      subtotal: toDecimal(items),
      tax: toDecimal(tax),
      shipping_cost: toDecimal(shipping),
      discount: toDecimal(discount),
      ...(fees !== 0 && { fees: toDecimal(fees) }),
      total_amount: toDecimal(total),
      ...(tax !== 0 && { taxes_included: false }),
      ...(refund !== 0 && { refund_amount: toDecimal(refund) }),
      ...((status === "refunded" || (refund !== 0 && refund >= total)) && { is_refunded: true }),
      ...nonEmpty({
        source_status: status,
        customer_name: name("billing"),
        customer_email: field("billing_email"),
        customer_phone: field("billing_phone"),
        customer_address: joinNonEmpty(
          ["company", "address_1", "address_2", "city", "state", "postcode", "country"].map((part) => field(`billing_${part}`)),
          ", ",
        ),
        payment_method: field("payment_method_title"),
        ship_name: name(recipient),
        ship_company: field(`${recipient}_company`),
        ship_address1: field(`${recipient}_address_1`),
        ship_address2: field(`${recipient}_address_2`),
        ship_city: field(`${recipient}_city`),
        ship_state: field(`${recipient}_state`),
        ship_zipcode: field(`${recipient}_postcode`),
        ship_country: field(`${recipient}_country`),
        shipping_service: field("shipping_method_title"),
        buyer_note: field("customer_note"),
      }),
      ...discountCodes([field("coupon_codes")]),
      items: left.map((row, index) => toItem(row, value, { state, line: lines[index] ?? { quantity: 1, total: 0 } })),
    };
    return assembledOrder(order, total, warnings);
  },
};

function orderStatus(state: WooCommerceState): string {
  if (state === "complete") return "Complete";
  return state === "cancelled" ? "Cancelled" : "New";
}

/** A hundredth of a currency in units, by which the price of one unit may be rounded. */
const CENT = SCALE / 100;

/** The amount of a line before discounts: its subtotal, else its price times its quantity. */
function lineOf(row: Row, value: ReadCell): { quantity: number; total: number } {
  const quantity = readQuantity(row, "line_item_quantity", value);
  const [subtotal, price] = [readAmount(row, "line_item_subtotal", value), readAmount(row, "line_item_price", value)];
  // A subtotal is that of all units, and refunds have reduced the quantity.
  const isReduced = price !== null && subtotal !== null && value.has("line_item_quantity_left") && subtotal > quantity * (price + CENT);
  if (subtotal !== null && !isReduced) return { quantity, total: assertPrice(row, "line_item_subtotal", subtotal) };
  return { quantity, total: quantity * assertPrice(row, "line_item_price", price) };
}

function toItem(row: Row, value: ReadCell, order: { state: string; line: { quantity: number; total: number } }): Item {
  return {
    name: itemName(row, ["line_item_name", "line_item_sku"], value),
    quantity: order.line.quantity,
    price: toDecimal(unitPrice(order.line)),
    ...lineTax(row, "line_item_total_tax", value),
    ...(order.state === "complete" && { status: "Delivered" }),
    ...propertiesOf(readItemMeta(value(row, "line_item_meta"))),
    ...nonEmpty({
      external_id: value(row, "line_item_id"),
      sku: value(row, "line_item_sku"),
      variations: value(row, "line_item_meta"),
    }),
  };
}
