import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { AuditAction } from "./audit-log/audit-log.sql.ts";
import { LostRace, mustBe, mustHaveChanged } from "../platform/db/change";
import { commitControl, type Mandate, readControl } from "./control-change.sql.ts";
import type { Meter } from "../platform/db/meter";
import { credentials, organizations } from "./table";
import { stores } from "../stores/table";
import { sortKey } from "../platform/db/text/sort-key";
import { runBatch, Statement, WriteStatement } from "../platform/db/statement";

/**
 * Control data: organizations and credentials. Only the operator API and the console act here; nothing that an integration
 * can reach imports this file.
 */

type New<T extends { $inferInsert: object }> = Omit<T["$inferInsert"], "id" | "created_at" | "updated_at">;

export async function createOrganization(d1: D1Database, values: New<typeof organizations>, now: number) {
  const [row] = await drizzle(d1)
    .insert(organizations)
    .values({ ...values, created_at: now, updated_at: now })
    .returning();
  return row ?? null;
}

export type OrganizationRow = typeof organizations.$inferSelect;

export async function findOrganization(d1: D1Database, id: number): Promise<OrganizationRow | null> {
  const [row] = await drizzle(d1).select().from(organizations).where(eq(organizations.id, id));
  return row ?? null;
}

/** The organization, to change its settings. Throws AlreadyCommitted where the same form has changed them. */
export async function findOrganizationToChange(d1: D1Database, by: Mandate): Promise<OrganizationRow | null> {
  const [rows] = await readControl(d1, by, [
    new Statement<OrganizationRow>(sql`select * from organizations where id = ${by.organizationId}`),
  ]);
  return rows[0] ?? null;
}

/** What can be set of an organization. */
export type OrganizationSettings = Pick<OrganizationRow, "name" | "currency" | "timezone" | "roll_up_status">;

/** Sets what is still as it was read, and writes it down. Throws LostRace, AlreadyCommitted. */
export async function patchOrganization(
  d1: D1Database,
  by: Mandate,
  read: OrganizationRow,
  { name, currency, timezone, roll_up_status }: OrganizationSettings,
  details: Record<string, unknown>,
): Promise<void> {
  const update = sql`
    update organizations set name = ${name}, currency = ${currency}, timezone = ${timezone}, roll_up_status = ${roll_up_status},
      updated_at = ${by.now}
    where id = ${by.organizationId} and name = ${read.name} and currency = ${read.currency} and timezone = ${read.timezone}
      and roll_up_status = ${read.roll_up_status}`;
  const entry = { action: "organization.updated", target_id: read.id, target_name: name, details } as const;
  await commitControl(d1, by, [new WriteStatement(update), mustHaveChanged()], entry);
}

export type CredentialRow = typeof credentials.$inferSelect;

/** What a new credential begins with. */
export type NewCredentialRow = Omit<New<typeof credentials>, "organization_id">;

/** Creates a credential, and writes it down. Throws AlreadyCommitted where the same form made one, LostRace at `max` credentials. */
export async function createCredential(
  d1: D1Database,
  by: Mandate,
  values: NewCredentialRow,
  details: Record<string, unknown>,
  /** So many credentials that are not revoked the organization may have; null: any number. */
  max: number | null,
): Promise<CredentialRow> {
  const { organizationId, now } = by;
  const row = { ...values, organization_id: organizationId, created_at: now, updated_at: now };
  const insert = new WriteStatement<CredentialRow>(drizzle(d1).insert(credentials).values(row).returning().getSQL());
  const target_id = sql`(select id from credentials where secret_hash = ${values.secret_hash})`;
  const entry = { action: "credential.created", target_id, target_name: values.name, details } as const;
  // Expired ones count: a later day makes them work again.
  const live = sql`select count(*) from (select 1 from credentials where organization_id = ${organizationId} and revoked_at is null limit ${max})`;
  const guards = max === null ? [] : [mustBe(sql`(${live}) < ${max}`)];
  const made = (await commitControl(d1, by, [...guards, insert], entry)).at(-1)?.[0] as CredentialRow | undefined;
  if (made === undefined) throw new Error("An insert answered no row.");
  return made;
}

function credentialOf(organizationId: number, id: number): Statement<CredentialRow> {
  return new Statement(sql`select * from credentials where organization_id = ${organizationId} and id = ${id}`);
}

/** One credential of an organization; null where it has none of this id. */
export async function findCredentialOf(d1: D1Database, meter: Meter, organizationId: number, id: number): Promise<CredentialRow | null> {
  const [rows] = await runBatch(d1, meter, [credentialOf(organizationId, id)]);
  return rows[0] ?? null;
}

/** The same, to change it. Throws AlreadyCommitted where the same form has changed it. */
export async function findCredentialToChange(d1: D1Database, by: Mandate, id: number): Promise<CredentialRow | null> {
  const [rows] = await readControl(d1, by, [credentialOf(by.organizationId, id)]);
  return rows[0] ?? null;
}

/**
 * An organization's credentials (of one kind, or null: of both), revoked and expired ones too, newest first: at most `limit`,
 * made before the one with id `before`.
 */
export async function listCredentials(
  d1: D1Database,
  meter: Meter,
  organizationId: number,
  kind: CredentialRow["kind"] | null,
  before: number | null,
  limit: number,
): Promise<CredentialRow[]> {
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`;
  const behind = before === null ? sql`` : sql`and id < ${before}`;
  const [rows] = await runBatch(d1, meter, [
    new Statement<CredentialRow>(sql`
      select * from credentials where organization_id = ${organizationId} ${ofKind} ${behind} order by id desc limit ${limit}`),
  ]);
  return rows;
}

/** What can change in a credential, not whose it is nor of what kind; what is left out or undefined stays. */
export type CredentialPatch = {
  [K in Exclude<keyof NewCredentialRow, "kind" | "version" | "last_used_at">]?: NewCredentialRow[K] | undefined;
};

/** Changes a credential that is still as it was read, raises its version, and writes it down. Throws LostRace, AlreadyCommitted. */
export async function patchCredential(
  d1: D1Database,
  by: Mandate,
  read: CredentialRow,
  patch: CredentialPatch,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<CredentialRow> {
  const update = drizzle(d1)
    .update(credentials)
    .set({ ...patch, version: read.version + 1, updated_at: by.now })
    .where(and(eq(credentials.organization_id, read.organization_id), eq(credentials.id, read.id), eq(credentials.version, read.version)))
    .returning();
  const entry = { action, target_id: read.id, target_name: patch.name ?? read.name, details };
  const [[row]] = await commitControl(d1, by, [new WriteStatement<CredentialRow>(update.getSQL()), mustHaveChanged()], entry);
  if (row === undefined) throw new LostRace();
  return row;
}

/** A new store; null where its name or code is taken in the organization. */
export async function createStore(d1: D1Database, values: New<typeof stores>, now: number) {
  const [row] = await drizzle(d1)
    .insert(stores)
    .values({ ...values, name_sort_key: sortKey(values.name), created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}
