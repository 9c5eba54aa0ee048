import { type SQL, sql } from "drizzle-orm";
import { type Claim, claimFromRow, claimNext, type NextClaim } from "./claim.sql.ts";
import { type ScheduledAttempt, nextDue } from "./due.sql.ts";
import { probeAfter } from "./lease.sql.ts";
import { type SettledDelivery, settleLeases } from "./settle.sql.ts";
import type { AttemptOutcome } from "../send";
import type { OrganizationsDb } from "../../../platform/db/database";
import { WriteStatement } from "../../../platform/db/statement";

export interface AttemptRecord extends Omit<AttemptOutcome, "retryAfter"> {
  /** When to retry. Null after a success or after the last attempt. */
  next: number | null;
  /** The endpoint has responded with 410 Gone: it gets no more deliveries. */
  gone: boolean;
  /** The attempt took so long that the endpoint's next attempts belong in the slow queue. */
  slow: boolean;
}

export interface RecordedAttempt {
  /** The delivery after the attempt. Null if the lease had expired and the attempt was already recorded as lost. */
  delivery: SettledDelivery | null;
  /** The endpoint's next deliveries to enqueue. Empty if one was claimed. */
  next: ScheduledAttempt[];
  /** The endpoint's next delivery, claimed with `nextClaim`. */
  claim: Claim | null;
  /** The endpoint's new status if this attempt has disabled it, otherwise null. */
  disabledAs: string | null;
}

interface Health {
  disabled_as: string | null;
}

/** How many fast successes in a row end an endpoint's slow state. */
const FAST_STREAK = 3;

/**
 * A failing endpoint is disabled after this long without a success and at least this many failures
 * (docs/spec/webhooks.md#disabled-endpoints).
 */
const GIVE_UP_AFTER_MS = 120 * 60 * 60 * 1000;
const GIVE_UP_FAILURES = 10;

/**
 * Records the outcome of a claimed attempt in one batch: the attempt's row, the endpoint's health, the delivery's state and, if the
 * endpoint was disabled, its other deliveries as held. The lease token fences the writes of this attempt.
 * With `nextClaim`, the same batch claims the endpoint's next delivery, so that a backlog drains without waiting for the queue. If that
 * claims nothing, `next` has the deliveries to enqueue, as without `nextClaim`.
 */
export async function recordAttempt(
  db: OrganizationsDb,
  claim: Claim,
  { record, nextClaim, now }: { record: AttemptRecord; nextClaim: NextClaim | null; now: number },
): Promise<RecordedAttempt> {
  const end = { id: claim.delivery_id, lease_token: claim.lease_token, succeeded: record.error === null, next: record.next };
  const { health, settled, next, claimed } = await db.run({
    attempt: insertAttempt(claim, record),
    health:
      record.error === null || record.final === true ? healthAfterSuccess(claim, record, now) : healthAfterFailure(claim, record, now),
    // After the attempt and the health, which are written only while the delivery has the lease that this ends.
    settled: settleLeases([end], now),
    held: holdDeliveries(claim.endpoint_id),
    next: nextDue(claim.endpoint_id, { now, fillsSlots: claim.probing && record.error === null }),
    ...(nextClaim === null ? { claimed: null } : claimNext(nextClaim, now)),
  });
  const [row] = claimed;
  const nextClaimed = row === undefined || nextClaim === null ? null : claimFromRow(row, nextClaim.token);
  return {
    delivery: settled[0] ?? null,
    next: nextClaimed === null ? next : [],
    claim: nextClaimed,
    disabledAs: health[0]?.disabled_as ?? null,
  };
}

/**
 * Records the outcome of a test, which does not affect the endpoint's health (docs/spec/webhooks.md#test). Returns the next delivery to
 * enqueue, because the test has occupied one of the endpoint's slots.
 */
export async function recordTest(
  db: OrganizationsDb,
  claim: Claim,
  { record, now }: { record: AttemptRecord; now: number },
): Promise<ScheduledAttempt[]> {
  const end = { id: claim.delivery_id, lease_token: claim.lease_token, succeeded: record.error === null, next: null };
  const { next } = await db.run({
    attempt: insertAttempt(claim, record),
    settled: settleLeases([end], now),
    next: nextDue(claim.endpoint_id, { now, fillsSlots: false }),
  });
  return next;
}

function insertAttempt(claim: Claim, record: AttemptRecord): WriteStatement {
  return new WriteStatement(sql`
    insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, response_body, error_code)
    select organization_id, id, attempts, ${claim.url}, ${record.startedAt}, ${record.durationMs}, ${record.responseStatus},
      ${record.responseBody}, ${record.error}
    from deliveries where id = ${claim.delivery_id} and lease_token = ${claim.lease_token}`);
}

/** Only if the delivery still has this lease, and only if the URL has not changed: the old URL's responses say nothing about a new one. */
function matchesClaim(claim: Claim): SQL {
  return sql`id = ${claim.endpoint_id} and url = ${claim.url}
    and exists (select 1 from deliveries where id = ${claim.delivery_id} and lease_token = ${claim.lease_token})`;
}

function healthAfterSuccess(claim: Claim, { slow }: AttemptRecord, now: number): WriteStatement<Health> {
  return new WriteStatement<Health>(sql`
    update webhook_endpoints set last_success_at = ${now}, failing_since = null, consecutive_failures = 0, probe_after = null,
      slow = ${slow ? sql`${FAST_STREAK}` : sql`max(0, slow - 1)`}
    where ${matchesClaim(claim)}`);
}

function healthAfterFailure(claim: Claim, { gone, slow }: AttemptRecord, now: number): WriteStatement<Health> {
  const failsTooLong = sql`(failing_since <= ${now - GIVE_UP_AFTER_MS} and consecutive_failures + 1 >= ${GIVE_UP_FAILURES})`;
  // Does not change an endpoint that is paused or disabled already, or that its owner has changed since this attempt was claimed.
  const disables = sql`(status = 'active' and version = ${claim.endpoint_version} and ${gone ? sql`1` : sql`coalesce(${failsTooLong}, 0)`})`;
  return new WriteStatement<Health>(sql`
    update webhook_endpoints set last_failure_at = ${now}, failing_since = coalesce(failing_since, ${now}),
      consecutive_failures = consecutive_failures + 1, probe_after = ${probeAfter(now)},
      slow = ${slow ? sql`${FAST_STREAK}` : sql`slow`},
      status = case when ${disables} then ${gone ? "gone" : "disabled_failing"} else status end,
      enabled = case when ${disables} then 0 else enabled end,
      version = version + ${disables},
      updated_at = case when ${disables} then ${now} else updated_at end
    where ${matchesClaim(claim)}
    returning case when version = ${claim.endpoint_version} + 1 and status in ('gone', 'disabled_failing') then status end as disabled_as`);
}

/** Holds the pending deliveries of an endpoint that was disabled. A recovery sends them (docs/spec/webhooks.md#disabled-endpoints). */
function holdDeliveries(endpointId: string): WriteStatement {
  return new WriteStatement(sql`
    update deliveries set status = 'held', next_attempt_at = null
    where endpoint_id = (select id from webhook_endpoints where id = ${endpointId} and status in ('gone', 'disabled_failing'))
      and status = 'pending' and lease_token is null`);
}
