import { type SQL, sql } from "drizzle-orm";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import { isConnectionSql } from "../connection-endpoints.sql.ts";

/** How many deliveries of one endpoint may be in progress at the same time (docs/spec/webhooks.md#concurrency). */
export const MAX_IN_FLIGHT = 5;

/** How long a claim holds a delivery, in ms: about five times the longest request, so that it does not expire during one. */
export const LEASE_MS = 60_000;

/**
 * No lease, pause or retry lies further ahead than 12 h (docs/spec/webhooks.md#retries). A later time was set by a wrong clock and is
 * ignored, because it may be days away.
 */
export const MAX_FUTURE_MS = 13 * 60 * 60 * 1000;

/** SQL: how many of this endpoint's deliveries are in progress at `now`. Uses the index deliveries_leased. */
export function inFlight(endpointId: SQL | string, now: number): SQL {
  return sql`(select count(*) from deliveries leased
    where leased.endpoint_id = ${endpointId} and leased.lease_token is not null and leased.lease_until > ${now})`;
}

/** After this many failures in a row, an endpoint gets one attempt at a time, each after a pause (circuit breaker). */
const BREAKER_FAILURES = 5;

/** The pause before the next probe of a failing endpoint: 5 s, doubled by each further failure, up to 5 min. */
const FIRST_PROBE_MS = 5_000;
const MAX_PROBE_MS = 5 * 60_000;

/**
 * SQL: how many deliveries of the endpoint `w` may be in progress at the same time. A shop gets one, because each attempt reads what the shop
 * has before it changes that.
 */
export const CAPACITY = sql`(case when ${isConnectionSql(sql`w.id`)} or w.consecutive_failures >= ${sql.raw(String(BREAKER_FAILURES))} then 1 else ${sql.raw(String(MAX_IN_FLIGHT))} end)`;

/** Whether an attempt is a probe, given the endpoint's number of failures in a row. */
export function isProbe(consecutiveFailures: number): boolean {
  return consecutiveFailures >= BREAKER_FAILURES;
}

/** SQL condition: the endpoint `w` is not between two probes at `now`, and its organization is not moving to or from this database. */
export function canAttempt(now: number): SQL {
  return sql`w.organization_id ${NOT_HALTED} and coalesce(w.probe_after, 0) not between ${now + 1} and ${now + MAX_FUTURE_MS}`;
}

/** SQL: when the next probe may start after another failure at `now`. Null if the endpoint has not failed often enough to need probes. */
export function probeAfter(now: number): SQL {
  // The limit keeps the shift from overflowing. The longest pause is reached long before.
  const over = sql`min(consecutive_failures + 1 - ${sql.raw(String(BREAKER_FAILURES))}, 10)`;
  return sql`case when consecutive_failures + 1 >= ${sql.raw(String(BREAKER_FAILURES))}
    then ${now} + min(${sql.raw(String(MAX_PROBE_MS))}, ${sql.raw(String(FIRST_PROBE_MS))} * (1 << ${over})) end`;
}

/** SQL condition: the index deliveries_status has the delivery. SQLite uses a partial index only if the query repeats its condition. */
export const NOT_SUCCEEDED = sql`status <> 'succeeded'`;

/** SQL condition: the endpoint `w` gets deliveries. */
export const ENDPOINT_LIVE = sql`w.enabled = 1 and w.status = 'active' and w.deleted_at is null`;
