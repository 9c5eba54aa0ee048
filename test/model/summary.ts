import { orderCounts, type OrderCounts } from "./counts.ts";
import type { Order } from "./order.ts";
import { halfUp, minorUnitOf, sum, toNumber, type Units } from "./units.ts";

/** Reports of orders, as the API returns them (docs/spec/analytics.md). */

const toNumberOrNull = (amount: Units | null): number | null => (amount === null ? null : toNumber(amount));

/** A percentage with two decimal places, rounded half up. Null unless the whole is positive. */
const percentage = (part: Units, whole: Units): number | null => (whole > 0n ? Number(halfUp(part * 10_000n, whole)) / 100 : null);

/** The figures of a currency in a period: of its orders, and of its expenses, which are none by default. */
export function figuresOf(
  orders: readonly OrderCounts[],
  currency: string,
  expenses: { operating: Units; payroll: Units } = { operating: 0n, payroll: 0n },
) {
  const counted = orders.filter(({ isCancelled }) => !isCancelled);
  const total = (value: (order: OrderCounts) => Units): Units => sum(counted.map(value));
  const withCost = counted.filter(({ hasCost }) => hasCost).length;
  const net = total((order) => order.net);
  // Also of Cancelled orders, for whose items money was spent.
  const costs = counted.length > 0 && withCost === 0 ? null : sum(orders.map((order) => order.costs));
  const spent = expenses.operating + expenses.payroll;
  const gross = costs === null ? null : net - costs;
  const profit = gross === null ? null : gross - spent;
  const minor = minorUnitOf(currency);
  const paid = total((order) => order.total);
  return {
    orders: {
      count: counted.length,
      items: Number(total(({ units }) => units)),
      cancelled: orders.length - counted.length,
      refunded: counted.filter(({ isRefunded }) => isRefunded).length,
      average_value: counted.length === 0 ? null : toNumber(halfUp(paid, BigInt(counted.length) * minor) * minor),
    },
    revenue: {
      gross: toNumber(total((order) => order.gross)),
      discounts: toNumber(total((order) => order.discounts)),
      refunds: toNumber(total((order) => order.refunds)),
      shipping: toNumber(total((order) => order.shipping)),
      tax: toNumber(total((order) => order.tax)),
      net: toNumber(net),
    },
    costs: { production: toNumberOrNull(costs), total: toNumberOrNull(costs) },
    expenses: { operating: toNumber(expenses.operating), payroll: toNumber(expenses.payroll), total: toNumber(spent) },
    profit: {
      gross: toNumberOrNull(gross),
      net: toNumberOrNull(profit),
      margin_pct: profit === null ? null : percentage(profit, net),
    },
    coverage: {
      orders_with_cost: withCost,
      orders_missing_cost: counted.length - withCost,
      is_partial: withCost > 0 && withCost < counted.length,
    },
  };
}

/** The figures of an order in the list of orders by profit. Null if it is not in the list. */
export function profitOf(order: Order) {
  const { isCancelled, hasCost, net, fees, costs } = orderCounts(order);
  if (isCancelled && costs <= 0n) return null;
  const isKnown = hasCost || isCancelled;
  const profit = net - costs;
  return {
    isKnown,
    revenue: { net: toNumber(net), fees: toNumberOrNull(fees) },
    costs: isKnown ? { production: toNumber(costs), total: toNumber(costs) } : { production: null, total: null },
    profit: isKnown ? { gross: toNumber(profit), margin_pct: percentage(profit, net) } : { gross: null, margin_pct: null },
  };
}
