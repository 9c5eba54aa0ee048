import { sql } from "drizzle-orm";
import { assertCondition } from "../platform/db/change";
import { Statement, WriteStatement } from "../platform/db/statement";

/** Organizations that are halted in a database (table.ts). */

/** The time of a closing that does not end by itself. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** Halts the organization's deliveries and jobs, without closing it. In the target, `token` identifies the process that copies. */
export function halt(organizationId: number, token: string | null): WriteStatement {
  return new WriteStatement(sql`insert into halted_organizations (organization_id, token) values (${organizationId}, ${token})
    on conflict (organization_id) do update set token = excluded.token`);
}

/** Starts the organization's deliveries and jobs. */
export function resume(organizationId: number): WriteStatement {
  return new WriteStatement(sql`delete from halted_organizations where organization_id = ${organizationId}`);
}

/** Rejects all changes of the organization's rows until this time, in ms since 1970. */
export function closeUntil(organizationId: number, until: number): WriteStatement {
  return new WriteStatement(sql`update halted_organizations set closed_until = ${until} where organization_id = ${organizationId}`);
}

/** Makes a closing permanent, if it lasts for at least this long. Returns a row if it does. */
export function closeForEver(organizationId: number, atLeastMs: number): WriteStatement<{ found: 1 }> {
  return new WriteStatement(sql`update halted_organizations set closed_until = ${FOR_EVER}
    where organization_id = ${organizationId} and closed_until > unixepoch('subsec') * 1000 + ${atLeastMs} returning 1 as found`);
}

/** Fails the batch unless this process is the latest one that copies the organization. */
export function assertToken(organizationId: number, token: string) {
  return assertCondition(sql`exists (select 1 from halted_organizations where organization_id = ${organizationId} and token = ${token})`);
}

/** Deliveries of the organization whose attempt is in progress. */
export function attemptsInProgress(organizationId: number, now: number): Statement<{ count: number }> {
  return new Statement(sql`select count(*) as count from deliveries d indexed by deliveries_leased
    where d.lease_token is not null and d.lease_until > ${now} and d.organization_id = ${organizationId}`);
}
