import { and, eq, sql } from "drizzle-orm";
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

/** Revokes a credential for good; null where the organization has none with that id. Its new version goes to its gate. */
export async function revokeCredential(d1: D1Database, organizationId: number, id: number, now: number) {
  const [row] = await drizzle(d1)
    .update(credentials)
    .set({ revoked_at: sql`coalesce(${credentials.revoked_at}, ${now})`, version: sql`${credentials.version} + 1`, updated_at: now })
    .where(and(eq(credentials.organization_id, organizationId), eq(credentials.id, id)))
    .returning();
  return row ?? null;
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
