import { inSubtotal, isLive, type Item, lineTotal, type Order } from "./order.ts";
import { sum, type Units } from "./units.ts";

/** The figures for which an item or an order counts (docs/spec/amounts-and-figures.md#what-an-item-counts-for). */

interface ItemCounts {
  subtotal: Units;
  units: bigint;
  /** Null if its cost is unknown. */
  cost: Units | null;
  /** Whether its cost counts, if it has one. */
  hasCounted: boolean;
  mustBeKnown: boolean;
}

function counts(item: Item, { units, hasCounted, mustBeKnown }: { units: boolean; hasCounted: boolean; mustBeKnown: boolean }): ItemCounts {
  return {
    subtotal: inSubtotal(item),
    units: units ? item.quantity : 0n,
    cost: item.cost === null ? null : lineTotal({ price: item.cost, quantity: item.quantity }),
    hasCounted: hasCounted && item.cost !== null,
    mustBeKnown,
  };
}

/** The row of the table for an item. */
function itemCounts(item: Item): ItemCounts {
  if (item.isRemoved) return counts(item, { units: false, hasCounted: false, mustBeKnown: false });
  if (isLive(item)) return counts(item, { units: true, hasCounted: true, mustBeKnown: true });
  if (item.status === "Refunded") return counts(item, { units: true, hasCounted: true, mustBeKnown: item.wasSent });
  return counts(item, { units: false, hasCounted: item.wasSent, mustBeKnown: false });
}

/** The figures of one order, in its currency. */
export interface OrderCounts {
  isCancelled: boolean;
  isRefunded: boolean;
  units: bigint;
  gross: Units;
  discounts: Units;
  refunds: Units;
  shipping: Units;
  fees: Units | null;
  tax: Units;
  total: Units;
  net: Units;
  costs: Units;
  /** Whether it has a cost. A Cancelled order is neither with nor without one. */
  hasCost: boolean;
}

const NOTHING = {
  isRefunded: false,
  units: 0n,
  gross: 0n,
  discounts: 0n,
  refunds: 0n,
  shipping: 0n,
  tax: 0n,
  total: 0n,
  net: 0n,
};

export function orderCounts(order: Order): OrderCounts {
  if (order.status === "Cancelled") {
    const spent = order.items.filter((item) => item.wasSent && !item.isRemoved);
    return {
      ...NOTHING,
      fees: order.fees === null ? null : 0n,
      isCancelled: true,
      costs: sum(spent.map(({ cost, quantity }) => (cost ?? 0n) * quantity)),
      hasCost: false,
    };
  }
  const items = order.items.map(itemCounts);
  return {
    isCancelled: false,
    isRefunded: order.isRefunded === true,
    units: sum(items.map(({ units }) => units)),
    gross: order.subtotal,
    discounts: order.discount,
    refunds: order.refund ?? 0n,
    shipping: order.shipping,
    fees: order.fees,
    tax: order.tax,
    total: order.total,
    net: order.total - order.tax - ((order.refund ?? 0n) - order.refundedTax),
    costs: sum(items.map(({ hasCounted, cost }) => (hasCounted ? (cost ?? 0n) : 0n))),
    hasCost: items.some(({ hasCounted }) => hasCounted) && items.every(({ mustBeKnown, cost }) => !mustBeKnown || cost !== null),
  };
}
