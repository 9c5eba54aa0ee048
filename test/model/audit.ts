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
  /** Whether the request updates the subtotal of an order, which may then also be the sum of other items. */
  updatesSubtotal: boolean;
}

/** Whether the amounts are something that a person must see. */
export function areImplausible(order: Order, { stored, updatesSubtotal }: Context): boolean {
  if (stored !== null && !changesAmounts(order, stored)) return false;
  const subtotals = [
    order.items.map(inSubtotal),
    ...(updatesSubtotal ? [order.items.map(lineTotal), order.items.filter(isLive).map(lineTotal)] : []),
  ];
  const addUp = subtotals.map(sum).includes(order.subtotal) && sumsOf(order, order.taxesIncluded).includes(order.total);
  const isNegative = order.subtotal < 0n || order.tax < 0n || order.total < 0n;
  const exceeds = (amount: bigint): boolean => amount > 0n && amount > order.total;
  return !addUp || isNegative || exceeds(order.tax) || exceeds(order.refund ?? 0n);
}
