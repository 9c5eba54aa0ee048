import { type SQL, sql } from "drizzle-orm";
import { mostOverdueId } from "./due.sql.ts";
import { CAPACITY, ENDPOINT_LIVE, inFlight, isProbe, LEASE_MS, canAttempt } from "./lease.sql.ts";
import type { OrganizationsDb } from "../../../platform/db/database";
import { Statement, WriteStatement } from "../../../platform/db/statement";

/** The queue that a message came from. Deliveries to slow endpoints use the slow queue. */
export type QueueName = "fast" | "slow";

/** An attempt that this consumer has claimed, with everything that it needs to send it. */
export interface Claim {
  delivery_id: string;
  organization_id: number;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  attempt: number;
  /** How many attempts do not count for the retry schedule, because they were made before the last redelivery. */
  earlier_attempts: number;
  /** Whether this attempt is a probe, because the endpoint has failed several times in a row. */
  probing: boolean;
  /** The endpoint's version. If its owner changes the endpoint during the attempt, the attempt does not disable it. */
  endpoint_version: number;
  /** Fencing token: the outcome is recorded only while the delivery has this token. */
  lease_token: string;
  url: string;
  /** Encrypted, as it is stored. */
  secret: string;
  /** Encrypted. Null if no rotation's overlap is running. */
  previous_secret: string | null;
  /** The exact text to sign and send. */
  body: string;
}

export type ClaimResult =
  | { outcome: "claimed"; claim: Claim }
  /** The endpoint is slow, so the attempt belongs in the slow queue. */
  | { outcome: "diverted" }
  /** Not due yet. */
  | { outcome: "early"; waitMs: number; slow: boolean }
  /** Nothing to do: no delivery is due, or the endpoint is busy, between two probes, or not live. */
  | { outcome: "stale" };

/** A delivery after the attempt to claim it. */
interface ClaimRow extends Omit<Claim, "probing" | "lease_token" | "body"> {
  consecutive_failures: number;
  lease_token: string | null;
  next_attempt_at: number | null;
  /** 1 if the endpoint is live and the delivery, at the attempt of the message, is unclaimed. */
  waiting: number;
  /** Not 0: the attempt belongs in the slow queue. */
  slow: number;
  body: string | null;
}

interface AttemptRef {
  delivery_id: string;
  attempt: number;
}

interface ClaimContext {
  token: string;
  queue: QueueName;
  now: number;
}

/**
 * Claims the attempt of each message, in one round trip. Each claim is a compare-and-set: the delivery is pending, due, unclaimed and at
 * this attempt, and its endpoint is live, not between two probes, and below its concurrency limit. D1 has one writer, so nothing is
 * claimed after a pause or a deletion has committed, and no attempt is claimed twice. If the delivery of a message is in progress or has
 * ended, the message claims the endpoint's longest due delivery instead. Otherwise one of the endpoint's slots would stay unused.
 */
export async function claimDeliveries(
  db: OrganizationsDb,
  attempts: readonly AttemptRef[],
  { queue, now }: { queue: QueueName; now: number },
): Promise<ClaimResult[]> {
  const claims = attempts.map((attempt) => ({ attempt, context: { token: crypto.randomUUID(), queue, now } }));
  const rows = await db.run(
    Object.fromEntries(
      claims.map(({ attempt, context }) => [
        context.token,
        { update: claimAttempt(attempt, context), claimed: selectResult(attempt, context) },
      ]),
    ),
  );
  return claims.map(({ context }) => {
    const row = rows[context.token]?.claimed[0];
    return row === undefined ? { outcome: "stale" } : resultOf(row, context);
  });
}

/** A request to claim the next delivery of an endpoint, from the consumer whose attempt there has just ended. */
export interface NextClaim {
  endpoint_id: string;
  token: string;
  queue: QueueName;
}

/**
 * Claims the endpoint's longest due delivery under the same conditions. Selects no row if nothing is due. If the claim was committed but
 * the response was lost, a second call with the same token selects the same claim.
 */
