import type { ClosedFor } from "../closure.sql.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Organization } from "../../platform/db/org-db";
import { endSessions } from "./accounts.sql.ts";
import { MAX_IDLE_MS, USE_INTERVAL_MS } from "./session-lifetime";
import type { sessions } from "./table";
import { ORGANIZATION_JSON } from "../table";
import { compareTexts } from "../../platform/db/text/sort-key";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";
import { parseStored } from "../../platform/reading/json";

/** A member's role, which determines their permissions in an organization. */
export type Role = "owner" | "admin" | "member" | "viewer";

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
  /** Whether they have the permission "money" in addition to their role (members/access.ts). */
  money: boolean;
  organization: Organization & { name: string };
}

export type SessionRow = typeof sessions.$inferSelect;

export async function createSession(control: ControlDb, session: Omit<SessionRow, "revoked_at" | "created_at" | "used_at">): Promise<void> {
  const { id, user_id, method, user_agent, expires_at } = session;
  await control.rows(sql`insert into sessions (id, user_id, method, user_agent, created_at, expires_at, used_at)
    values (${id}, ${user_id}, ${method}, ${user_agent}, ${control.now}, ${expires_at}, ${control.now})`);
}

/** SQL condition: the session `s` is valid. */
const isLive = (now: number) => sql`s.revoked_at is null and s.expires_at > ${now} and s.used_at > ${now - MAX_IDLE_MS}`;

/** SQL condition: a recorded time is old, or in the future because the clock was set back. */
const isDue = (recorded: SQL, now: number) => sql`(${recorded} is null or ${recorded} not between ${now - USE_INTERVAL_MS} and ${now})`;

/** What is read with the person or the member of a valid session. */
interface FoundSession {
  /** Whether its use is to be recorded (recordUse). */
  isUseDue: boolean;
}

/** A session's person. Null if the session has ended. */
export async function findPerson(control: ControlDb, sessionId: string): Promise<(FoundSession & { person: Person }) | null> {
  const { now } = control;
  const row = await control.first<Person & { due: number }>(sql`
    select u.id, u.email, u.name, ${isDue(sql`s.used_at`, now)} as due
    from sessions s join users u on u.id = s.user_id where s.id = ${sessionId} and ${isLive(now)}`);
  if (row === null) return null;
  const { due, ...person } = row;
  return { person, isUseDue: due === 1 };
}

/** A session's person as a member of an organization. Null if the session or the membership has ended, or the organization is closed. */
export async function findMember(
  control: ControlDb,
  sessionId: string,
  organizationId: number,
): Promise<(FoundSession & { member: Member }) | null> {
  const { now } = control;
  const row = await control.first<Person & { role: Role; money: number; organization: string; due: number }>(sql`
    select u.id, u.email, u.name, m.role, m.money, ${ORGANIZATION_JSON} as organization,
      ${isDue(sql`s.used_at`, now)} or ${isDue(sql`m.last_active_at`, now)} as due
    from sessions s join users u on u.id = s.user_id
      join memberships m on m.user_id = s.user_id and m.organization_id = ${organizationId}
      join organizations o on o.id = m.organization_id and o.closed_for is null
    where s.id = ${sessionId} and ${isLive(now)}`);
  if (row === null) return null;
  const { role, money, organization, due, ...person } = row;
  const member = { sessionId, person, role, money: money === 1, organization: parseStored<Member["organization"]>(organization) };
  return { member, isUseDue: due === 1 };
}

/**
 * Records that a session is used, which renews it, and that its person is active in an organization. A session that has ended stays ended. What was
 * recorded within the last minutes is not written again.
 */
export async function recordUse(control: ControlDb, sessionId: string, organizationId: number | null): Promise<void> {
  const { now } = control;
  const renewSession = new ControlStatement(sql`
    update sessions as s set used_at = ${now} where s.id = ${sessionId} and ${isLive(now)} and ${isDue(sql`s.used_at`, now)}`);
  const recordActivity = new ControlStatement(sql`
    update memberships as m set last_active_at = ${now}
    where m.organization_id = ${organizationId} and ${isDue(sql`m.last_active_at`, now)}
      and m.user_id = (select s.user_id from sessions s where s.id = ${sessionId} and ${isLive(now)})`);
  await control.run(organizationId === null ? [renewSession] : [renewSession, recordActivity]);
}

export interface OrganizationChoice {
  id: number;
  name: string;
  role: Role;
  /** Null: it is in use. */
  closed_for: ClosedFor | null;
  closed_at: number | null;
}

/** The organizations that a person belongs to, by name, without those that are being removed. */
export async function organizationsOf(control: ControlDb, userId: number): Promise<OrganizationChoice[]> {
  const rows = await control.rows<OrganizationChoice>(sql`
    select o.id, o.name, m.role, o.closed_for, o.closed_at from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and o.closed_for is not 'removal' order by o.id`);
  return rows.toSorted((one, other) => compareTexts(one.name, other.name));
}

/** A person's live sessions, newest first: at most 50. */
export async function liveSessions(control: ControlDb, userId: number): Promise<SessionRow[]> {
  return await control.rows<SessionRow>(sql`
      select * from sessions s where s.user_id = ${userId} and ${isLive(control.now)} order by s.created_at desc limit 50`);
}

export async function revokeSession(control: ControlDb, sessionId: string): Promise<void> {
  await control.rows(sql`update sessions set revoked_at = ${control.now} where id = ${sessionId} and revoked_at is null`);
}

/** Revokes a person's sessions except one, or all if `except` is null. */
export async function revokeSessionsOf(control: ControlDb, userId: number, except: string | null): Promise<void> {
  await control.run(endSessions(userId, control.now, except));
}
