import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "./audit-log/audit-action";
import { WriteConflict, assertCondition, assertRowsChanged } from "../platform/db/change";
import type { ControlDb } from "../platform/db/control-db";
import type { OrgControl } from "./org-control";
import type { credentials, organizations } from "./table";
import { first, ControlStatement } from "../platform/db/statement";

type New<T extends { $inferInsert: object }> = Omit<T["$inferInsert"], "id" | "created_at" | "updated_at">;

export type OrganizationRow = typeof organizations.$inferSelect;

export type NewOrganizationRow = Pick<OrganizationRow, "name" | "currency" | "timezone" | "database" | "closed_for">;

/** Reserves the id of a new organization, which no other organization gets then. */
export async function reserveOrganizationId(control: ControlDb): Promise<number> {
  const { reserved } = await control.run({
    // The table has no row for `organizations` before the first insert.
    row: new ControlStatement(sql`insert into sqlite_sequence (name, seq) select 'organizations', coalesce((select max(id) from organizations), 0)
      where not exists (select 1 from sqlite_sequence where name = 'organizations')`),
    reserved: first(
      new ControlStatement<{ id: number }>(sql`update sqlite_sequence set seq = seq + 1 where name = 'organizations' returning seq as id`),
    ),
  });
  if (reserved === undefined) throw new Error("The update returned no row.");
  return reserved.id;
}

const ORGANIZATION_COLUMNS = sql`id, name, currency, timezone, database, closed_for, closed_at, created_at, updated_at`;

/** SQL that inserts the row of an organization and returns it. It returns no row if there is one with this id. */
export function organizationInsert(id: number, { name, currency, timezone, database, closed_for }: NewOrganizationRow, now: number): SQL {
  const closedAt = closed_for === null ? null : now;
  return sql`insert into organizations (${ORGANIZATION_COLUMNS})
    values (${id}, ${name}, ${currency}, ${timezone}, ${database}, ${closed_for}, ${closedAt}, ${now}, ${now}) on conflict (id) do nothing returning *`;
}

/** SQL that deletes the row of an organization for foreign keys, in a database other than the one with control data. */
export function organizationDelete(id: number): SQL {
  return sql`delete from organizations where id = ${id}`;
}

/** The number of organizations of each database that has any. */
export async function organizationCounts(control: ControlDb): Promise<Map<number, number>> {
  const rows = await control.rows<{ database: number; count: number }>(
    sql`select database, count(*) as count from organizations group by database`,
  );
  return new Map(rows.map(({ database, count }) => [database, count]));
}

const organizationById = (id: number) => new ControlStatement<OrganizationRow>(sql`select * from organizations where id = ${id}`);

export async function findOrganization(control: ControlDb, id: number): Promise<OrganizationRow | null> {
  return await control.first(organizationById(id));
}

/** The organization, to change its settings. Throws AlreadyCommitted if the same form has already changed them. */
export async function findOrganizationForUpdate(control: OrgControl): Promise<OrganizationRow | null> {
  const [row] = await control.readForUpdate(organizationById(control.organizationId));
  return row ?? null;
}

export type OrganizationSettings = Pick<OrganizationRow, "name" | "currency" | "timezone" | "roll_up_status">;

/** Updates an organization and audits it. Throws WriteConflict if the settings have changed since they were read, and AlreadyCommitted. */
export async function patchOrganization(
  control: OrgControl,
  row: OrganizationRow,
  { settings: { name, currency, timezone, roll_up_status }, details }: { settings: OrganizationSettings; details: Record<string, unknown> },
): Promise<void> {
  const update = sql`
    update organizations set name = ${name}, currency = ${currency}, timezone = ${timezone}, roll_up_status = ${roll_up_status},
      updated_at = ${control.now}
    where id = ${row.id} and name = ${row.name} and currency = ${row.currency} and timezone = ${row.timezone}
      and roll_up_status = ${row.roll_up_status}`;
  const entry = { action: "organization.updated", target_id: row.id, target_name: name, details } as const;
  await control.commit({ writes: [new ControlStatement(update), assertRowsChanged()], entry });
}

export type CredentialVersion = Pick<CredentialRow, "id" | "region" | "version">;

/**
 * Raises the version of an organization's credentials, so that no gate accepts an earlier record of them. Fails the batch if a credential that is
 * not revoked is missing in `credentials` or has another version there: its gate was not told the next version.
 */
export function raiseVersions({ organizationId }: OrgControl, credentials: readonly CredentialVersion[]) {
  const known = JSON.stringify(credentials.map(({ id, version }) => [id, version]));
  return [
    assertCondition(sql`not exists (select 1 from credentials where organization_id = ${organizationId} and revoked_at is null
      and (id, version) not in (select value->>0, value->>1 from json_each(${known})))`),
    new ControlStatement(sql`update credentials set version = version + 1 where organization_id = ${organizationId}`),
  ] as const;
}

/** Changes the database of an organization, and raises the version of its credentials. */
export function changeDatabase(
  control: OrgControl,
  { from, to, credentials }: { from: number; to: number; credentials: readonly CredentialVersion[] },
) {
  const { organizationId } = control;
  return [
    new ControlStatement(sql`update organizations set database = ${to} where id = ${organizationId} and database = ${from}`),
    assertRowsChanged(),
    ...raiseVersions(control, credentials),
  ] as const;
}

