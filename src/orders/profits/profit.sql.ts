import { type SQL, sql } from "drizzle-orm";

/**
 * SQL for the gross profit of an order in stored units: net revenue minus production costs, as in reports (docs/spec/analytics.md#profit).
 * Null if a live item has no cost, or if there is no live item. `order` is the alias of the row, or null in the definition of an index. It contains no comma, because drizzle-kit would treat the part after it as another column.
 */
export function profitOf(order: string | null): SQL {
  const column = (name: string): string => (order === null ? name : `${order}.${name}`);
  const refund = `(case when ${column("refund_amount")} is null then 0 else ${column("refund_amount")} end)`;
  const isKnown = `${column("missing_cost")} = 0 and ${column("has_live_items")} = 1`;
  const revenue = `${column("total_amount")} - ${column("tax")} - ${refund} + ${column("refunded_tax")}`;
  return sql.raw(`(case when ${isKnown} then ${revenue} - ${column("production_cost")} end)`);
}

const DAY_MS = 86_400_000;

/** SQL for the day of an order's date in UTC, as days since 1970-01-01. */
export function utcDayOf(order: string | null): SQL {
  return sql.raw(`(${order === null ? "" : `${order}.`}date / ${DAY_MS})`);
}

/** The day of a moment in UTC, as days since 1970-01-01. */
export function utcDay(moment: number): number {
  return Math.floor(moment / DAY_MS);
}
