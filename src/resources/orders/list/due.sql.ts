import { type SQL, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "../order-status";

/** What comes after every day. It is the day of orders that are not due. */
export const NO_DAY = sql.raw("'~'");

/**
 * SQL of the day by which an open order must be shipped. All other orders come after the last day. It is the expression of the index
 * `orders_due`, so it has literals, and no comma, because drizzle-kit would treat the part after it as another column. `order`: the name of the order
 * in the statement, or null in the index.
 */
export function dueDay(order: string | null): SQL {
  const name = order === null ? "" : `${order}.`;
  const isOpen = OPEN_STATUSES.map((status) => `${name}status = '${status}'`).join(" or ");
  return sql.raw(`(case when ${name}ship_by_date is not null and (${isOpen}) then ${name}ship_by_date else '~' end)`);
}
