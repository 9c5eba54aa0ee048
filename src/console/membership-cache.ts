import type { Member } from "../accounts/sign-in/sessions.sql.ts";

const FRESH_MS = 60_000;
const MOST = 1000;

const kept = new Map<string, { member: Member; until: number }>();

const nameOf = (sessionId: string, organizationId: number) => `${sessionId}/${organizationId}`;

/**
 * Who a session was of at most a minute ago. Nothing rests on it: a page is begun with it while the database is asked, and
 * thrown away where the database says otherwise.
 */
export function cachedMember(sessionId: string, organizationId: number, now: number): Member | null {
  const entry = kept.get(nameOf(sessionId, organizationId));
  return entry !== undefined && entry.until > now ? entry.member : null;
}

/** Keeps what the database said; null forgets. */
export function cacheMember(sessionId: string, organizationId: number, member: Member | null, now: number): void {
  const name = nameOf(sessionId, organizationId);
  kept.delete(name);
  if (member === null) return;
  // The oldest goes.
  if (kept.size >= MOST) for (const oldest of kept.keys()) if (kept.size >= MOST) kept.delete(oldest);
  kept.set(name, { member, until: now + FRESH_MS });
}
