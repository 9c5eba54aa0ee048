import { type SQL, sql } from "drizzle-orm";
import { firstIdOf } from "../../../platform/crypto/random";
import { IS_FORM_MARKER } from "../../../platform/db/table";
import { IN_FEED } from "../../events/feed.sql.ts";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import { WriteStatement } from "../../../platform/db/statement";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Deliveries, attempts, events and ended links are kept 30 days (docs/spec/durability.md#retention). */
const RETENTION_MS = 30 * DAY_MS;
/** Write markers are kept longer than the gate's idempotency records. */
const MARKER_RETENTION_MS = 2 * DAY_MS;

/**
 * Deletes deliveries and events of one organization from before a time, whose retention is shorter than the service's. In one round trip, at
 * most `limit` of each kind. Deliveries that are still pending stay, with their events.
 */
export async function purgeOrganization(
  db: OrganizationsDb,
  { organizationId, before, limit }: { organizationId: number; before: number; limit: number },
): Promise<void> {
  // Ids and `seq` sort by creation, so the oldest rows are the first ones of these indexes.
  const oldDeliveries = sql`select id from deliveries where organization_id = ${organizationId} and created_at < ${before}
    and status <> 'pending' and lease_token is null and organization_id ${NOT_HALTED} order by id limit ${limit}`;
  const oldEvents = sql`select e.seq, ${IN_FEED} as in_feed from events e where e.organization_id = ${organizationId}
    and e.occurred_at < ${before} and e.organization_id ${NOT_HALTED}
    and not exists (select 1 from deliveries d where d.organization_id = e.organization_id and d.event_id = e.id)
    order by e.seq limit ${limit}`;
  await db.run([
    new WriteStatement(sql`delete from attempts where delivery_id in (${oldDeliveries})`),
    new WriteStatement(sql`delete from deliveries where id in (${oldDeliveries})`),
    new WriteStatement(sql`insert into event_floors (organization_id, purged_to)
      select ${organizationId}, max(seq) from (${oldEvents}) where in_feed having max(seq) is not null
      on conflict do update set purged_to = max(purged_to, excluded.purged_to)`),
    new WriteStatement(sql`delete from events where seq in (select seq from (${oldEvents}))`),
  ]);
}

/**
 * Deletes rows past their retention in one round trip, at most `limit` of each kind: ended deliveries with their attempts, then events that no
 * delivery refers to, then write markers and links. Ended recoveries, of which there are few, are deleted without a limit. Deliveries that are
 * still pending stay.
 * The same transaction records the last event that was deleted from each organization's feed (event_floors).
 * Returns the highest number of deleted rows of any kind. If it is `limit`, there may be more to delete.
 */
export async function purgeHistory(db: OrganizationsDb, now: number, limit: number): Promise<number> {
  // No index has their age: the ids, which begin with it, tell where to look, and `created_at` decides.
  const expiredDeliveries = (column: SQL): SQL => sql`
    select ${column} from deliveries
    where id < ${firstIdOf("dlv", now - RETENTION_MS)} and created_at < ${now - RETENTION_MS} and status <> 'pending' and lease_token is null and organization_id ${NOT_HALTED}
    order by id limit ${limit}`;
  // Sorted by `seq` too, so that the statement that updates event_floors and the one that deletes select the same events.
  const expiredEvents = sql`
    select e.seq, e.organization_id, ${IN_FEED} as in_feed from events e where e.occurred_at < ${now - RETENTION_MS}
      and e.organization_id ${NOT_HALTED}
      and not exists (select 1 from deliveries d where d.organization_id = e.organization_id and d.event_id = e.id)
    order by e.occurred_at, e.seq limit ${limit}`;
  const isExpired = sql`created_at < ${now - MARKER_RETENTION_MS} and organization_id ${NOT_HALTED}`;
  // An operation may commit up to a day after the gate has issued its id.
  const expiredOperations = sql`select operation_id from write_markers
    where operation_id >= 'op_' and operation_id < ${firstIdOf("op", now - MARKER_RETENTION_MS - DAY_MS)} and ${isExpired}`;
  const expiredForms = sql`select operation_id from write_markers where ${IS_FORM_MARKER} and ${isExpired}`;
  const { deliveries, events, markers, links } = await db.run({
    attempts: new WriteStatement(sql`delete from attempts where delivery_id in (${expiredDeliveries(sql`id`)})`),
    deliveries: new WriteStatement(sql`delete from deliveries where id in (${expiredDeliveries(sql`id`)}) returning 1`),
    floors: new WriteStatement(sql`
      insert into event_floors (organization_id, purged_to)
      select organization_id, max(seq) from (${expiredEvents}) where in_feed group by organization_id
      on conflict do update set purged_to = max(purged_to, excluded.purged_to)`),
    events: new WriteStatement(sql`delete from events where seq in (select seq from (${expiredEvents})) returning 1`),
    markers: new WriteStatement(sql`
      delete from write_markers where operation_id in (
        select operation_id from (${expiredOperations} union all ${expiredForms}) limit ${limit}) returning 1`),
    recoveries:
      new WriteStatement(sql`delete from recoveries where status in ('completed', 'cancelled') and created_at < ${now - RETENTION_MS}
      and organization_id ${NOT_HALTED}`),
    links: new WriteStatement(sql`delete from links where id in (select id from links where expires_at < ${now - RETENTION_MS}
      and organization_id ${NOT_HALTED} order by expires_at limit ${limit}) returning 1`),
  });
  return Math.max(deliveries.length, events.length, markers.length, links.length);
}
