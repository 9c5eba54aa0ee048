import { type SQL, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "../order-status";

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(",");

/** What comes after every day. It is the day of orders that are not due. */
export const NO_DAY = sql.raw("'~'");

/**
 * SQL of the day by which an open order must be shipped. All other orders come after the last day. It is the expression of the index
 * `orders_due`, so it has literals. `order`: the name of the order in the statement, or null.
 */
export function dueDay(order: string | null): SQL {
  const name = order === null ? "" : `${order}.`;
  return sql.raw(`iif(${name}ship_by_date is not null and ${name}status in (${OPEN}), ${name}ship_by_date, '~')`);
}
