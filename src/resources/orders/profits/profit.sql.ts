import { type SQL, sql } from "drizzle-orm";

/** The names of the columns of an order. `order` is the alias of the row, or null in the definition of an index. */
function columnsOf(order: string | null): (name: string) => string {
  return (name) => (order === null ? name : `${order}.${name}`);
}

/**
 * SQL for the gross profit of an order in stored units: net revenue minus production costs, as in reports (docs/spec/analytics.md#profit). A
 * Cancelled order has no revenue. Null if the costs are unknown. It contains no comma, because drizzle-kit would treat the part after it as
 * another column.
 */
export function profitOf(order: string | null): SQL {
  const column = columnsOf(order);
  const refund = `(case when ${column("refund_amount")} is null then 0 else ${column("refund_amount")} end)`;
  const revenue = `${column("total_amount")} - ${column("tax")} - ${refund} + ${column("refunded_tax")}`;
  const cost = column("production_cost");
  return sql.raw(
    `(case when ${column("status")} = 'Cancelled' then 0 - ${cost} when ${column("has_cost")} = 1 then ${revenue} - ${cost} end)`,
  );
}

/** SQL for the condition that an order is in the list by profit: it is not Cancelled, or it has costs. */
export function hasProfit(order: string | null): SQL {
  const column = columnsOf(order);
  return sql.raw(`(${column("status")} <> 'Cancelled' or ${column("production_cost")} <> 0)`);
}

const DAY_MS = 86_400_000;

/** SQL for the day of an order's date in UTC, as days since 1970-01-01. */
export function utcDayOf(order: string | null): SQL {
  return sql.raw(`(${columnsOf(order)("date")} / ${DAY_MS})`);
}

/** The day of a moment in UTC, as days since 1970-01-01. */
export function utcDay(moment: number): number {
  return Math.floor(moment / DAY_MS);
}
