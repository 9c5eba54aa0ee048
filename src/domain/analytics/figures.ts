import { halfUp, toAmount } from "../money";

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
  "shipping",
  "tax",
  "production",
  "operating",
  "payroll",
] as const;

export type Sums = Record<(typeof PARTS)[number], bigint>;

/** Sums of sums, on integers of any size (decisions C22); a part that is left out is 0. */
export function sumOf(all: readonly Partial<Sums>[]): Sums {
  const add = (part: keyof Sums): bigint => all.reduce((sum, one) => sum + (one[part] ?? 0n), 0n);
  return Object.fromEntries(PARTS.map((part) => [part, add(part)])) as Sums;
}

/** An amount as it is answered: exact up to 9 x 10^11, beyond it the nearest that a JSON number is read as. */
function amount(units: bigint): number {
  return toAmount(Number(units));
}

/**
 * Figures of one currency (decisions G), `minor` being its minor unit. Net revenue leaves tax out: it is the state's. Profit
 * is what remains of net revenue after costs, and after expenses.
 */
export function figuresOf(sums: Sums, minor: bigint) {
  const net = sums.gross - sums.discounts - sums.refunds + sums.shipping;
  const expenses = sums.operating + sums.payroll;
  const grossProfit = net - sums.production;
  const netProfit = grossProfit - expenses;
  return {
    orders: {
      count: Number(sums.orders),
      items: Number(sums.items),
      cancelled: Number(sums.cancelled),
      refunded: Number(sums.refunded),
      average_value: sums.orders === 0n ? null : amount(halfUp(sums.total, sums.orders * minor) * minor),
    },
    revenue: {
      gross: amount(sums.gross),
      discounts: amount(sums.discounts),
      refunds: amount(sums.refunds),
      shipping: amount(sums.shipping),
      tax: amount(sums.tax),
      net: amount(net),
    },
    costs: { production: amount(sums.production), total: amount(sums.production) },
    expenses: { operating: amount(sums.operating), payroll: amount(sums.payroll), total: amount(expenses) },
    profit: {
      gross: amount(grossProfit),
      net: amount(netProfit),
      margin_pct: net === 0n ? null : Number(halfUp(netProfit * 10_000n, net)) / 100,
    },
  };
}

/** How many of the orders have a cost for each of their items: what profit is short of where some have none. */
export function coverageOf({ orders, with_cost }: Sums) {
  return { orders_with_cost: Number(with_cost), orders_missing_cost: Number(orders - with_cost) };
}
