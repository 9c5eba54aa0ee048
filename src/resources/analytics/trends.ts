import type { MoneyReader } from "../../platform/db/org-db";
import { summarize } from "./summarize";

export const TREND_PERIOD = "last_30_days";

/** A figure: its total, and its value on each day. */
export interface Trend<Value extends number | bigint> {
  total: Value;
  days: { day: string; value: Value }[];
}

/** The orders in all currencies, and the net revenue in the organization's, in stored units. */
export interface Trends {
  orders: Trend<number>;
  revenue: Trend<bigint>;
}

/** Reads the trends of the last 30 days. Without any order or expense in these, `days` are empty. One round trip. */
export async function readTrends(org: MoneyReader): Promise<Trends> {
  const { currencies } = await summarize(org, { period: { name: TREND_PERIOD }, compare: false, groupBy: "day" });
  const series = currencies.map((figures) => ({ ...figures, days: figures.series.flatMap((unit) => ("from" in unit ? unit : [])) }));
  const own = series.find(({ currency }) => currency === org.organization.currency);
  const days = series[0]?.days.map(({ from }) => from) ?? [];
  const ordersOn = (index: number) => series.reduce((sum, each) => sum + (each.days[index]?.orders.count ?? 0), 0);
  return {
    orders: {
      total: series.reduce((sum, { orders }) => sum + orders.count, 0),
      days: days.map((day, index) => ({ day, value: ordersOn(index) })),
    },
    revenue: { total: own?.revenue.net ?? 0n, days: days.map((day, index) => ({ day, value: own?.days[index]?.revenue.net ?? 0n })) },
  };
}
