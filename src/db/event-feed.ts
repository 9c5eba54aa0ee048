import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "./org-db";
import type { Statement } from "./statement";

/** An event as the feed reads it; `body` is the JSON text that webhooks deliver. */
export interface FeedRow {
  seq: number;
  body: string;
}

/** Events `e` that the feed shows: a test that was sent to an endpoint is nothing that happened to the organization. */
export const IN_FEED: SQL = sql`e.type <> 'webhook.test'`;

/**
 * Up to `limit` events behind `after` in commit order, from the floor on where `after` is null: an event that is kept in
 * front of the floor, since it is still to be delivered, has gaps behind it. Served by events_feed.
 */
export function eventPage(org: OrgReader, after: number | null, limit: number): Statement<FeedRow> {
  const floor = sql`(select o.events_purged_to from organizations o where o.id = ${org.key})`;
  return org.rows<FeedRow>()`select e.seq, e.body from events e
    where e.organization_id = ${org.key} and e.seq > ${after ?? floor} and ${IN_FEED} order by e.seq limit ${limit}`;
}

/** The highest `seq` that the organization's feed has lost to the purge; 0 where none. */
export function feedFloor(org: OrgReader): Statement<{ floor: number }> {
  return org.rows<{ floor: number }>()`select o.events_purged_to as floor from organizations o where o.id = ${org.key}`;
}
