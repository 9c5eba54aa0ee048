import { and, desc, eq, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { credentials, memberships, organizations, stores, users } from "./schema";

/**
 * Control data: organizations, credentials, people. Only the operator API and sign-in act here, across organizations;
 * nothing that an integration can reach imports this file.
 */

type New<T extends { $inferInsert: object }> = Omit<T["$inferInsert"], "id" | "created_at" | "updated_at">;

export async function createOrganization(d1: D1Database, values: New<typeof organizations>, now: number) {
  const [row] = await drizzle(d1)
    .insert(organizations)
    .values({ ...values, created_at: now, updated_at: now })
    .returning();
  return row ?? null;
}

export async function findOrganization(d1: D1Database, id: number) {
  const [row] = await drizzle(d1).select().from(organizations).where(eq(organizations.id, id));
  return row ?? null;
}

export async function createCredential(d1: D1Database, values: New<typeof credentials>, now: number) {
  const [row] = await drizzle(d1)
    .insert(credentials)
    .values({ ...values, created_at: now, updated_at: now })
    .returning();
  return row ?? null;
}

export type CredentialRow = typeof credentials.$inferSelect;

export async function findCredentialOf(d1: D1Database, organizationId: number, id: number): Promise<CredentialRow | null> {
  const [row] = await drizzle(d1).select().from(credentials).where(ofOrganization(organizationId, id));
  return row ?? null;
}

/** An organization's credentials, revoked and expired ones too, newest first: at most `limit`, made before the one with id `before`. */
export async function listCredentials(d1: D1Database, organizationId: number, before: number | null, limit: number) {
  const behind = before === null ? undefined : lt(credentials.id, before);
  return await drizzle(d1)
    .select()
    .from(credentials)
    .where(and(eq(credentials.organization_id, organizationId), behind))
    .orderBy(desc(credentials.id))
    .limit(limit);
}

/** What can change in a credential, not whose it is nor of what kind; what is left out or undefined stays. */
export type CredentialPatch = {
  [K in Exclude<keyof New<typeof credentials>, "organization_id" | "kind" | "version" | "last_used_at">]?:
    | New<typeof credentials>[K]
    | undefined;
};

/** Changes a credential that is still as it was read, and raises its version; null where it has been changed meanwhile. */
export async function patchCredential(d1: D1Database, read: CredentialRow, patch: CredentialPatch, now: number) {
  const [row] = await drizzle(d1)
    .update(credentials)
    .set({ ...patch, version: read.version + 1, updated_at: now })
    .where(and(ofOrganization(read.organization_id, read.id), eq(credentials.version, read.version)))
    .returning();
  return row ?? null;
}

function ofOrganization(organizationId: number, id: number) {
  return and(eq(credentials.organization_id, organizationId), eq(credentials.id, id));
}

/** A new store; null where its name or code is taken in the organization. */
export async function createStore(d1: D1Database, values: New<typeof stores>, now: number) {
  const [row] = await drizzle(d1)
    .insert(stores)
    .values({ ...values, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Makes a person a member, with an account where the e-mail address has none; a member's role is replaced. */
export async function addMember(
  d1: D1Database,
  organizationId: number,
  member: { email: string; passwordHash: string | null; role: "owner" | "admin" | "member" | "viewer" },
  now: number,
) {
  const db = drizzle(d1);
  const account = sql`(select id from users where email = ${member.email} collate nocase)`;
  const [, joined] = await db.batch([
    db
      .insert(users)
      .values({ email: member.email, password_hash: member.passwordHash, created_at: now, updated_at: now })
      .onConflictDoNothing(),
    db
      .insert(memberships)
      .values({ organization_id: organizationId, user_id: account, role: member.role, created_at: now })
      .onConflictDoUpdate({ target: [memberships.organization_id, memberships.user_id], set: { role: member.role } })
      .returning(),
  ]);
  return joined[0] ?? null;
}
