import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";

/** An entry in an order's history, without its time and author. Values may be SQL that refers to the statement's `source`. */
export interface HistoryEntry {
  change: "updated" | "status" | "item_status" | "roll_up" | "fulfillment" | "fulfillment_late";
  orderId: SQL | number;
  itemId?: SQL | number;
  fulfillmentId?: string;
  from?: SQL | string | null;
  to?: SQL | string;
  /** JSON array of field names. */
  changedFields?: SQL | string;
  reason?: string | null;
}

/** Inserts a history entry by the caller. With `source` (SQL: FROM and WHERE), it inserts one for each row. */
export function addHistory(org: OrgDb, entry: HistoryEntry, source: SQL = sql``): WriteStatement {
  const { kind, id, name } = org.actor;
  const { change, orderId, itemId = null, fulfillmentId = null, from = null, to = null, changedFields = null, reason = null } = entry;
  return org.write()`insert into order_history (organization_id, order_id, order_item_id, fulfillment_id, at, "change", from_value,
      to_value, changed_fields, reason, actor_kind, actor_id, actor_name)
    select ${org.key}, ${orderId}, ${itemId}, ${fulfillmentId}, ${org.now}, ${change}, ${from},
      ${to}, ${changedFields}, ${reason}, ${kind}, ${id}, ${name} ${source}`;
}
