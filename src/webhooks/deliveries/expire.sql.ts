import { sql } from "drizzle-orm";
import { LEASE_MS, MAX_FUTURE_MS } from "./lease.sql.ts";
import { type Ending, type Settled, settleLeases } from "./settle.sql.ts";
import type { OrganizationsDb } from "../../platform/db/database";
import { Statement, WriteStatement } from "../../platform/db/statement";

/** A claim whose consumer never wrote what became of it. */
export interface LostAttempt {
  id: string;
  lease_token: string;
  /** Number of the lost attempt. */
  attempts: number;
  run_from: number;
  trigger: string;
}

/** Up to `most` leases that have run out by `now`, and those that a wrong clock gave. */
export async function expiredLeases(db: OrganizationsDb, now: number, most: number): Promise<LostAttempt[]> {
  const [rows] = await db.run(
    new Statement<LostAttempt>(sql`
      select id, lease_token, attempts, run_from, "trigger" from deliveries
      where lease_token is not null and lease_until not between ${now + 1} and ${now + MAX_FUTURE_MS} limit ${most}`),
  );
  return rows;
}

/**
 * Writes lost attempts as `outcome_unknown` (the request may have arrived) and sets their deliveries to be tried again,
 * or failed. They say nothing about the endpoint's health. A lease that was ended meanwhile is left alone.
 */
export async function expireLeases(db: OrganizationsDb, endings: readonly Ending[], now: number): Promise<Settled[]> {
  const [, settled] = await db.run(
    new WriteStatement(sql`
      insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, error_code)
      select d.organization_id, d.id, d.attempts, w.url, d.lease_until - ${LEASE_MS}, 0, 'outcome_unknown'
      from json_each(${JSON.stringify(endings)}) j
        join deliveries d on d.id = j.value ->> 'id' and d.lease_token = j.value ->> 'lease_token'
        join webhook_endpoints w on w.organization_id = d.organization_id and w.id = d.endpoint_id`),
    settleLeases(endings, now),
  );
  return settled;
}
