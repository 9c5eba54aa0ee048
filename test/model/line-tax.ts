import { inSubtotal, type Item, lineTotal } from "./order.ts";
import { halfUp, sum, type Units } from "./units.ts";

/** docs/spec/amounts-and-figures.md#tax-after-a-change */

/** An item before and after a change. A new item has no state before. */
export interface ChangedItem {
  before: Item | null;
  after: Item;
  /** The tax of the line in the request. */
  sentTax: Units | null | undefined;
}

/** The tax of a line after a change of its line total. */
function scaledTax(tax: Units, before: Item, after: Item): Units {
  return lineTotal(before) === 0n ? tax : halfUp(tax * lineTotal(after), lineTotal(before));
}

/** The item with the tax of its line after the change. */
export function withLineTax({ before, after, sentTax }: ChangedItem): Item {
  if (before === null || sentTax !== undefined) return { ...after, tax: sentTax ?? null };
  const isScaled = before.tax !== null && lineTotal(before) !== lineTotal(after);
  return { ...after, tax: isScaled && before.tax !== null ? scaledTax(before.tax, before, after) : before.tax };
}

const isInOrder = (item: Item | null): item is Item => item !== null && !item.isRemoved;

/** The difference that a line with a known tax makes to the order's tax. */
function knownDifference({ before, after, sentTax }: ChangedItem): Units {
  if (!isInOrder(before)) return isInOrder(after) ? (withLineTax({ before, after, sentTax }).tax ?? 0n) : 0n;
  if (before.tax === null) return 0n;
  if (!isInOrder(after)) return -before.tax;
  if (typeof sentTax === "bigint") return sentTax - before.tax;
  return lineTotal(before) === lineTotal(after) ? 0n : scaledTax(before.tax, before, after) - before.tax;
}

/** Whether a line in the subtotal changes the order's tax by its share. */
const isShared = ({ before, after }: ChangedItem): boolean =>
  isInOrder(before) && before.tax === null && (!isInOrder(after) || lineTotal(before) !== lineTotal(after));

/** The difference that a change of items makes to the order's tax, and the part of it that comes from shares. */
export function taxDifference(tax: Units, stored: readonly Item[], changed: readonly ChangedItem[]): { difference: Units; shared: Units } {
  const all = sum(stored.map(inSubtotal));
  const lines = changed.filter(isShared);
  const shareOf = (total: Units): Units => halfUp(tax * total, all);
  const before = sum(lines.map((line) => (line.before === null ? 0n : inSubtotal(line.before))));
  const shared = shareOf(sum(lines.map(({ after }) => inSubtotal(after)))) - shareOf(before);
  return { difference: sum(changed.map(knownDifference)) + shared, shared };
}
