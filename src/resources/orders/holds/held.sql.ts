import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../../platform/db/org-db";

/** SQL condition: an order or an item, by its alias, has a hold that has not ended. The same as `isOnHold`. */
export function hasHold(alias: "o" | "i" | "x", now: number): SQL {
  const column = (name: string): SQL => sql.raw(`${alias}.${name}`);
  return sql`(${column("hold_reason")} is not null and (${column("hold_until")} is null or ${column("hold_until")} > ${now}))`;
}

/**
 * SQL of the ids of the orders that are on hold, or that have an open item on hold by a hold or by its status. The expression of the status is that
 * of its index.
 */
export function ordersOnHold(org: OrgReader): SQL {
  return sql`select x.id from orders x indexed by orders_held
      where x.organization_id = ${org.key} and ${hasHold("x", org.now)}
    union select x.order_id from order_items x indexed by order_items_held
      where x.organization_id = ${org.key} and ${hasHold("x", org.now)} and x.status not in ('Cancelled', 'Refunded', 'Shipped', 'Delivered')
    union select x.order_id from order_items x indexed by order_items_status_date
      where x.organization_id = ${org.key} and (case when x.status_folded is null then x.status else x.status_folded end) collate nocase = 'On Hold'`;
}
