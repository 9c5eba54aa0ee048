import { type SQL, sql } from "drizzle-orm";
import type { AuditEntry } from "./audit-log/audit-log.sql.ts";
import { type CredentialVersion, type OrganizationRow, type OrganizationSettings, raiseVersions } from "./control.sql.ts";
import type { OrgControl } from "./org-control";
import { assertRowsChanged } from "../platform/db/change";
import { DOCTOR_NAME } from "../platform/doctor";
import type { ControlDb } from "../platform/db/control-db";
import { type Assertion, ControlStatement } from "../platform/db/statement";

export type ClosedFor = NonNullable<OrganizationRow["closed_for"]>;

/** SQL condition: there is an organization with this id, and it is not closed. */
export function isInUse(organizationId: number): SQL {
  return sql`exists (select 1 from organizations where id = ${organizationId} and closed_for is null)`;
}

export interface Closing {
  /** What it is closed for so far. Null: it is in use. */
  from: ClosedFor | null;
  reason: ClosedFor;
  entry: AuditEntry;
  /** For a removal: where it starts, as JSON (lifecycle/removal-position.ts). Default: at its beginning. */
  removalPosition?: string;
}

/**
 * Closes an organization for a reason, and raises the version of its credentials, so that their gates accept no record from before. `assertion`: what
 * else must hold, such as that it is not moving. Throws WriteConflict if it is no longer closed for `from`, its credentials have changed, or the
 * assertion fails.
 */
export async function storeClosing(
  control: OrgControl,
  {
    from,
    reason,
    credentials,
    assertion,
    entry,
    removalPosition,
  }: Closing & { credentials: readonly CredentialVersion[]; assertion: Assertion },
): Promise<void> {
  const { organizationId, now } = control;
  await control.commit({
    writes: [
      new ControlStatement(sql`update organizations set closed_for = ${reason}, closed_at = ${now},
          removal_position = ${removalPosition ?? null}
        where id = ${organizationId} and closed_for is ${from}`),
      assertRowsChanged(),
      assertion,
      ...raiseVersions(control, credentials),
    ],
    entry,
  });
}

interface Opening {
  from: ClosedFor;
  /** Null: what it had. */
  settings: OrganizationSettings | null;
  /** Other changes of its control data. */
  writes: readonly ControlStatement[];
  entry: AuditEntry;
}

/** Opens an organization that is closed for a reason. Throws WriteConflict if it is not. */
export async function storeOpening(control: OrgControl, { from, settings, writes, entry }: Opening): Promise<void> {
  const { organizationId, now } = control;
  const changes =
    settings === null
      ? sql``
      : sql`name = ${settings.name}, currency = ${settings.currency}, timezone = ${settings.timezone},
          roll_up_status = ${settings.roll_up_status}, updated_at = ${now},`;
  await control.commit({
    writes: [
      new ControlStatement(sql`update organizations set ${changes} closed_for = null, closed_at = null
        where id = ${organizationId} and closed_for = ${from}`),
      assertRowsChanged(),
      ...writes,
    ],
    entry,
  });
}

/** Whether an export has been restored into an organization completely. */
export async function wasRestored(control: OrgControl): Promise<boolean> {
  const entry = sql`select 1 as found from audit_log
    where organization_id = ${control.organizationId} and action = 'organization.restored' and details->>'step' = 'finished' limit 1`;
  return (await control.first<{ found: 1 }>(entry)) !== null;
}

/**
 * Starts the removal of the organizations that were deleted before a time. One that is moving waits for the end of its move. Returns up to `limit`
 * organizations whose removal has begun, now or earlier.
 */
export async function startRemovals(control: ControlDb, deletedBefore: number, limit: number): Promise<OrganizationRow[]> {
  const { rows } = await control.run({
    started:
      new ControlStatement(sql`update organizations set closed_for = 'removal' where closed_for = 'deletion' and closed_at <= ${deletedBefore}
      and not exists (select 1 from moves where organization_id = organizations.id and step <> 'done')`),
    rows: new ControlStatement<OrganizationRow>(
      sql`select * from organizations where closed_for = 'removal' order by closed_at limit ${limit}`,
    ),
  });
  return rows;
}

/**
 * The organizations of `npm run doctor` that may be removed: that of this name (null: of none), and those whose time is over at `now` (ISO 8601). The
 * time follows in their names, so texts are compared. A real organization with such a name has members.
 */
export async function doctorOrganizations(control: ControlDb, name: string | null, now: string): Promise<OrganizationRow[]> {
  // "A" comes after all digits, with which a time begins.
  return await control.rows<OrganizationRow>(sql`select * from organizations o where name >= ${DOCTOR_NAME} and name < ${`${DOCTOR_NAME}A`}
    and (name = ${name} or name < ${DOCTOR_NAME + now}) and not exists (select 1 from memberships where organization_id = o.id) order by id`);
}

/** Ends the time in which the deletion of an organization can be undone. */
export async function endGracePeriod(control: ControlDb, id: number): Promise<void> {
  await control.rows(sql`update organizations set closed_for = 'removal' where id = ${id} and closed_for = 'deletion'`);
}

/** Stores how far a removal has got, as JSON. */
export async function saveRemovalPosition(control: ControlDb, id: number, position: string): Promise<void> {
  await control.rows(sql`update organizations set removal_position = ${position} where id = ${id} and closed_for = 'removal'`);
}

/** Tables with rows of people's accounts, besides their memberships. */
const ACCOUNT_TABLES = ["sessions", "identities", "invitations", "recovery_codes", "second_factors"];

/**
 * Removes an organization from the directory (the database with control data), with its rows in `controlTables`, each of which comes after those that
 * it refers to. People who belong to no other organization lose their account.
 */
export function removeControlData(id: number, controlTables: readonly { name: string }[]): ControlStatement[] {
  const isInNoOther = (table: string, column: string) =>
    sql`not exists (select 1 from ${sql.raw(table)} o where o.${sql.raw(column)} = m.user_id and o.organization_id <> ${id})`;
  // An invitation of another organization may refer to an account that it replaces.
  const leaving = sql`select m.user_id from memberships m where m.organization_id = ${id} and ${isInNoOther("memberships", "user_id")}
    and ${isInNoOther("member_invitations", "replaces_user_id")}`;
  const tables = controlTables.toReversed().map(({ name }) => sql.raw(name));
  return [
    // Their memberships, which say who leaves, are deleted after them.
    new ControlStatement(sql`pragma defer_foreign_keys = on`),
    ...ACCOUNT_TABLES.map((table) => new ControlStatement(sql`delete from ${sql.raw(table)} where user_id in (${leaving})`)),
    new ControlStatement(sql`delete from users where id in (${leaving})`),
    ...tables.map((table) => new ControlStatement(sql`delete from ${table} where organization_id = ${id}`)),
    new ControlStatement(sql`delete from organizations where id = ${id}`),
  ];
}
