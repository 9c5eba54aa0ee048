import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import { fittingRows } from "../../platform/db/list/page-limit.sql.ts";
import type { Weighed } from "../../platform/db/list/page-limit";
import type { Statement } from "../../platform/db/statement";

/** An event as the feed reads it. `body` is the JSON text that webhooks deliver. */
export interface FeedRow {
  seq: number;
  body: string;
}

/** SQL for the condition that an event `e` is in the feed. The feed omits the test events of webhook endpoints. */
export const IN_FEED: SQL = sql`e.type <> 'webhook.test'`;

/**
 * Reads up to `limit` events after `after` in commit order: those that fit in a page, and one more. If `after` is null, the page
 * starts after the last event that the purge has removed. Older events may still exist for pending deliveries, but events after them are
 * missing. With a first limit, a body that is longer than its share of the page is null and its row cut: `takePage` then has the page read again
 * with the next limit. Uses the index events_feed.
 */
export function eventPage(org: OrgReader, after: number | null, limit: number): Statement<Weighed<FeedRow>> {
  const purgedTo = sql`coalesce((select purged_to from event_floors where organization_id = ${org.key}), 0)`;
  const rest = sql`and e.seq > ${after ?? purgedTo} and ${IN_FEED} order by e.seq limit ${limit}`;
  if (org.pageLimit.next !== undefined) {
    const isCut = sql`octet_length(e.body) > ${Math.floor(org.pageLimit.bytes / limit)}`;
    return org.rows<Weighed<FeedRow>>()`select e.seq, iif(${isCut}, null, e.body) as body, ${isCut} as is_cut
      from events e where e.organization_id = ${org.key} ${rest}`;
  }
  const events = sql`select e.seq as id, 1 as page_items, octet_length(e.body) as page_bytes from events e where e.organization_id = ${org.key} ${rest}`;
  return org.rows<Weighed<FeedRow>>()`select e.seq, e.body, w.page_items, w.page_bytes
    from (${fittingRows(events, sql`id`, org.pageLimit)}) w cross join events e on e.seq = w.id where e.organization_id = ${org.key} order by e.seq`;
}

/** The highest `seq` that the purge has removed from the organization's feed. No row if there is none. */
export function lastPurged(org: OrgReader): Statement<{ purged_to: number }> {
  return org.rows<{ purged_to: number }>()`select purged_to from event_floors where organization_id = ${org.key}`;
}
