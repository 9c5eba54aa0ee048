import { sql } from "drizzle-orm";
import { ITEM_STATUSES } from "../../resources/orders/items/item-status";
import type { OrgDb } from "../../platform/db/org-db";

/** Counts that one batch deletes of each table. */
const MAX_DELETED = 1000;

/**
 * Deletes counts of item statuses that no item has any more, because somebody may have written a person's name in a status. Returns whether
 * there may be more. Counts of standard statuses stay.
 */
export async function deleteEmptyCounts(org: OrgDb): Promise<boolean> {
  const standard = JSON.stringify(ITEM_STATUSES.map((status) => status.toLowerCase()));
  // In `list_counts`, the filter is the text "status:" and the status, which begins at its 8th character. A semicolon follows the colon in ASCII.
  const inStandard = sql`in (select value from json_each(${standard}))`;
  // Only the roll-ups are asked: for each of these counts of a day in `list_counts`, there is a roll-up of that day and status.
  const [remaining] = await org.commit({
    writes: [
      org.write()`delete from item_rollups
        where (organization_id, basis, bucket, store_id, status, missing) in (
          select r.organization_id, r.basis, r.bucket, r.store_id, r.status, r.missing from item_rollups r
          where r.organization_id = ${org.key} and r.items = 0 and not r.status ${inStandard} limit ${MAX_DELETED})`,
      org.write()`delete from list_counts where (organization_id, list, filter, basis, bucket) in (
          select c.organization_id, c.list, c.filter, c.basis, c.bucket from list_counts c
          where c.organization_id = ${org.key} and c.list = 'items' and c.filter >= 'status:' and c.filter < 'status;' and c.total = 0
            and not substr(c.filter, 8) ${inStandard} limit ${MAX_DELETED})`,
    ],
    marker: {},
    returning: org.rows<{ found: 0 | 1 }>()`select exists (select 1 from item_rollups r
          where r.organization_id = ${org.key} and r.items = 0 and not r.status ${inStandard}) as found`,
  });
  return remaining?.found === 1;
}
