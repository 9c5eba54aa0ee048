import { type SQL, sql } from "drizzle-orm";
import { type Claim, claimFromRow, claimNext, type NextClaim } from "./claim.sql.ts";
import { type ScheduledAttempt, nextDue } from "./due.sql.ts";
import { probeAfter } from "./lease.sql.ts";
import { type SettledDelivery, settleLeases } from "./settle.sql.ts";
import type { AttemptOutcome } from "../send";
import type { OrganizationsDb } from "../../platform/db/database";
import { WriteStatement } from "../../platform/db/statement";

/** What is written about one attempt. */
export interface AttemptRecord extends Omit<AttemptOutcome, "retryAfter"> {
  /** When to try again; null after a success or after the last attempt. */
  next: number | null;
  /** The endpoint has said that it is gone (410): it is sent nothing more. */
  gone: boolean;
  /** It took so long that its next attempts belong in the slow queue. */
  slow: boolean;
}

export interface RecordedAttempt {
  /** Null where the lease had run out and the attempt was recorded as lost. */
  settled: SettledDelivery | null;
  /** The endpoint's next deliveries to enqueue; none where one was claimed. */
  next: ScheduledAttempt[];
  /** The endpoint's next delivery, claimed with `nextClaim`. */
  claim: Claim | null;
  /** The status with which this attempt has given the endpoint up; null where it has not. */
  disabledStatus: string | null;
}

interface Health {
  given_up: string | null;
}

/** Fast successes in a row after which a slow endpoint is taken for fast again. */
const FAST_STREAK = 3;

/**
 * An endpoint that fails is disabled after so long without a success, and so many failures meanwhile
 * (docs/spec/webhooks.md#disabled-endpoints).
 */
const GIVE_UP_AFTER_MS = 120 * 60 * 60 * 1000;
const GIVE_UP_FAILURES = 10;

/**
 * Writes what became of a claimed attempt, in one batch: the attempt's row, the endpoint's health, the delivery's state,
 * and, where the endpoint is no longer live, its other deliveries as held. All of it is fenced by the lease's token.
 * With `nextClaim`, the same batch claims the endpoint's next delivery: a backlog drains without waiting for the queue. Where
 * that claims nothing, the endpoint's next delivery is to be enqueued as without `nextClaim`.
 */
export async function recordAttempt(
  db: OrganizationsDb,
  claim: Claim,
  { record, nextClaim, now }: { record: AttemptRecord; nextClaim: NextClaim | null; now: number },
): Promise<RecordedAttempt> {
  const ending = { id: claim.delivery_id, lease_token: claim.lease_token, succeeded: record.error === null, next: record.next };
  const statements = [
    insertAttempt(claim, record),
    record.error === null ? healthAfterSuccess(claim, record, now) : healthAfterFailure(claim, record, now),
    settleLeases([ending], now),
    holdDeliveries(claim.endpoint_id),
    nextDue(claim.endpoint_id, now, claim.probing && record.error === null),
  ] as const;
  if (nextClaim === null) {
    const [, health, settled, , next] = await db.run(...statements);
    return { settled: settled[0] ?? null, next, claim: null, disabledStatus: health[0]?.given_up ?? null };
  }
  const [, , settled, , next, , [row]] = await db.run(...statements, ...claimNext(nextClaim, now));
  const taken = row === undefined ? null : claimFromRow(row, nextClaim.token);
  return { settled: settled[0] ?? null, next: taken === null ? next : [], claim: taken, disabledStatus: null };
}

/**
 * Writes what became of a test: it says nothing about the endpoint's health (docs/spec/webhooks.md#test). Returns what to enqueue, since it
 * has had one of the endpoint's places.
 */
export async function recordTest(
  db: OrganizationsDb,
  claim: Claim,
  { record, now }: { record: AttemptRecord; now: number },
): Promise<ScheduledAttempt[]> {
  const ending = { id: claim.delivery_id, lease_token: claim.lease_token, succeeded: record.error === null, next: null };
  const [, , next] = await db.run(insertAttempt(claim, record), settleLeases([ending], now), nextDue(claim.endpoint_id, now, false));
  return next;
}

function insertAttempt(claim: Claim, record: AttemptRecord): WriteStatement {
  return new WriteStatement(sql`
    insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, response_body, error_code)
    select organization_id, id, attempts, ${claim.url}, ${record.startedAt}, ${record.durationMs}, ${record.responseStatus},
      ${record.responseBody}, ${record.error}
    from deliveries where id = ${claim.delivery_id} and lease_token = ${claim.lease_token}`);
}

/** Only while the lease holds, and only of the URL that was called: a new URL is not judged by the old one's answers. */
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
  const hopeless = sql`(failing_since <= ${now - GIVE_UP_AFTER_MS} and consecutive_failures + 1 >= ${GIVE_UP_FAILURES})`;
  // What is paused or given up already stays as it is, and so does what its owner has enabled since this attempt began.
  const givenUp = sql`(status = 'active' and version = ${claim.endpoint_version} and ${gone ? sql`1` : sql`coalesce(${hopeless}, 0)`})`;
  return new WriteStatement<Health>(sql`
    update webhook_endpoints set last_failure_at = ${now}, failing_since = coalesce(failing_since, ${now}),
      consecutive_failures = consecutive_failures + 1, probe_after = ${probeAfter(now)},
      slow = ${slow ? sql`${FAST_STREAK}` : sql`slow`},
      status = case when ${givenUp} then ${gone ? "gone" : "disabled_failing"} else status end,
      enabled = case when ${givenUp} then 0 else enabled end,
      version = version + ${givenUp},
      updated_at = case when ${givenUp} then ${now} else updated_at end
    where ${matchesClaim(claim)}
    returning case when version = ${claim.endpoint_version} + 1 and status in ('gone', 'disabled_failing') then status end as given_up`);
}

/** What waits for an endpoint that has been given up waits on as held: `recover` sends it (docs/spec/webhooks.md#disabled-endpoints). */
function holdDeliveries(endpointId: string): WriteStatement {
  return new WriteStatement(sql`
    update deliveries set status = 'held', next_attempt_at = null
    where endpoint_id = (select id from webhook_endpoints where id = ${endpointId} and status in ('gone', 'disabled_failing'))
      and status = 'pending' and lease_token is null`);
}
