import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { Meter } from "../../platform/db/meter";
import type { Organization } from "../../platform/db/org-db";
import { sessions } from "./table";
import { compareTexts } from "../../platform/db/text/sort-key";
import { runBatch, Statement } from "../../platform/db/statement";

/** What a person may do in an organization. */
export type Role = "owner" | "admin" | "member" | "viewer";

/** Who is signed in. */
export interface Person {
  id: number;
  email: string;
  name: string | null;
}

/** A person who is signed in, in one of their organizations. */
export interface Member {
  sessionId: string;
  person: Person;
  role: Role;
  organization: Organization & { name: string };
}

export type SessionRow = typeof sessions.$inferSelect;

export async function createSession(d1: D1Database, row: Omit<SessionRow, "revoked_at">): Promise<void> {
  await drizzle(d1).insert(sessions).values(row);
}

/** Statements are of control data: they find an organization by who asks, and name none before. */
const LIVE = (id: string, now: number) => sql`s.id = ${id} and s.revoked_at is null and s.expires_at > ${now}`;

/** The person that a session is of at `now`, or null where it has ended. */
export async function findPerson(d1: D1Database, meter: Meter, sessionId: string, now: number): Promise<Person | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Person>(sql`select u.id, u.email, u.name from sessions s join users u on u.id = s.user_id where ${LIVE(sessionId, now)}`),
  ]);
  return rows[0] ?? null;
}

interface MemberRow extends Person {
  role: Role;
  organization_name: string;
  currency: string;
  timezone: string;
  roll_up_status: number;
}

/** The person that a session is of, in an organization that they belong to; null where either has ended. One trip. */
export async function findMember(
  d1: D1Database,
  meter: Meter,
  sessionId: string,
  organizationId: number,
  now: number,
): Promise<Member | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<MemberRow>(sql`
      select u.id, u.email, u.name, m.role, o.name as organization_name, o.currency, o.timezone, o.roll_up_status
      from sessions s join users u on u.id = s.user_id
        join memberships m on m.user_id = s.user_id and m.organization_id = ${organizationId}
        join organizations o on o.id = m.organization_id
      where ${LIVE(sessionId, now)}`),
  ]);
  const row = rows[0];
  if (row === undefined) return null;
  const { id, email, name, role, organization_name, currency, timezone, roll_up_status } = row;
  const organization = { id: organizationId, name: organization_name, currency, timezone, rollUpStatus: roll_up_status === 1 };
  return { sessionId, person: { id, email, name }, role, organization };
}

/** An organization that a person may choose. */
export interface Choice {
  id: number;
  name: string;
  role: Role;
}

/** The organizations that a person belongs to, by name. */
export async function organizationsOf(d1: D1Database, meter: Meter, userId: number): Promise<Choice[]> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Choice>(sql`
      select o.id, o.name, m.role from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} order by o.id`),
  ]);
  return rows.toSorted((one, other) => compareTexts(one.name, other.name));
}

/** A person's live sessions, newest first: at most 50. */
export async function liveSessions(d1: D1Database, meter: Meter, userId: number, now: number): Promise<SessionRow[]> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<SessionRow>(sql`
      select * from sessions s where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
      order by s.created_at desc limit 50`),
  ]);
  return rows;
}

/** Ends one session for good. */
export async function revokeSession(d1: D1Database, meter: Meter, sessionId: string, now: number): Promise<void> {
  await runBatch(d1, meter, [new Statement(sql`update sessions set revoked_at = ${now} where id = ${sessionId} and revoked_at is null`)]);
}

/** Ends all sessions of a person but one, or all. */
export async function revokeSessionsOf(d1: D1Database, meter: Meter, userId: number, except: string | null, now: number): Promise<void> {
  await runBatch(d1, meter, [
    new Statement(sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null and id is not ${except}`),
  ]);
}
