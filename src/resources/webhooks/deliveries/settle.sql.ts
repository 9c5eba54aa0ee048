import { sql } from "drizzle-orm";
import { LEASE_MS, MAX_FUTURE_MS } from "./lease.sql.ts";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import { WriteStatement } from "../../../platform/db/statement";

/** How an attempt under a lease ended. `next` is the time of the retry (ms since 1970), null if there is none. */
export interface AttemptEnd {
  id: string;
  lease_token: string;
  succeeded: boolean;
  next: number | null;
}

/** A delivery after its attempt has ended. */
export interface SettledDelivery {
  id: string;
  status: "pending" | "succeeded" | "failed" | "held" | "cancelled";
  next_attempt_at: number | null;
  attempts: number;
  /** The endpoint's. Not 0: the message of the retry goes to the slow queue. */
  slow: number;
}

/**
 * Ends leases and sets the status of their deliveries. The token fences each one: a lease that has already been ended changes nothing. A
 * failed attempt is retried only if the endpoint is live. A delivery that was held or cancelled during the attempt stays so unless it
 * was delivered.
 */
export function settleLeases(ends: readonly AttemptEnd[], now: number): WriteStatement<SettledDelivery> {
  return new WriteStatement<SettledDelivery>(sql`
    with ended as (
      select d.id, j.value ->> 'next' as next,
        case
          when j.value ->> 'succeeded' then 'succeeded'
          when d.status <> 'pending' then d.status
          when j.value ->> 'next' is null then 'failed'
          when w.deleted_at is not null then 'cancelled'
          when w.enabled = 1 and w.status = 'active' then 'pending'
          else 'held'
        end as status
      from json_each(${JSON.stringify(ends)}) j
        join deliveries d on d.id = j.value ->> 'id' and d.lease_token = j.value ->> 'lease_token'
        join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id
    )
    update deliveries set lease_token = null, lease_until = null, status = ended.status,
      next_attempt_at = case when ended.status = 'pending' then ended.next end,
      completed_at = case when ended.status in ('succeeded', 'failed', 'cancelled') then coalesce(completed_at, ${now}) end
    from ended where deliveries.id = ended.id
    returning deliveries.id, deliveries.status, deliveries.next_attempt_at, deliveries.attempts,
      (select slow from webhook_endpoints w where w.id = deliveries.endpoint_id) as slow`);
}

/** A claim whose consumer never recorded an outcome. */
interface LostAttempt {
  id: string;
  lease_token: string;
  /** Number of the lost attempt. */
  attempts: number;
  /** How many attempts do not count for the retry schedule, because they were made before the last redelivery. */
  earlier_attempts: number;
  trigger: string;
}

/** Up to `limit` leases that have expired by `now`, or that were set by a wrong clock. */
export async function expiredLeases(db: OrganizationsDb, now: number, limit: number): Promise<LostAttempt[]> {
  return await db.rows(sql`
    select id, lease_token, attempts, run_from as earlier_attempts, "trigger" from deliveries
    where lease_token is not null and lease_until not between ${now + 1} and ${now + MAX_FUTURE_MS}
      and organization_id ${NOT_HALTED} limit ${limit}`);
}

/**
 * Records lost attempts as `outcome_unknown`, because the request may have arrived, and schedules the retry or fails the delivery. The
 * endpoint's health does not change. A lease that has already been ended is left unchanged.
 */
export async function expireLeases(db: OrganizationsDb, ends: readonly AttemptEnd[], now: number): Promise<SettledDelivery[]> {
  const { settled } = await db.run({
    attempts: new WriteStatement(sql`
      insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, error_code)
      select d.organization_id, d.id, d.attempts, w.url, d.lease_until - ${LEASE_MS}, 0, 'outcome_unknown'
      from json_each(${JSON.stringify(ends)}) j
        join deliveries d on d.id = j.value ->> 'id' and d.lease_token = j.value ->> 'lease_token'
        join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id`),
    settled: settleLeases(ends, now),
  });
  return settled;
}
