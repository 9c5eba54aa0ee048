import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";

/** What a line of an order's history says, besides when and by whom. Values may be SQL over the statement's `source`. */
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

/** Writes a line of history by the caller; with `source` (FROM and its conditions), one for each of its rows. */
export function historyLine(org: OrgDb, entry: HistoryEntry, source: SQL = sql``): WriteStatement {
  const { kind, id, name } = org.actor;
  const { change, orderId, itemId = null, fulfillmentId = null, from = null, to = null, changedFields = null, reason = null } = entry;
  return org.write()`insert into order_history (organization_id, order_id, order_item_id, fulfillment_id, at, "change", from_value,
      to_value, changed_fields, reason, actor_kind, actor_id, actor_name)
    select ${org.key}, ${orderId}, ${itemId}, ${fulfillmentId}, ${org.now}, ${change}, ${from},
      ${to}, ${changedFields}, ${reason}, ${kind}, ${id}, ${name} ${source}`;
}