/** The version of each credential of the organization that is not revoked. */
export async function credentialVersions(control: OrgControl): Promise<CredentialVersion[]> {
  return await control.rows(
    sql`select id, region, version from credentials where organization_id = ${control.organizationId} and revoked_at is null`,
  );
}

/** Id and region of the next credentials of an organization after one, also of revoked ones. */
export async function credentialsAfter(
  control: ControlDb,
  { organizationId, after, limit }: { organizationId: number; after: number; limit: number },
): Promise<Pick<CredentialRow, "id" | "region">[]> {
  return await control.rows(
    sql`select id, region from credentials where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`,
  );
}

export type CredentialRow = typeof credentials.$inferSelect;

export type NewCredentialRow = Omit<New<typeof credentials>, "organization_id">;

/** Creates a credential and audits it. Throws AlreadyCommitted if the same form has created one, and WriteConflict at `max` credentials. */
export async function createCredential(
  control: OrgControl,
  values: NewCredentialRow,
  /** `max`: how many credentials that are not revoked the organization may have. */
  { details, max }: { details: Record<string, unknown>; max: number },
): Promise<CredentialRow> {
  const { organizationId, now } = control;
  const row = Object.entries({ ...values, organization_id: organizationId, created_at: now, updated_at: now });
  const names = row.map(([name]) => sql.identifier(name));
  const insert = new ControlStatement<CredentialRow>(sql`
    insert into credentials (${sql.join(names, sql`, `)}) values (${sql.join(
      row.map(([, value]) => sql`${value}`),
      sql`, `,
    )}) returning *`);
  const target_id = sql`(select id from credentials where secret_hash = ${values.secret_hash})`;
  const entry = { action: "credential.created", target_id, target_name: values.name, details } as const;
  // Expired credentials count, because a later expiry date makes them work.
  const live = sql`select count(*) from (select 1 from credentials where organization_id = ${organizationId} and revoked_at is null limit ${max})`;
  const { created } = await control.commit({
    writes: { hasRoom: assertCondition(sql`(${live}) < ${max}`), created: first(insert) },
    entry,
  });
  if (created === undefined) throw new Error("The insert returned no row.");
  return created;
}

function credentialById(organizationId: number, id: number): ControlStatement<CredentialRow> {
  return new ControlStatement(sql`select * from credentials where organization_id = ${organizationId} and id = ${id}`);
}

export async function findCredentialById(control: OrgControl, id: number): Promise<CredentialRow | null> {
  return await control.first(credentialById(control.organizationId, id));
}

/** A credential, and when the database of its organization was last restored, which decides about its gate. */
export type CredentialForUpdate = CredentialRow & { restoredAt: number | null };

/** One credential, to change it. Throws AlreadyCommitted if the same form has already changed it. */
export async function findCredentialForUpdate(control: OrgControl, id: number): Promise<CredentialForUpdate | null> {
  const { organizationId } = control;
  const [row] = await control.readForUpdate(
    new ControlStatement<CredentialForUpdate>(sql`
      select c.*, o.restored_at as restoredAt from credentials c join organizations o on o.id = c.organization_id
      where c.organization_id = ${organizationId} and c.id = ${id}`),
  );
  return row ?? null;
}

/**
 * Up to `limit` credentials of an organization, newest first, including revoked and expired ones. `kind` null: of both kinds. `before`:
 * only credentials with a lower id.
 */
export async function listCredentials(
  control: OrgControl,
  { kind, before, limit }: { kind: CredentialRow["kind"] | null; before: number | null; limit: number },
): Promise<CredentialRow[]> {
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`;
  const olderThan = before === null ? sql`` : sql`and id < ${before}`;
  return await control.rows<CredentialRow>(sql`
      select * from credentials where organization_id = ${control.organizationId} ${ofKind} ${olderThan} order by id desc limit ${limit}`);
}

/** The columns of a credential that can change. Absent and undefined values stay unchanged. */
export type CredentialPatch = {
  [K in Exclude<keyof NewCredentialRow, "kind" | "version" | "last_used_at">]?: NewCredentialRow[K] | undefined;
};

export interface CredentialChange {
  patch: CredentialPatch;
  action: AuditAction;
  details: Record<string, unknown>;
}

/** Updates a credential, raises its version and audits it. Throws WriteConflict if it has changed since it was read, and AlreadyCommitted. */
export async function patchCredential(
  control: OrgControl,
  row: CredentialRow,
  { patch, action, details }: CredentialChange,
): Promise<CredentialRow> {
  const values = Object.entries({ ...patch, updated_at: control.now }).filter(([, value]) => value !== undefined);
  const set = values.map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  const update = new ControlStatement<CredentialRow>(sql`
    update credentials set ${sql.join(set, sql`, `)}, version = version + 1
    where organization_id = ${row.organization_id} and id = ${row.id} and version = ${row.version} returning *`);
  const entry = { action, target_id: row.id, target_name: patch.name ?? row.name, details };
  const { updated } = await control.commit({ writes: { updated: first(update), isUpdated: assertRowsChanged() }, entry });
  if (updated === undefined) throw new WriteConflict();
  return updated;
}
