import { inSubtotal, isLive, type Item, lineTotal, type Order } from "./order.ts";
import { sum } from "./units.ts";
import { sumsOf } from "./totals.ts";

/** docs/spec/amounts-and-figures.md#audit-reasons */

const VALUES = ["subtotal", "tax", "shipping", "fees", "discount", "total", "refund", "taxesIncluded"] as const;

/** Whether a change changes an amount, `taxes_included`, or a line total in the subtotal. */
function changesAmounts(order: Order, stored: Order): boolean {
  const totalBefore = (item: Item) => inSubtotal(stored.items.find(({ index }) => index === item.index) ?? { ...item, isRemoved: true });
  return VALUES.some((name) => order[name] !== stored[name]) || order.items.some((item) => inSubtotal(item) !== totalBefore(item));
}

interface Context {
  stored: Order | null;
  /**
   * What the subtotal is compared with: the items, or for an update of an order with a subtotal also the sum of all items or of the live
   * ones. An update without a subtotal keeps its difference to the items.
   */
  subtotal: "items" | "sent" | "kept";
}

function subtotalMatches({ items, subtotal }: Order, compared: Context["subtotal"]): boolean {
  if (compared === "kept") return true;
  const others = compared === "sent" ? [items.map(lineTotal), items.filter(isLive).map(lineTotal)] : [];
  return [items.map(inSubtotal), ...others].map(sum).includes(subtotal);
}

/** Whether a person must check the amounts. */
export function areImplausible(order: Order, { stored, subtotal }: Context): boolean {
  if (stored !== null && !changesAmounts(order, stored)) return false;
  const addUp = subtotalMatches(order, subtotal) && sumsOf(order, order.taxesIncluded).includes(order.total);
  const isNegative = order.subtotal < 0n || order.tax < 0n || order.total < 0n;
  const exceeds = (amount: bigint): boolean => amount > 0n && amount > order.total;
  return !addUp || isNegative || exceeds(order.tax) || exceeds(order.refund ?? 0n);
}
