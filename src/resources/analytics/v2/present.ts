import type { Figures } from "../figures";
import type { summarize } from "../summarize";
import { toAmount } from "../../../platform/values/money";

/** An amount as a JSON number. It is exact up to 9 x 10^11, and rounded to the nearest number beyond. */
function toNumber(units: bigint): number {
  return toAmount(Number(units));
}

function toNumberOrNull(units: bigint | null): number | null {
  return units === null ? null : toNumber(units);
}

function presentFigures({ orders, revenue, costs, expenses, profit, coverage }: Figures) {
  return {
    orders: { ...orders, average_value: toNumberOrNull(orders.average_value) },
    revenue: {
      gross: toNumber(revenue.gross),
      discounts: toNumber(revenue.discounts),
      refunds: toNumber(revenue.refunds),
      shipping: toNumber(revenue.shipping),
      tax: toNumber(revenue.tax),
      net: toNumber(revenue.net),
    },
    costs: { production: toNumberOrNull(costs.production), total: toNumberOrNull(costs.total) },
    expenses: { operating: toNumber(expenses.operating), payroll: toNumber(expenses.payroll), total: toNumber(expenses.total) },
    profit: { gross: toNumberOrNull(profit.gross), net: toNumberOrNull(profit.net), margin_pct: profit.margin_pct },
    coverage,
  };
}

/** A summary as the API returns it: amounts are decimal numbers. */
export function presentSummary({ currencies, ...summary }: Awaited<ReturnType<typeof summarize>>) {
  return {
    ...summary,
    currencies: currencies.map(({ currency, series, previous, ...figures }) => ({
      currency,
      ...presentFigures(figures),
      series: series.map((unit) =>
        "from" in unit
          ? { from: unit.from, to: unit.to, ...presentFigures(unit) }
          : { store_id: unit.store_id, store_name: unit.store_name, ...presentFigures(unit) },
      ),
      previous: previous === null ? null : presentFigures(previous),
    })),
  };
}
