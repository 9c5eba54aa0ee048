import { readAmount, readQuantity, roundingWarnings, sum } from "./cells.ts";
import { type Issue, type Order, type ReadCell, type Row, UnreadableOrder } from "./format.ts";
import { toDecimal } from "./money.ts";

export interface AmazonLine {
  row: Row;
  quantity: number;
  /** What all of its units cost, in 1/10,000 of the currency. */
  total: number;
}

/** The amounts of an order, which both of Amazon's reports have in the same columns. */
interface AmazonAmounts {
  /** The items. */
  lines: AmazonLine[];
  fields: Pick<Order, "subtotal" | "tax" | "shipping_cost" | "discount" | "fees" | "total_amount" | "taxes_included">;
  /** What the buyer has paid, in units. */
  total: number;
  warnings: Issue[];
}

/** Reads the amounts of an order. `quantityColumn` is the column of the quantity. */
export function amazonAmounts(rows: readonly Row[], quantityColumn: string, value: ReadCell): AmazonAmounts {
  // A discount counts the same with and without a minus (docs/spec/import.md).
  const sumOf = (...columns: string[]) =>
    sum(rows.flatMap((row) => columns.map((column) => Math.abs(readAmount(row, column, value) ?? 0))));
  const first = (column: string) => rows.map((row) => value(row, column)).find((text) => text !== "") ?? "";
  const itemRows = rows.filter((row) => !isContinuation(row, quantityColumn, value));
  if (itemRows.length === 0) throw new UnreadableOrder("no_items", `Line ${rows[0]?.line}: the order has no row with an item.`);
  const lines = itemRows.map((row) => ({ row, quantity: readQuantity(row, quantityColumn, value), total: linePrice(row, value) ?? 0 }));
  const items = sum(lines.map(({ total }) => total));
  const [tax, shipping] = [sumOf("item-tax", "shipping-tax", "gift-wrap-tax"), sumOf("shipping-price")];
  const giftWrap = sumOf("gift-wrap-price");
  const discount = sumOf("item-promotion-discount", "ship-promotion-discount");
  const areTaxesIncluded = tax === 0 ? null : !isTaxAdded(first("sales-channel"), first("currency"));
  const paid = items + shipping + giftWrap - discount + (areTaxesIncluded === true ? 0 : tax);
  const hasPrices = itemRows.every((row) => linePrice(row, value) !== null);
  const noPrices = { reason: "no_prices", message: "The file has no item-price for all items. Their prices are 0." };
  return {
    lines,
    fields: {
      subtotal: toDecimal(items),
      tax: toDecimal(tax),
      shipping_cost: toDecimal(shipping),
      discount: toDecimal(discount),
      ...(giftWrap !== 0 && { fees: toDecimal(giftWrap) }),
      total_amount: toDecimal(paid),
      ...(areTaxesIncluded !== null && { taxes_included: areTaxesIncluded }),
    },
    total: paid,
    warnings: [...(hasPrices ? [] : [noPrices]), ...roundingWarnings(lines)],
  };
}

/** Whether a row only continues the one before it, for example with another promotion. */
function isContinuation(row: Row, quantityColumn: string, value: ReadCell): boolean {
  return [quantityColumn, "product-name", "sku"].every((column) => value(row, column) === "");
}

function linePrice(row: Row, value: ReadCell): number | null {
  const units = readAmount(row, "item-price", value);
  if (units !== null && units < 0) {
    throw new UnreadableOrder("invalid_price", `Line ${row.line}: item-price is not an amount of 0 or more.`);
  }
  return units;
}

/** Whether tax is added to the prices: in North America. */
function isTaxAdded(salesChannel: string, currency: string): boolean {
  if (/^amazon\./i.test(salesChannel)) return /^amazon\.(?:com|ca|com\.mx)$/i.test(salesChannel);
  return ["USD", "CAD", "MXN"].includes(currency.toUpperCase());
}
