import { inSubtotal, isLive, type Item, lineTotal, type Order } from "./order.ts";
import { sum, type Units } from "./units.ts";

/** The figures for which an item or an order counts (docs/spec/amounts-and-figures.md#what-an-item-counts-for). */

interface ItemCounts {
  subtotal: Units;
  units: bigint;
  /** Null if its cost is unknown. */
  cost: Units | null;
  /** Whether it has a cost, and the cost counts. */
  countsCost: boolean;
  /** Whether the cost of the order is unknown as long as that of the item is. */
  needsCost: boolean;
}

function countsOf(
  item: Item,
  { countsUnits, countsCost, needsCost }: Record<"countsUnits" | "countsCost" | "needsCost", boolean>,
): ItemCounts {
  return {
    subtotal: inSubtotal(item),
    units: countsUnits ? item.quantity : 0n,
    cost: item.cost === null ? null : lineTotal({ price: item.cost, quantity: item.quantity }),
    countsCost: countsCost && item.cost !== null,
    needsCost,
  };
}

/** The row of the table of the specification for an item. */
function itemCounts(item: Item): ItemCounts {
  if (item.isRemoved) return countsOf(item, { countsUnits: false, countsCost: false, needsCost: false });
  if (isLive(item)) return countsOf(item, { countsUnits: true, countsCost: true, needsCost: true });
  if (item.status === "Refunded") return countsOf(item, { countsUnits: true, countsCost: true, needsCost: item.wasSent });
  return countsOf(item, { countsUnits: false, countsCost: item.wasSent, needsCost: false });
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
  /** Whether its cost is known: of at least one item, and of all that need one. A Cancelled order is neither with nor without a cost. */
  hasCost: boolean;
}

/** The figures of a Cancelled order, except those that depend on its items and fees. */
const OF_CANCELLED = {
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
      ...OF_CANCELLED,
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
    costs: sum(items.map(({ countsCost, cost }) => (countsCost ? (cost ?? 0n) : 0n))),
    hasCost: items.some(({ countsCost }) => countsCost) && items.every(({ needsCost, cost }) => !needsCost || cost !== null),
  };
}
