import { type SQL, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "../order-status";

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(",");

/**
 * SQL condition: an order is open and has a day to ship by. It is the condition of the index `orders_due`, so it has literals. `order`: the name
 * of the order in the statement, or null.
 */
export function isDue(order: string | null): SQL {
  const name = order === null ? "" : `${order}.`;
  return sql.raw(`${name}ship_by_date is not null and ${name}status in (${OPEN})`);
}
