import { divideHalfUp, MAX_TOTAL_UNITS } from "../../platform/values/money";
import type { ItemValues } from "./ingest/row-values.sql.ts";
import { amountTooLarge } from "./order-amounts";

type Line = Pick<ItemValues, "price" | "quantity"> & { tax?: number | null | undefined; is_removed?: number | undefined };

/** A line of an order as it is after a change, and as it is stored. A new one is not stored. */
interface ChangedLine {
  values: Line;
  storedItem: Line | undefined;
}

const lineTotal = ({ price, quantity }: Line): number => price * quantity;

/** What a line adds to the subtotal. A removed one adds nothing. */
const inSubtotal = (line: Line | undefined): number => (line === undefined || line.is_removed === 1 ? 0 : lineTotal(line));

/** amount × part / whole, rounded half up; 0 if there is no whole. The product is a BigInt because it exceeds 64 bits for large amounts. */
function proportion(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number(divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole)));
}

/** The tax of a stored line after its price or quantity changes, in proportion to the line total. Null: unknown. */
function scaledTax(stored: Line, line: Line): number | null {
  const tax = stored.tax ?? null;
  if (tax === null || lineTotal(stored) === lineTotal(line) || lineTotal(stored) === 0) return tax;
  return proportion(tax, lineTotal(line), lineTotal(stored));
}

/**
 * The tax of a line: the one sent, else the stored one in proportion to the line total. Throws 400 Bad Request if it or the line total exceeds
 * the maximum total.
 */
export function lineTax(sent: number | null | undefined, line: Line, stored: Line | undefined): number | null {
  const tax = sent === undefined && stored !== undefined ? scaledTax(stored, line) : (sent ?? null);
  if (Math.max(Math.abs(lineTotal(line)), Math.abs(tax ?? 0)) > MAX_TOTAL_UNITS) throw amountTooLarge();
  return tax;
}

/** Whether a change of items changes what any of them adds to the subtotal. */
export function changesLines(items: readonly ChangedLine[]): boolean {
  return items.some(({ values, storedItem }) => inSubtotal(values) !== inSubtotal(storedItem));
}

/** By how much a change of items changes the tax of their order, and whether unknown taxes were shared by price for it. */
export interface TaxChange {
  difference: number;
  isShared: boolean;
}

/**
 * The change of an order's tax by a change of its items (docs/spec/amounts-and-figures.md#tax-after-a-change). `tax` is the order's tax before
 * the change.
 */
export function taxChange(tax: number, items: readonly ChangedLine[]): TaxChange {
  let known = 0;
  let [sharedBefore, sharedAfter] = [0, 0];
  for (const { values, storedItem } of items) {
    const isIn = values.is_removed !== 1;
    if (storedItem === undefined || storedItem.is_removed === 1) known += isIn ? (values.tax ?? 0) : 0;
    else if ((storedItem.tax ?? null) !== null) known += (isIn ? taxOf(storedItem, values) : 0) - (storedItem.tax ?? 0);
    else if (!isIn || lineTotal(values) !== lineTotal(storedItem)) {
      sharedBefore += lineTotal(storedItem);
      sharedAfter += isIn ? lineTotal(values) : 0;
    }
  }
  const whole = items.reduce((sum, { storedItem }) => sum + inSubtotal(storedItem), 0);
  const shared = proportion(tax, sharedAfter, whole) - proportion(tax, sharedBefore, whole);
  return { difference: known + shared, isShared: shared !== 0 };
}

/** What a line whose stored tax is known adds to the tax now. If its new tax is unknown, the stored one counts in proportion to the line total. */
function taxOf(stored: Line, line: Line): number {
  return line.tax ?? scaledTax(stored, line) ?? 0;
}
