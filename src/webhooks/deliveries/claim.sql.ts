import { type SQL, sql } from "drizzle-orm";
import { longestDueId } from "./due.sql.ts";
import { CAPACITY, ENDPOINT_LIVE, inFlight, isProbe, LEASE_MS, canAttempt } from "./lease.sql.ts";
import type { OrganizationsDb } from "../../platform/db/database";
import { Statement, WriteStatement } from "../../platform/db/statement";

/** The queue that a consumer serves. The deliveries of slow endpoints go through the slow one. */
export type QueueName = "fast" | "slow";

/** One attempt that is ours to make, with all that it needs. */
export interface Claim {
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** How many attempts belong to earlier runs of this delivery. */
  run_from: number;
  /** The endpoint has failed so often that this attempt is a probe. */
  probing: boolean;
  /** The endpoint's version: what its owner has changed since is not undone by this attempt. */
  endpoint_version: number;
  /** Fences the record: after the lease it opens nothing. */
  lease_token: string;
  url: string;
  /** Sealed, as the endpoint keeps it. */
  secret: string;
  /** Sealed; null where no rotation's grace is running. */
  previous_secret: string | null;
  /** The exact text to sign and send. */
  body: string;
}

export type ClaimResult =
  | { outcome: "claimed"; claim: Claim }
  /** Its endpoint is slow: the attempt belongs in the other queue. */
  | { outcome: "diverted" }
  /** Not due for so many ms. */
  | { outcome: "early"; waitMs: number; slow: boolean }
  /** Nothing waits, or its endpoint is busy, between probes or gone: nothing to do. */
  | { outcome: "stale" };

/** A delivery as a try to claim it has left it. */
interface ClaimRow extends Omit<Claim, "probing" | "lease_token" | "body"> {
  consecutive_failures: number;
  lease_token: string | null;
  next_attempt_at: number | null;
  /** Whether the endpoint, and the delivery with this very attempt, wait for somebody to claim them. */
  waiting: number;
  slow: number;
  body: string | null;
}

/** A delivery, and the number of the attempt to make. */
interface AttemptRef {
  delivery_id: string;
  attempt: number;
}

/** Under which lease, in which queue, and when a delivery is claimed. */
interface ClaimContext {
  token: string;
  queue: QueueName;
  now: number;
}

/**
 * Takes each wanted attempt for this consumer, in one trip. Each is one compare-and-set: the delivery is pending, due,
 * free and at this very attempt, its endpoint is live, not between two probes, and has fewer deliveries under way than it may. D1 has one
 * writer, so nothing is claimed after a pause or a deletion has committed, and no attempt is claimed twice. A message whose
 * delivery is under way already or has ended takes the one of its endpoint that has been due the longest: the place that the message
 * is meant for would otherwise stay empty.
 */
export async function claimDeliveries(
  db: OrganizationsDb,
  wanted: readonly AttemptRef[],
  { queue, now }: { queue: QueueName; now: number },
): Promise<ClaimResult[]> {
  const takings = wanted.map((each) => ({ each, taking: { token: crypto.randomUUID(), queue, now } }));
  const rows = await db.run(...takings.flatMap(({ each, taking }) => [claimAttempt(each, taking), selectClaimOfMessage(each, taking)]));
  return takings.map(({ taking }, index) => {
    // Each claim is followed by the read of what it left.
    const row = (rows[2 * index + 1] as ClaimRow[] | undefined)?.[0];
    return row === undefined ? { outcome: "stale" } : resultOf(row, taking);
  });
}

/** A claim to whichever delivery of an endpoint is next, by the consumer whose attempt there has just ended. */
export interface NextClaim {
  endpoint_id: string;
  token: string;
  queue: QueueName;
}

/**
 * Takes the endpoint's delivery that has waited the longest, under the same conditions; the claim, or none where nothing
 * is due. If it has claimed one, but the response was lost, the same claim is returned again.
 */
export function claimNext({ endpoint_id, ...turn }: NextClaim, now: number): [WriteStatement, Statement<ClaimRow>] {
  const taking = { ...turn, now };
  const first = sql`id = ${longestDueId(endpoint_id, now)}
    and not exists (select 1 from deliveries mine where mine.endpoint_id = ${endpoint_id} and mine.lease_token = ${taking.token})`;
  return [updateClaim(first, taking), selectClaim({ which: sql`d.id = ${idByToken(endpoint_id, taking)}`, waiting: sql`0` }, taking)];
}

function claimAttempt({ delivery_id: id, attempt }: AttemptRef, taking: ClaimContext): WriteStatement {
  const waiting = sql`(select id from deliveries where id = ${id} and status = 'pending' and lease_token is null)`;
  const which = sql`id = coalesce(${waiting}, ${longestDueId(endpointOf(id), taking.now)}) and (id <> ${id} or attempts = ${attempt - 1})`;
  return updateClaim(which, taking);
}

function endpointOf(id: string): SQL {
  return sql`(select endpoint_id from deliveries where id = ${id})`;
}

/** SQL: the delivery that was claimed with this token. By its lease: of those there are few, and of the endpoint's deliveries many. */
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

function selectClaimOfMessage({ delivery_id: id, attempt }: AttemptRef, taking: ClaimContext): Statement<ClaimRow> {
  const waiting = sql`(d.status = 'pending' and d.lease_token is null and d.attempts = ${attempt - 1} and ${ENDPOINT_LIVE})`;
  const own = sql`(select id from deliveries where id = ${id} and lease_token = ${taking.token})`;
  return selectClaim({ which: sql`d.id = coalesce(${own}, ${idByToken(endpointOf(id), taking)}, ${id})`, waiting }, taking);
}

function selectClaim({ which, waiting }: { which: SQL; waiting: SQL }, { token, now }: ClaimContext): Statement<ClaimRow> {
  return new Statement<ClaimRow>(sql`
    select d.id as delivery_id, d.endpoint_id, d.event_id, d.event_type, d.attempts as attempt, d.run_from, d.lease_token, d.next_attempt_at,
      w.slow, w.consecutive_failures, w.version as endpoint_version, w.url, w.secret, ${waiting} as waiting,
      case when w.previous_valid_until > ${now} then w.previous_secret end as previous_secret,
      case when d.lease_token = ${token}
        then (select body from events e where e.organization_id = d.organization_id and e.id = d.event_id) end as body
    from deliveries d join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id
    where ${which}`);
}

/** The claim in a row that is ours; null in any other. */
export function claimFromRow(row: ClaimRow, token: string): Claim | null {
  const { lease_token, body } = row;
  return lease_token === token && body !== null ? { ...row, lease_token, body, probing: isProbe(row.consecutive_failures) } : null;
}

function resultOf(row: ClaimRow, { token, queue, now }: ClaimContext): ClaimResult {
  const { next_attempt_at, slow, waiting } = row;
  const ours = claimFromRow(row, token);
  if (ours !== null) return { outcome: "claimed", claim: ours };
  if (waiting === 1 && next_attempt_at !== null && next_attempt_at > now) {
    return { outcome: "early", waitMs: next_attempt_at - now, slow: slow !== 0 };
  }
  return waiting === 1 && slow !== 0 && queue === "fast" ? { outcome: "diverted" } : { outcome: "stale" };
}
