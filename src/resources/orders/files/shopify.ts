import {
  assembledOrder,
  assertPrice,
  discountCodes,
  itemName,
  joinNonEmpty,
  listField,
  nonEmpty,
  readAmount,
  readQuantity,
  sum,
} from "./cells.ts";
import { readMoment } from "./dates.ts";
import { type AssembledOrder, type Format, type Issue, type Item, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { toDecimal } from "./money.ts";
import { readNoteAttributes } from "./note-attributes.ts";
import { SHOPIFY_COLUMNS } from "./shopify-columns.ts";
import { isShopifyCancelled, isShopifyRefunded, shopifyStatus } from "./shopify-states.ts";

/**
 * Shopify's admin order export: one row per line item, grouped by Name. The first row of an order has the order's fields.
 * - The external_id is Shopify's Id, or the Name if there is none.
 * - The status is Cancelled as for an order of a connection (shopify-states.ts), and its items keep theirs, Shipped if everything is fulfilled, else New.
 * - Shopify's Subtotal excludes the discount and the tip. The import adds the discount, so that the subtotal is the sum of the items. A tip is a
 *   row "Tip" without SKU. It becomes a fee, so that total = subtotal + tax + shipping + fees - discount.
 * - The export does not contain whether prices include tax, so taxes_included is inferred from the sums. Total is subtotal + shipping + fees -
 *   discount if they do, and that sum + tax if they do not. taxes_included is omitted if there is no tax or neither sum matches.
 * - Sums that do not add up (edited orders) cause warnings, and the amounts are sent as exported.
 */
export const shopify: Format = {
  id: "shopify",
  platform: "shopify",
  name: "Shopify orders export",
  required: ["Name", "Created at", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price"],
  keyColumn: "Name",
  ...SHOPIFY_COLUMNS,
  assemble(key, all, value): AssembledOrder {
    const { rows, repeated } = withoutCopies(all, value);
    const first = rows[0];
    if (first === undefined) return { order: null, total: 0, error: null, skipped: [], warnings: [] };
    const field = (column: string): string => value(first, column);
    const amount = (column: string): number => readAmount(first, column, value) ?? 0;
    const states = {
      isCancelled: field("Cancelled at") !== "",
      financial: field("Financial Status").toLowerCase(),
      fulfillment: field("Fulfillment Status")
        .toLowerCase()
        .replace(/^unfulfilled$/, ""),
    };
    const cancelled = isShopifyCancelled(states);
    const { tips = [], sold = [] } = Object.groupBy(rows, (row) => (isTip(row, value) ? "tips" : "sold"));
    if (sold.length === 0) throw new UnreadableOrder("no_items", "The order has a tip and no items.");
    const items = sold.map((row) => toItem(row, value, field));
    const fees = sum(tips.map((row) => lineTotal(row, value)));
    const lines = sum(sold.map((row) => lineTotal(row, value)));
    const discount = Math.abs(amount("Discount Amount"));
    const subtotal = readAmount(first, "Subtotal", value);
    const total = readAmount(first, "Total", value);
    const [shipping, tax, refund] = [amount("Shipping"), amount("Taxes"), Math.abs(amount("Refunded Amount"))];
    const gross = subtotal === null ? lines : subtotal + discount;
    const sums = { lines, gross, withoutTax: gross + shipping + fees - discount, tax, total };
    const areTaxesIncluded = taxesIncluded(sums);
    const attributes = readNoteAttributes(field("Note Attributes"));
    const order: Order = {
      external_id: field("Id") || key,
      number: key,
      date: readMoment(first, "Created at", value),
      currency: field("Currency"),
      status: orderStatus(cancelled, states.fulfillment),
      source_status: shopifyStatus(states),
      subtotal: toDecimal(gross),
      tax: toDecimal(tax),
      shipping_cost: toDecimal(shipping),
      discount: toDecimal(discount),
      ...(fees !== 0 && { fees: toDecimal(fees) }),
      total_amount: toDecimal(total ?? sums.withoutTax + tax),
      ...(areTaxesIncluded !== null && { taxes_included: areTaxesIncluded }),
      refund_amount: toDecimal(refund),
      is_refunded: isShopifyRefunded(states.financial, {
        refund,
        total: total ?? sums.withoutTax + tax,
      }),
      ...nonEmpty({
        customer_name: field("Billing Name") || field("Shipping Name"),
        customer_email: field("Email"),
        customer_address: billingAddress(field),
        payment_method: field("Payment Method"),
        customer_phone: field("Phone") || field("Billing Phone"),
        ship_name: field("Shipping Name"),
        ship_company: field("Shipping Company"),
        shipping_service: field("Shipping Method"),
        buyer_note: joinNonEmpty([field("Notes"), attributes.unfitting], "\n"),
        gift_message: attributes.giftMessage,
        ship_address1: field("Shipping Address1") || field("Shipping Street"),
        ship_address2: field("Shipping Address2"),
        ship_city: field("Shipping City"),
        ship_state: field("Shipping Province"),
        ship_zipcode: field("Shipping Zip"),
        ship_country: field("Shipping Country"),
      }),
      ...(attributes.metadata !== null && { metadata: attributes.metadata }),
      ...discountCodes([field("Discount Code")]),
      ...listField("tags", field("Tags")),
      items,
    };
    return assembledOrder(order, total ?? sums.withoutTax + tax, [...repeated, ...sumWarnings(sums)]);
  },
};

/**
 * The rows of an order without its copies, as in files that were joined and have the same orders. Items have no ids, so only the columns of
 * the order, which its first row alone has, show where a copy begins. If all rows have them, the rows after the first are copies only if the items
 * add up to the subtotal without them, and not with them. Copies that differ reject the order, because the file does not say which is newer.
 */
function withoutCopies(rows: Row[], value: ReadCell): { rows: Row[]; repeated: Issue[] } {
  const starts = rows.flatMap((row, at) => (value(row, "Total") === "" ? [] : [at]));
  if (starts.length < 2) return { rows, repeated: [] };
  const blocks = starts.map((start, at) => rows.slice(at === 0 ? 0 : start, starts[at + 1]));
  const [original = rows] = blocks;
  const textOf = (block: readonly Row[]) => JSON.stringify(block.map(({ values }) => values));
  const differing = blocks.find((block) => textOf(block) !== textOf(original))?.[0];
  const areOnFirstRowsOnly = starts.length < rows.length;
  if (!areOnFirstRowsOnly && (differing !== undefined || !addsUp(original, value) || addsUp(rows, value))) return { rows, repeated: [] };
  if (differing !== undefined) {
    const message = `The order begins again in line ${differing.line}, with other values. Delete the rows of the older state.`;
    throw new UnreadableOrder("order_repeated", message);
  }
  const message = `${rows.length - original.length} of ${rows.length} rows repeat the order. They are left out.`;
  return { rows: original, repeated: [{ reason: "rows_repeated", message }] };
}

/** Whether the items of some rows add up to the subtotal of the order. */
function addsUp(rows: readonly Row[], value: ReadCell): boolean {
  const first = rows[0];
  const subtotal = first === undefined ? null : readAmount(first, "Subtotal", value);
  if (first === undefined || subtotal === null) return false;
  const discount = Math.abs(readAmount(first, "Discount Amount", value) ?? 0);
  return sum(rows.filter((row) => !isTip(row, value)).map((row) => lineTotal(row, value))) === subtotal + discount;
}

function toItem(row: Row, value: ReadCell, field: (column: string) => string): Item {
  const name = itemName(row, ["Lineitem name", "Lineitem sku"], value);
  return {
    name,
    quantity: readQuantity(row, "Lineitem quantity", value),
    price: toDecimal(readPrice(row, value)),
    status: itemStatus(row, value),
    ...requiresShipping(value(row, "Lineitem requires shipping")),
    ...nonEmpty({
      sku: value(row, "Lineitem sku"),
      ship_name: field("Shipping Name"),
      phone: field("Shipping Phone") || field("Phone") || field("Billing Phone"),
    }),
  };
}

/** Whether an item is goods. In a file without the column, its name decides. */
function requiresShipping(cell: string): Pick<Item, "requires_shipping"> {
  return cell === "true" || cell === "false" ? { requires_shipping: cell === "true" } : {};
}

/** Whether a row is a tip: a line item without SKU and vendor. It is no merchandise. */
function isTip(row: Row, value: ReadCell): boolean {
  const [name, sku, vendor] = ["Lineitem name", "Lineitem sku", "Vendor"].map((column) => value(row, column));
  return name === "Tip" && sku === "" && vendor === "";
}

/** The status of an item. One that is never shipped (a gift card) is Delivered, so that its order can be completed. */
function itemStatus(row: Row, value: ReadCell): string {
  const state = value(row, "Lineitem fulfillment status");
  if (state === "not_eligible") return "Delivered";
  return state === "fulfilled" ? "Shipped" : "New";
}

function orderStatus(cancelled: boolean, fulfillment: string): string {
  if (cancelled) return "Cancelled";
  return fulfillment === "fulfilled" ? "Shipped" : "New";
}

function readPrice(row: Row, value: ReadCell): number {
  return assertPrice(row, "Lineitem price", readAmount(row, "Lineitem price", value));
}

function lineTotal(row: Row, value: ReadCell): number {
  return readQuantity(row, "Lineitem quantity", value) * readPrice(row, value);
}

/**
 * Sums of an order in units: of its items (`lines`), its subtotal before the discount (`gross`), and its total if prices include the tax
 * (`withoutTax`).
 */
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
    warnings.push({ reason: "subtotal_differs", message: `Items add up to ${items}, Subtotal with discount to ${stated}.` });
  }
  if (total !== null && total !== withoutTax && total !== withoutTax + tax) {
    const sums = tax === 0 ? `${toDecimal(withoutTax)}` : `${toDecimal(withoutTax)}, with tax to ${toDecimal(withoutTax + tax)}`;
    warnings.push({ reason: "total_differs", message: `Total is ${toDecimal(total)}, but its parts add up to ${sums}.` });
  }
  return warnings;
}

function billingAddress(field: (column: string) => string): string {
  const street = field("Billing Street") || joinNonEmpty([field("Billing Address1"), field("Billing Address2")], ", ");
  const place = [field("Billing Zip"), field("Billing City"), field("Billing Province"), field("Billing Country")];
  return joinNonEmpty([street, ...place], ", ");
}
