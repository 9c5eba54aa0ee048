import { sql } from "drizzle-orm";
import { ENDPOINT_LIVE, inFlight, LEASE_MS, MOST_IN_FLIGHT } from "./delivery-lease";
import type { Meter } from "./meter";
import { runBatch, Statement, WriteStatement } from "./statement";

/** Which queue a consumer serves. A slow endpoint's deliveries run in the slow one. */
export type Lane = "fast" | "slow";

/** One attempt that is ours to make, with all that it needs. */
export interface Claim {
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  /** Number of this attempt, from 1. */
  attempt: number;
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

export type ClaimAnswer =
  | { outcome: "claimed"; claim: Claim }
  /** Its endpoint is slow: the attempt belongs in the other queue. */
  | { outcome: "diverted" }
  /** Not due for so many ms. */
  | { outcome: "early"; waitMs: number; slow: boolean }
  /** Made already, under way elsewhere, held, cancelled, or its endpoint is busy or gone: nothing to do. */
  | { outcome: "stale" };

interface ClaimRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  attempts: number;
  lease_token: string | null;
  next_attempt_at: number | null;
  /** Whether the endpoint, and the delivery with this very attempt, wait for somebody to claim them. */
  waiting: number;
  slow: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  body: string | null;
}

/**
 * Takes each wanted attempt for this consumer, in one trip. Each is one compare-and-set: the delivery is pending, due,
 * free and at this very attempt, its endpoint is live, and fewer than five of its deliveries are under way. D1 has one
 * writer, so nothing is claimed after a pause or a deletion has committed, and no attempt is claimed twice.
 */
export async function claimDeliveries(
  d1: D1Database,
  meter: Meter,
  wanted: readonly { delivery_id: string; attempt: number }[],
  { lane, now }: { lane: Lane; now: number },
): Promise<ClaimAnswer[]> {
  const tokens = wanted.map(() => crypto.randomUUID());
  const statements = wanted.flatMap(({ delivery_id, attempt }, index) => {
    const token = tokens[index] ?? "";
    return [claim(delivery_id, attempt, token, lane, now), claimed(delivery_id, attempt, token, now)];
  });
  const rows = await runBatch(d1, meter, statements);
  return tokens.map((token, index) => {
    // Each claim is followed by the read of what it left.
    const row = (rows[2 * index + 1] as ClaimRow[] | undefined)?.[0];
    return row === undefined ? { outcome: "stale" } : answerOf(row, token, lane, now);
  });
}

function claim(id: string, attempt: number, token: string, lane: Lane, now: number): WriteStatement {
  const laneServes = lane === "slow" ? sql`` : sql`and w.slow = 0`;
  return new WriteStatement(sql`
    update deliveries set attempts = attempts + 1, lease_token = ${token}, lease_until = ${now + LEASE_MS}
    where id = ${id} and status = 'pending' and lease_token is null and attempts = ${attempt - 1} and next_attempt_at <= ${now}
      and exists (select 1 from webhook_endpoints w where w.id = deliveries.endpoint_id and ${ENDPOINT_LIVE} ${laneServes})
      and ${inFlight(sql`deliveries.endpoint_id`, now)} < ${MOST_IN_FLIGHT}`);
}

function claimed(id: string, attempt: number, token: string, now: number): Statement<ClaimRow> {
  return new Statement<ClaimRow>(sql`
    select d.id, d.endpoint_id, d.event_id, d.event_type, d.attempts, d.lease_token, d.next_attempt_at, w.slow, w.url, w.secret,
      (d.status = 'pending' and d.lease_token is null and d.attempts = ${attempt - 1} and ${ENDPOINT_LIVE}) as waiting,
      case when w.previous_valid_until > ${now} then w.previous_secret end as previous_secret,
      case when d.lease_token = ${token}
        then (select body from events e where e.organization_id = d.organization_id and e.id = d.event_id) end as body
    from deliveries d join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id
    where d.id = ${id}`);
}

function answerOf(row: ClaimRow, token: string, lane: Lane, now: number): ClaimAnswer {
  const { body, next_attempt_at, slow, waiting } = row;
  if (row.lease_token === token && body !== null) {
    const { endpoint_id, event_id, event_type, url, secret, previous_secret } = row;
    const attempt = row.attempts;
    return {
      outcome: "claimed",
      claim: { delivery_id: row.id, endpoint_id, event_id, event_type, attempt, lease_token: token, url, secret, previous_secret, body },
    };
  }
  if (waiting === 1 && next_attempt_at !== null && next_attempt_at > now) {
    return { outcome: "early", waitMs: next_attempt_at - now, slow: slow !== 0 };
  }
  return waiting === 1 && slow !== 0 && lane === "fast" ? { outcome: "diverted" } : { outcome: "stale" };
}
