import { sql } from "drizzle-orm";
import { ENDPOINT_LIVE, inFlight, MOST_IN_FLIGHT } from "./delivery-lease";
import type { Meter } from "./meter";
import { runBatch, Statement } from "./statement";

/** A delivery that waits for its attempt number `attempt`. */
export interface Due {
  id: string;
  attempt: number;
  slow: number;
}

/**
 * The delivery to ring after one of this endpoint's has ended: where n of its five places are free, the n-th that is
 * due. The others that free their place at the same moment see another n, so they ring different ones.
 */
export function nextDue(endpointId: string, now: number): Statement<Due> {
  const used = inFlight(endpointId, now);
  return new Statement<Due>(sql`
    select d.id, d.attempts + 1 as attempt, w.slow
    from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.lease_token is null and d.next_attempt_at <= ${now}
      and ${ENDPOINT_LIVE} and ${used} < ${MOST_IN_FLIGHT}
    order by d.next_attempt_at, d.id
    limit 1 offset ${MOST_IN_FLIGHT - 1} - ${used}`);
}

/**
 * Up to `most` deliveries of live endpoints that have been due since before `before` and that nobody has claimed: the
 * first of each endpoint, then the second of each, as many as it has places free. The recursion steps from endpoint to
 * endpoint through deliveries_due, so that a long backlog of one costs no more than a short one.
 */
export async function dueUnclaimed(
  d1: D1Database,
  meter: Meter,
  { before, now, most }: { before: number; now: number; most: number },
): Promise<Due[]> {
  const waiting = sql`status = 'pending' and lease_token is null`;
  const [rows] = await runBatch(d1, meter, [
    new Statement<Due>(sql`
      with recursive waiting (endpoint_id) as (
        select (select min(endpoint_id) from deliveries where ${waiting})
        union all
        select (select min(d.endpoint_id) from deliveries d where ${waiting} and d.endpoint_id > waiting.endpoint_id)
          from waiting where waiting.endpoint_id is not null
      ),
      ranked as (
        select d.id, d.attempts + 1 as attempt, w.slow, d.next_attempt_at, ${inFlight(sql`w.id`, now)} as used,
          row_number() over (partition by d.endpoint_id order by d.next_attempt_at, d.id) as place
        from waiting
          join webhook_endpoints w on w.id = waiting.endpoint_id and ${ENDPOINT_LIVE}
          join deliveries d on d.id in (
            select n.id from deliveries n
            where n.endpoint_id = w.id and n.status = 'pending' and n.lease_token is null and n.next_attempt_at <= ${before}
            order by n.next_attempt_at, n.id limit ${MOST_IN_FLIGHT})
      )
      select id, attempt, slow from ranked where place + used <= ${MOST_IN_FLIGHT} order by place, next_attempt_at limit ${most}`),
  ]);
  return rows;
}
