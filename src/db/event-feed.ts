import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "./org-db";
import { hasRoomForAny, leadingRows, type Listed, type PageLimit } from "./page-limit";
import type { Statement } from "./statement";
import { MAX_EVENT_BYTES } from "./text-bytes";

/** An event as the feed reads it; `body` is the JSON text that webhooks deliver. */
export interface FeedRow {
  seq: number;
  body: string;
}

/** Events `e` that the feed shows: a test that was sent to an endpoint is nothing that happened to the organization. */
export const IN_FEED: SQL = sql`e.type <> 'webhook.test'`;

/**
 * Up to `limit` events behind `after` in commit order, as far as the page has room for them; from the floor on where `after` is
 * null: an event that is kept in front of the floor, since it is still to be delivered, has gaps behind it. Served by events_feed.
 */
export function eventPage(org: OrgReader, after: number | null, limit: number, pageLimit: PageLimit): Statement<Listed<FeedRow>> {
  const floor = sql`(select o.events_purged_to from organizations o where o.id = ${org.key})`;
  const rest = sql`and e.seq > ${after ?? floor} and ${IN_FEED} order by e.seq limit ${limit}`;
  if (hasRoomForAny(limit, MAX_EVENT_BYTES, pageLimit)) {
    return org.rows<Listed<FeedRow>>()`select e.seq, e.body from events e where e.organization_id = ${org.key} ${rest}`;
  }
  const light = sql`select e.seq as id, 1 as page_items, octet_length(e.body) as page_bytes from events e where e.organization_id = ${org.key} ${rest}`;
  return org.rows<Listed<FeedRow>>()`select e.seq, e.body, w.found from (${leadingRows(light, sql`id`, pageLimit)}) w
    cross join events e on e.seq = w.id where e.organization_id = ${org.key} order by e.seq`;
}

/** The highest `seq` that the organization's feed has lost to the purge; 0 where none. */
export function feedFloor(org: OrgReader): Statement<{ floor: number }> {
  return org.rows<{ floor: number }>()`select o.events_purged_to as floor from organizations o where o.id = ${org.key}`;
}
