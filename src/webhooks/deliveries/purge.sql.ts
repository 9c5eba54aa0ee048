import { type SQL, sql } from "drizzle-orm";
import { IN_FEED } from "../../events/feed.sql.ts";
import type { OrganizationsDb } from "../../platform/db/database";
import { WriteStatement } from "../../platform/db/statement";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Deliveries, attempts and events are kept 30 days (docs/spec/durability.md#retention). */
const RETENTION_MS = 30 * DAY_MS;
/** Markers outlive the gate's records. */
const MARKER_RETENTION_MS = 2 * DAY_MS;

/**
 * Removes what is past its time, at most `most` rows of each kind in one trip: ended deliveries with their attempts,
 * then events that no delivery refers to any more, then the markers of writes, and recoveries. What is still to be sent stays.
 * Each organization's feed is told, in the same transaction, how far it has lost events (event_floors).
 * Answers how many rows it has removed of the kind that had the most: `most` where there may be more.
 */
export async function purgeHistory(db: OrganizationsDb, now: number, most: number): Promise<number> {
  const old = (column: SQL): SQL => sql`
    select ${column} from deliveries where created_at < ${now - RETENTION_MS} and status <> 'pending' and lease_token is null
    order by created_at limit ${most}`;
  // Ordered to the last row: the statement that raises the floor and the one that deletes must mean the same events.
  const endedEvents = sql`
    select e.seq, e.organization_id, ${IN_FEED} as in_feed from events e where e.occurred_at < ${now - RETENTION_MS}
      and not exists (select 1 from deliveries d where d.organization_id = e.organization_id and d.event_id = e.id)
    order by e.occurred_at, e.seq limit ${most}`;
  const [, deliveries, , events, markers] = await db.run(
    new WriteStatement(sql`delete from attempts where delivery_id in (${old(sql`id`)})`),
    new WriteStatement(sql`delete from deliveries where id in (${old(sql`id`)}) returning 1`),
    new WriteStatement(sql`
      insert into event_floors (organization_id, purged_to)
      select organization_id, max(seq) from (${endedEvents}) where in_feed group by organization_id
      on conflict do update set purged_to = max(purged_to, excluded.purged_to)`),
    new WriteStatement(sql`delete from events where seq in (select seq from (${endedEvents})) returning 1`),
    new WriteStatement(sql`
      delete from write_markers where operation_id in (
        select operation_id from write_markers where created_at < ${now - MARKER_RETENTION_MS} order by created_at limit ${most}) returning 1`),
    new WriteStatement(sql`delete from recoveries where status in ('completed', 'cancelled') and created_at < ${now - RETENTION_MS}`),
  );
  return Math.max(deliveries.length, events.length, markers.length);
}
