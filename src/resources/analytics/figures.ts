import { divideHalfUp } from "../../platform/values/money";

/**
 * The sums that figures are computed from: the first five are counts, the others money in stored units. `gross` is the sum of subtotals. Of Cancelled
 * orders, only `cancelled` and `production` have something.
 */
const SUM_FIELDS = [
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

export type Sums = Record<(typeof SUM_FIELDS)[number], bigint>;

/** Adds sums as integers of any size (docs/spec/analytics.md#exact-sums). An absent field is 0. */
export function addSums(all: readonly Partial<Sums>[]): Sums {
  const add = (field: keyof Sums): bigint => all.reduce((total, sums) => total + (sums[field] ?? 0n), 0n);
  return Object.fromEntries(SUM_FIELDS.map((field) => [field, add(field)])) as Sums;
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
 * Figures of one currency with the minor unit `minor`. Net revenue is total minus refunds, both without tax, so it does not depend on
 * whether prices include tax. Costs and profit are null, that is unknown, if there are orders and none has a cost. Gross profit is net
 * revenue minus costs, and net profit is gross profit minus expenses. All money is in stored units.
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
      // Rounded to the minor unit.
      average_value: sums.orders === 0n ? null : divideHalfUp(sums.total, sums.orders * minor) * minor,
    },
    revenue: {
      gross: sums.gross,
      discounts: sums.discounts,
      refunds: sums.refunds,
      shipping: sums.shipping,
      tax: sums.tax,
      net,
    },
    costs: { production: costs, total: costs },
    expenses: { operating: sums.operating, payroll: sums.payroll, total: expenses },
    profit: {
      gross: grossProfit,
      net: netProfit,
      // A percentage with two decimal places. It is meaningless if net revenue is not positive.
      margin_pct: netProfit === null || net <= 0n ? null : Number(divideHalfUp(netProfit * 10_000n, net)) / 100,
    },
    coverage: coverageOf(sums),
  };
}

export type Figures = ReturnType<typeof figuresOf>;
