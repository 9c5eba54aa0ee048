import { type SQL, sql } from "drizzle-orm";
import { CAPACITY, ENDPOINT_LIVE, inFlight, canAttempt, MAX_IN_FLIGHT, MAX_FUTURE_MS } from "./lease.sql.ts";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import { Statement, WriteStatement } from "../../../platform/db/statement";

/** A delivery, and the number of the attempt that is due. */
export interface DueAttempt {
  id: string;
  attempt: number;
  /** Not 0: its message goes to the slow queue. */
  slow: number;
}

/** An attempt to enqueue for the time `at` (ms since 1970), which may be in the future. */
export interface ScheduledAttempt extends DueAttempt {
  at: number;
}

/** How far the clock of another machine may be ahead. Deliveries that it has just made due are enqueued, although they are in our future. */
const CLOCK_SKEW_MS = 1_000;

/** SQL: the id of the endpoint's unclaimed delivery that has been due for the longest at `now`. Uses the index deliveries_due. */
export function mostOverdueId(endpointId: SQL | string, now: number): SQL {
  return sql`(select due.id from deliveries due where due.endpoint_id = ${endpointId} and due.status = 'pending'
    and due.lease_token is null and due.next_attempt_at <= ${now} order by due.next_attempt_at, due.id limit 1)`;
}

/**
 * SQL: when to enqueue a row of `deliveries` that was just inserted for the endpoint `w`. Null if a message could not claim anything. At the
 * concurrency limit, each consumer that ends an attempt enqueues the next delivery. Between two probes, only the first delivery that waits
 * is enqueued, for the time of the next probe. The cost does not grow with the backlog.
 */
export function enqueueAt(now: number): SQL {
  const waits = sql`exists (select 1 from deliveries waiting where waiting.endpoint_id = w.id and waiting.status = 'pending'
    and waiting.lease_token is null and waiting.next_attempt_at <= w.probe_after and waiting.id <> deliveries.id)`;
  return sql`case when deliveries.status <> 'pending' then null
    when ${canAttempt(now)} then case when ${inFlight(sql`w.id`, now)} < ${CAPACITY} then deliveries.next_attempt_at end
    when not ${waits} then w.probe_after end`;
}

/**
 * The delivery to enqueue after an attempt at this endpoint has ended: the one that has been due for the longest. Several attempts that end
 * at once may enqueue the same delivery. The messages that find it claimed already claim the endpoint's next deliveries. With `fillsSlots`, it
 * is one delivery for each free slot, because the endpoint has recovered and nothing else enqueues them. Between two probes, the delivery is
 * enqueued for the time of the next probe.
 */
export function nextDue(endpointId: string, { now, fillsSlots }: { now: number; fillsSlots: boolean }): Statement<ScheduledAttempt> {
  const used = inFlight(endpointId, now);
  const probe = sql`coalesce(w.probe_after, 0)`;
  // One bound instead of an OR, so that deliveries that wait for a later retry are not read.
  const before = sql`(select case when ${probe} > ${now} then ${Number.MAX_SAFE_INTEGER} else ${now + CLOCK_SKEW_MS} end
    from webhook_endpoints w where w.id = ${endpointId})`;
  return new Statement<ScheduledAttempt>(sql`
    select d.id, d.attempts + 1 as attempt, w.slow, max(d.next_attempt_at, ${probe}) as at
    from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.lease_token is null and d.next_attempt_at <= ${before}
      and ${ENDPOINT_LIVE} and ${used} < ${CAPACITY}
    order by d.next_attempt_at, d.id
    limit ${fillsSlots ? sql`max(0, ${MAX_IN_FLIGHT} - ${used})` : sql`1`}`);
}

const WAITING = sql`status = 'pending' and lease_token is null`;

/** SQL: the endpoints that have an unclaimed delivery, in the order of their ids, without the bracket at its end. The last row is null. */
const WAITING_ENDPOINTS = sql`waiting (endpoint_id) as (
  select (select min(endpoint_id) from deliveries where ${WAITING})
  union all
  select (select min(d.endpoint_id) from deliveries d where ${WAITING} and d.endpoint_id > waiting.endpoint_id)
    from waiting where waiting.endpoint_id is not null`;

/** More endpoints, and more deliveries of one endpoint, are not counted, so that the cost does not grow with the backlog. */
const MAX_COUNTED = { endpoints: 500, deliveries: 100 } as const;

/**
 * How many deliveries are due that could be attempted now, and since when the first of them. Deliveries of endpoints that are paused, or
 * between two probes, wait for their receiver and do not count.
 */
export function dueBacklog(now: number): Statement<{ due: number; oldest: number | null }> {
  const isDue = sql`n.endpoint_id = w.id and n.status = 'pending' and n.lease_token is null and n.next_attempt_at <= ${now}`;
  return new Statement(sql`
    with recursive ${WAITING_ENDPOINTS} limit ${MAX_COUNTED.endpoints})
    select coalesce(sum((select count(*) from (select 1 from deliveries n where ${isDue} limit ${MAX_COUNTED.deliveries}))), 0) as due,
      min((select min(n.next_attempt_at) from deliveries n where ${isDue})) as oldest
    from waiting join webhook_endpoints w on w.id = waiting.endpoint_id and ${ENDPOINT_LIVE} and ${canAttempt(now)}`);
}

/**
 * Up to `limit` unclaimed deliveries of live endpoints that were due before `before`: the first of each endpoint, then the second of each,
 * and so on, up to the number of free slots of the endpoint. The recursion steps from endpoint to endpoint through the index
 * deliveries_due, so that the cost does not grow with the backlog of an endpoint. Deliveries that a wrong clock has postponed beyond
 * MAX_FUTURE_MS are made due.
 */
export async function dueUnclaimed(
  db: OrganizationsDb,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<DueAttempt[]> {
  const { due } = await db.run({
    // Almost always changes no row.
    postponed: new WriteStatement(sql`
      with recursive ${WAITING_ENDPOINTS})
      update deliveries set next_attempt_at = ${before} where id in (
        select p.id from waiting cross join deliveries p on p.endpoint_id = waiting.endpoint_id
        where p.status = 'pending' and p.lease_token is null and p.next_attempt_at > ${now + MAX_FUTURE_MS}
          and p.organization_id ${NOT_HALTED})`),
    due: new Statement<DueAttempt>(sql`
      with recursive ${WAITING_ENDPOINTS}),
      ranked as (
        select d.id, d.attempts + 1 as attempt, w.slow, d.next_attempt_at, ${inFlight(sql`w.id`, now)} as used,
          row_number() over (partition by d.endpoint_id order by d.next_attempt_at, d.id) as slot, ${CAPACITY} as capacity
        from waiting
          join webhook_endpoints w on w.id = waiting.endpoint_id and ${ENDPOINT_LIVE} and ${canAttempt(now)}
          join deliveries d on d.id in (
            select n.id from deliveries n
            where n.endpoint_id = w.id and n.status = 'pending' and n.lease_token is null and n.next_attempt_at <= ${before}
            order by n.next_attempt_at, n.id limit ${MAX_IN_FLIGHT})
      )
      select id, attempt, slow from ranked where slot + used <= capacity order by slot, next_attempt_at limit ${limit}`),
  });
  return due;
}
