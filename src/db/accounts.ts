import { type SQL, sql } from "drizzle-orm";
import { explain, mustBe } from "./commit";
import type { Meter } from "./meter";
import { runBatch, Statement, WriteStatement } from "./statement";

/** A person's account, as signing in needs it. */
export interface Account {
  id: number;
  email: string;
  name: string | null;
  /** Null: no password was ever chosen. */
  password_hash: string | null;
}

const COLUMNS = sql`u.id, u.email, u.name, u.password_hash`;

/** Wrong passwords in a row at one address. */
export interface Failures {
  failures: number;
  /** Of the last one, ms since 1970. */
  last_at: number;
}

/** The account of an e-mail address, in whatever case. */
export async function findAccount(d1: D1Database, meter: Meter, email: string): Promise<Account | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Account>(sql`select ${COLUMNS} from users u where u.email = ${email} collate nocase`),
  ]);
  return rows[0] ?? null;
}

/** How often an address has failed in a row, and when it last did; null where it has not. */
export async function findFailures(d1: D1Database, meter: Meter, addressHash: string): Promise<Failures | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Failures>(sql`select failures, last_at from sign_in_failures where address_hash = ${addressHash}`),
  ]);
  return rows[0] ?? null;
}

export async function findAccountById(d1: D1Database, meter: Meter, id: number): Promise<Account | null> {
  const [rows] = await runBatch(d1, meter, [new Statement<Account>(sql`select ${COLUMNS} from users u where u.id = ${id}`)]);
  return rows[0] ?? null;
}

/**
 * Counts a try at a password before the password is looked at; null where it comes too early, which counts as none: so guesses at the
 * same time are let through one after the other, as those that follow each other. After `forgetMs` without any it begins anew.
 * `free` tries in a row wait for nothing, each one after them for twice as long as the one before: 2 s, then up to `longestMs`.
 */
export async function countTry(
  d1: D1Database,
  meter: Meter,
  addressHash: string,
  { free, longestMs, forgetMs }: { free: number; longestMs: number; forgetMs: number },
  now: number,
): Promise<Failures | null> {
  const wait = sql`iif(failures <= ${free}, 0, min(1000 << min(failures - ${free}, 30), ${longestMs}))`;
  const [rows] = await runBatch(d1, meter, [
    new Statement<Failures>(sql`
      insert into sign_in_failures (address_hash, failures, last_at) values (${addressHash}, 1, ${now})
      on conflict do update set failures = iif(last_at < ${now - forgetMs}, 1, failures + 1), last_at = ${now}
        where last_at + ${wait} <= ${now} or last_at > ${now + forgetMs}
      returning failures, last_at`),
  ]);
  return rows[0] ?? null;
}

export async function forgetFailures(d1: D1Database, meter: Meter, addressHash: string): Promise<void> {
  await runBatch(d1, meter, [new Statement(sql`delete from sign_in_failures where address_hash = ${addressHash}`)]);
}

function newPassword(userId: number, passwordHash: string, keptSession: string | null, now: number): WriteStatement[] {
  return [
    new WriteStatement(sql`update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}`),
    new WriteStatement(
      sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null and id is not ${keptSession}`,
    ),
    new WriteStatement(sql`update invitations set used_at = ${now} where user_id = ${userId} and used_at is null`),
  ];
}

/** A person's new password: their other sessions end with it, and every link by which one could be chosen. */
export async function setPassword(
  d1: D1Database,
  meter: Meter,
  userId: number,
  passwordHash: string,
  keptSession: string,
  now: number,
): Promise<void> {
  await runBatch(d1, meter, newPassword(userId, passwordHash, keptSession, now));
}

/** A password chosen by a link, which must still be good: it opens once. Throws LostRace where it is not. */
export async function setInvitedPassword(
  d1: D1Database,
  meter: Meter,
  { userId, tokenHash }: { userId: number; tokenHash: string },
  passwordHash: string,
  now: number,
): Promise<void> {
  const isGood = sql`exists (select 1 from invitations
    where token_hash = ${tokenHash} and user_id = ${userId} and used_at is null and expires_at > ${now})`;
  try {
    await runBatch(d1, meter, [mustBe(isGood), ...newPassword(userId, passwordHash, null, now)]);
  } catch (error) {
    throw explain(error);
  }
}

/** A link by which a person may choose a password. */
export interface Invitation {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  /** ms since 1970. */
  expiresAt: number;
}

/** Makes a link for a person, by id or an expression for it; those made before no longer open. */
export function invite(userId: number | SQL, { tokenHash, expiresAt }: Invitation, now: number): WriteStatement[] {
  return [
    new WriteStatement(sql`update invitations set used_at = ${now} where user_id = ${userId} and used_at is null`),
    new WriteStatement(sql`
      insert into invitations (token_hash, user_id, created_at, expires_at) values (${tokenHash}, ${userId}, ${now}, ${expiresAt})`),
  ];
}

/** Whose password a link lets choose at `now`; null where it was used, has ended, or never was. */
export async function findInvited(d1: D1Database, meter: Meter, tokenHash: string, now: number): Promise<Account | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Account>(sql`
      select ${COLUMNS} from invitations i join users u on u.id = i.user_id
      where i.token_hash = ${tokenHash} and i.used_at is null and i.expires_at > ${now}`),
  ]);
  return rows[0] ?? null;
}

/**
 * The account that an account of a provider belongs to; else the one of its e-mail address, which the provider has verified, where
 * that has no other account of this provider: an address that was given to somebody else is another person's.
 */
export async function findByIdentity(
  d1: D1Database,
  meter: Meter,
  { issuer, subject, email }: { issuer: string; subject: string; email: string | null },
): Promise<{ account: Account; linked: boolean } | null> {
  const [linked, named] = await runBatch(d1, meter, [
    new Statement<Account>(sql`
      select ${COLUMNS} from identities i join users u on u.id = i.user_id where i.issuer = ${issuer} and i.subject = ${subject}`),
    new Statement<Account>(sql`
      select ${COLUMNS} from users u where u.email = ${email} collate nocase
        and not exists (select 1 from identities i where i.user_id = u.id and i.issuer = ${issuer})`),
  ]);
  if (linked[0] !== undefined) return { account: linked[0], linked: true };
  return named[0] === undefined ? null : { account: named[0], linked: false };
}

/**
 * Links an account of a provider, who has verified the e-mail address, to the account that has that address. Nobody had verified it
 * before: a password that was chosen by then may be somebody else's, and is gone, with every session and link.
 */
export async function linkIdentity(
  d1: D1Database,
  meter: Meter,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: number },
  now: number,
): Promise<void> {
  await runBatch(d1, meter, [
    new Statement(sql`
      insert into identities (issuer, subject, user_id, created_at) values (${issuer}, ${subject}, ${userId}, ${now})
      on conflict do nothing`),
    new Statement(sql`update users set password_hash = null, updated_at = ${now} where id = ${userId}`),
    new Statement(sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`),
    new Statement(sql`update invitations set used_at = ${now} where user_id = ${userId} and used_at is null`),
  ]);
}

/** Removes what nobody can use any more: sessions and links that ended before `ended`, failures before `failed`. */
export async function purgeSignIns(d1: D1Database, meter: Meter, ended: number, failed: number): Promise<void> {
  await runBatch(d1, meter, [
    new Statement(sql`delete from sessions where expires_at < ${ended}`),
    new Statement(sql`delete from invitations where expires_at < ${ended}`),
    new Statement(sql`delete from membership_offers where expires_at < ${ended}`),
    new Statement(sql`delete from sign_in_failures where last_at < ${failed}`),
  ]);
}
