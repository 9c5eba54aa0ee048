import { type SQL, sql } from "drizzle-orm";
import type { Meter } from "./meter";
import { runBatch, WriteStatement } from "./statement";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Deliveries, attempts and events are kept 30 days (decisions G, H7). */
const HISTORY_MS = 30 * DAY_MS;
/** Markers outlive the gate's records (decisions B10). */
const MARKERS_MS = 2 * DAY_MS;

/**
 * Removes what is past its time, at most `most` rows of each kind in one trip: ended deliveries with their attempts,
 * then events that no delivery refers to any more, then the markers of writes. What is still to be sent stays.
 */
export async function purgeHistory(d1: D1Database, meter: Meter, now: number, most: number): Promise<void> {
  const old = (column: SQL): SQL => sql`
    select ${column} from deliveries where created_at < ${now - HISTORY_MS} and status <> 'pending' and lease_token is null
    order by created_at limit ${most}`;
  await runBatch(d1, meter, [
    new WriteStatement(sql`delete from attempts where delivery_id in (${old(sql`id`)})`),
    new WriteStatement(sql`delete from deliveries where id in (${old(sql`id`)})`),
    new WriteStatement(sql`
      delete from events where seq in (
        select e.seq from events e where e.occurred_at < ${now - HISTORY_MS}
          and not exists (select 1 from deliveries d where d.organization_id = e.organization_id and d.event_id = e.id)
        order by e.occurred_at limit ${most})`),
    new WriteStatement(sql`
      delete from write_markers where operation_id in (
        select operation_id from write_markers where created_at < ${now - MARKERS_MS} order by created_at limit ${most})`),
  ]);
}
