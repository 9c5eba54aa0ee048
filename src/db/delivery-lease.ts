import { type SQL, sql } from "drizzle-orm";

/** Deliveries of one endpoint that may be under way at the same time (decisions H5). */
export const MOST_IN_FLIGHT = 5;

/** How long a claim holds a delivery, in ms: five times the longest exchange, so that it can't end during one. */
export const LEASE_MS = 60_000;

/** SQL: how many of this endpoint's deliveries are under way at `now`. Served by deliveries_leased. */
export function inFlight(endpointId: SQL | string, now: number): SQL {
  return sql`(select count(*) from deliveries leased
    where leased.endpoint_id = ${endpointId} and leased.lease_token is not null and leased.lease_until > ${now})`;
}

/** SQL condition: the endpoint `w` gets deliveries. */
export const ENDPOINT_LIVE = sql`w.enabled = 1 and w.status = 'active' and w.deleted_at is null`;
