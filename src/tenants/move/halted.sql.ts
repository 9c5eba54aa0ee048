import { sql } from "drizzle-orm";
import { assertCondition } from "../../platform/db/change";
import { Statement, WriteStatement } from "../../platform/db/statement";

/** Organizations that are halted in a database (table.ts). */

/** The time of a closing that does not end by itself. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/**
 * Halts the organization's deliveries and jobs, without closing it, and makes this process the one that moves it. Tokens sort by the start
 * of their processes: a process that was delayed does not replace a later one.
 */
export function halt(organizationId: number, token: string): WriteStatement {
  return new WriteStatement(sql`insert into halted_organizations (organization_id, token) values (${organizationId}, ${token})
    on conflict (organization_id) do update set token = excluded.token where token < excluded.token`);
}

export function resume(organizationId: number): WriteStatement {
  return new WriteStatement(sql`delete from halted_organizations where organization_id = ${organizationId}`);
}

/** Starts the organization's deliveries and jobs, if they were halted with this token. */
export function resumeFrom(organizationId: number, token: string): WriteStatement {
  return new WriteStatement(sql`delete from halted_organizations where ${isLatest(organizationId, token)}`);
}

/** Returns a row if the organization is halted with this token. */
export function isHaltedFor(organizationId: number, token: string): Statement<{ found: 1 }> {
  return new Statement(sql`select 1 as found from halted_organizations where ${isLatest(organizationId, token)}`);
}

/** SQL condition: this process is the latest one that moves the organization. An earlier one must neither copy nor open anything. */
const isLatest = (organizationId: number, token: string) => sql`organization_id = ${organizationId} and token = ${token}`;

/** Rejects all changes of the organization's rows until this time, in ms since 1970. */
export function closeUntil(organizationId: number, token: string, until: number): WriteStatement {
  return new WriteStatement(sql`update halted_organizations set closed_until = ${until} where ${isLatest(organizationId, token)}`);
}

/** Makes a closing permanent, if it lasts for at least this long. Returns a row if it does. */
export function closeForEver(organizationId: number, token: string, atLeastMs: number): WriteStatement<{ found: 1 }> {
  return new WriteStatement(sql`update halted_organizations set closed_until = ${FOR_EVER}
    where ${isLatest(organizationId, token)} and closed_until > unixepoch('subsec') * 1000 + ${atLeastMs} returning 1 as found`);
}

/** Fails the batch unless this process is the latest one that moves the organization. */
export function assertToken(organizationId: number, token: string) {
  return assertCondition(sql`exists (select 1 from halted_organizations where ${isLatest(organizationId, token)})`);
}

/** Deliveries of the organization whose attempt is in progress. */
export function attemptsInProgress(organizationId: number, now: number): Statement<{ count: number }> {
  return new Statement(sql`select count(*) as count from deliveries d indexed by deliveries_leased
    where d.lease_token is not null and d.lease_until > ${now} and d.organization_id = ${organizationId}`);
}