export function claimNext({ endpoint_id, token, queue }: NextClaim, now: number): { update: WriteStatement; claimed: Statement<ClaimRow> } {
  const context = { token, queue, now };
  const first = sql`id = ${mostOverdueId(endpoint_id, now)}
    and not exists (select 1 from deliveries mine where mine.endpoint_id = ${endpoint_id} and mine.lease_token = ${token})`;
  return {
    update: updateClaim(first, context),
    // Without a message, there is nothing that could be early or diverted, which `waiting` decides.
    claimed: selectClaim({ which: sql`d.id = ${idByToken(endpoint_id, context)}`, waiting: sql`0` }, context),
  };
}

function claimAttempt({ delivery_id: id, attempt }: AttemptRef, context: ClaimContext): WriteStatement {
  const waiting = sql`(select id from deliveries where id = ${id} and status = 'pending' and lease_token is null)`;
  // The message's own delivery is claimed only for the attempt that the message names. Any other delivery is due by itself.
  const which = sql`id = coalesce(${waiting}, ${mostOverdueId(endpointOf(id), context.now)}) and (id <> ${id} or attempts = ${attempt - 1})`;
  return updateClaim(which, context);
}

function endpointOf(id: string): SQL {
  return sql`(select endpoint_id from deliveries where id = ${id})`;
}

/** SQL: the id of the delivery that was claimed with this token. It is found by its lease, because an endpoint has few of those. */
function idByToken(endpointId: SQL | string, { token, now }: ClaimContext): SQL {
  return sql`(select leased.id from deliveries leased
    where leased.endpoint_id = ${endpointId} and leased.lease_token = ${token} and leased.lease_until > ${now})`;
}

function updateClaim(which: SQL, { token, queue, now }: ClaimContext): WriteStatement {
  const queueServes = queue === "slow" ? sql`` : sql`and w.slow = 0`;
  return new WriteStatement(sql`
    update deliveries set attempts = attempts + 1, lease_token = ${token}, lease_until = ${now + LEASE_MS}
    where ${which} and status = 'pending' and lease_token is null and next_attempt_at <= ${now}
      and exists (select 1 from webhook_endpoints w where w.id = deliveries.endpoint_id and ${ENDPOINT_LIVE} ${queueServes}
        and ${canAttempt(now)} and ${inFlight(sql`w.id`, now)} < ${CAPACITY})`);
}

function selectResult({ delivery_id: id, attempt }: AttemptRef, context: ClaimContext): Statement<ClaimRow> {
  const waiting = sql`(d.status = 'pending' and d.lease_token is null and d.attempts = ${attempt - 1} and ${ENDPOINT_LIVE})`;
  const own = sql`(select id from deliveries where id = ${id} and lease_token = ${context.token})`;
  return selectClaim({ which: sql`d.id = coalesce(${own}, ${idByToken(endpointOf(id), context)}, ${id})`, waiting }, context);
}

function selectClaim({ which, waiting }: { which: SQL; waiting: SQL }, { token, now }: ClaimContext): Statement<ClaimRow> {
  return new Statement<ClaimRow>(sql`
    select d.id as delivery_id, d.organization_id, d.endpoint_id, d.event_id, d.event_type, d.attempts as attempt, d.run_from as earlier_attempts, d.lease_token, d.next_attempt_at,
      w.slow, w.consecutive_failures, w.version as endpoint_version, w.url, w.secret, ${waiting} as waiting,
      case when w.previous_valid_until > ${now} then w.previous_secret end as previous_secret,
      case when d.lease_token = ${token}
        then (select body from events e where e.organization_id = d.organization_id and e.id = d.event_id) end as body
    from deliveries d join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id
    where ${which}`);
}

/** Returns the claim if the row has this token, otherwise null. */
export function claimFromRow(row: ClaimRow, token: string): Claim | null {
  const { lease_token, body } = row;
  return lease_token === token && body !== null ? { ...row, lease_token, body, probing: isProbe(row.consecutive_failures) } : null;
}

function resultOf(row: ClaimRow, { token, queue, now }: ClaimContext): ClaimResult {
  const { next_attempt_at, slow, waiting } = row;
  const claim = claimFromRow(row, token);
  if (claim !== null) return { outcome: "claimed", claim };
  if (waiting === 1 && next_attempt_at !== null && next_attempt_at > now) {
    return { outcome: "early", waitMs: next_attempt_at - now, slow: slow !== 0 };
  }
  return waiting === 1 && slow !== 0 && queue === "fast" ? { outcome: "diverted" } : { outcome: "stale" };
}
