import { divideHalfUp, toAmount } from "../platform/values/money";

/** What figures are made of. Money in stored units; all of it, but `cancelled`, of orders that are not Cancelled. */
const PARTS = [
  "orders",
  "items",
  "cancelled",
  "refunded",
  "with_cost",
  "total",
  "gross",
  "discounts",
  "refunds",
  "refunded_tax",
  "shipping",
  "tax",
  "production",
  "operating",
  "payroll",
] as const;

export type Sums = Record<(typeof PARTS)[number], bigint>;

/** Sums of sums, on integers of any size (docs/spec/analytics.md#exact-sums); a part that is left out is 0. */
export function sumOf(all: readonly Partial<Sums>[]): Sums {
  const add = (part: keyof Sums): bigint => all.reduce((sum, one) => sum + (one[part] ?? 0n), 0n);
  return Object.fromEntries(PARTS.map((part) => [part, add(part)])) as Sums;
}

/** An amount as it is answered: exact up to 9 x 10^11, beyond it the nearest that a JSON number is read as. */
function amount(units: bigint): number {
  return toAmount(Number(units));
}

function amountOrNull(units: bigint | null): number | null {
  return units === null ? null : amount(units);
}

/** How many orders have a cost. `is_partial`: some have one and some do not, so costs are too low and profit is too high. */
function coverageOf({ orders, with_cost }: Sums) {
  return {
    orders_with_cost: Number(with_cost),
    orders_missing_cost: Number(orders - with_cost),
    is_partial: with_cost > 0n && with_cost < orders,
  };
}

/**
 * Figures of one currency, `minor` being its minor unit. Net revenue is what the orders brought in without tax, less what was
 * refunded without tax; it is the same whether prices include the tax or not. Costs and profit are null where there are orders
 * and none has a cost: nobody knows them. Profit is what remains of net revenue after costs, and after expenses.
 */
export function figuresOf(sums: Sums, minor: bigint) {
  const net = sums.total - sums.tax - (sums.refunds - sums.refunded_tax);
  const expenses = sums.operating + sums.payroll;
  const isUnknown = sums.orders > 0n && sums.with_cost === 0n;
  const costs = isUnknown ? null : sums.production;
  const grossProfit = costs === null ? null : net - costs;
  const netProfit = grossProfit === null ? null : grossProfit - expenses;
  return {
    orders: {
      count: Number(sums.orders),
      items: Number(sums.items),
      cancelled: Number(sums.cancelled),
      refunded: Number(sums.refunded),
      average_value: sums.orders === 0n ? null : amount(divideHalfUp(sums.total, sums.orders * minor) * minor),
    },
    revenue: {
      gross: amount(sums.gross),
      discounts: amount(sums.discounts),
      refunds: amount(sums.refunds),
      shipping: amount(sums.shipping),
      tax: amount(sums.tax),
      net: amount(net),
    },
    costs: { production: amountOrNull(costs), total: amountOrNull(costs) },
    expenses: { operating: amount(sums.operating), payroll: amount(sums.payroll), total: amount(expenses) },
    profit: {
      gross: amountOrNull(grossProfit),
      net: amountOrNull(netProfit),
      // A share of nothing, or of a loss, means nothing.
      margin_pct: netProfit === null || net <= 0n ? null : Number(divideHalfUp(netProfit * 10_000n, net)) / 100,
    },
    coverage: coverageOf(sums),
  };
}
