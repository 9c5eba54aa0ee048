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
  /** Who vouched that the address is this person's; null: nobody, so whoever made the account may be somebody else. */
  verified_by: "operator" | "provider" | null;
}

/** The columns of an account, of a table `u`. */
export const ACCOUNT_COLUMNS = sql`u.id, u.email, u.name, u.password_hash, u.verified_by`;

/** At most so many accounts of one address are looked at when somebody signs in there. */
const MAX_ACCOUNTS = 20;

/**
 * The accounts of an e-mail address, in whatever case, that a password opens: the verified one first, then the newest. An address that nobody
 * has verified may have an account for each organization that invited it. An account without an organization opens nothing, and does not
 * take the place of one that does.
 */
export async function findPasswordAccounts(d1: D1Database, meter: Meter, email: string): Promise<Account[]> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Account>(sql`
      select ${ACCOUNT_COLUMNS} from users u where u.email = ${email} collate nocase and u.password_hash is not null
        and exists (select 1 from memberships m where m.user_id = u.id)
      order by u.verified_by is null, u.id desc limit ${MAX_ACCOUNTS}`),
  ]);
  return rows;
}

export async function findAccountById(d1: D1Database, meter: Meter, id: number): Promise<Account | null> {
  const [rows] = await runBatch(d1, meter, [new Statement<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id}`)]);
  return rows[0] ?? null;
}

/** A hash of an address's accounts that begins with `prefix`, of any but the account `except`; null where there is none. */
export async function findHashLike(
  d1: D1Database,
  meter: Meter,
  { email, except, prefix }: { email: string; except: number | null; prefix: string },
): Promise<string | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<{ password_hash: string }>(sql`
      select password_hash from users
      where email = ${email} collate nocase and id is not ${except} and password_hash is not null and password_hash glob ${`${prefix}*`}
      order by verified_by is null, id limit 1`),
  ]);
  return rows[0]?.password_hash ?? null;
}

/** Stores the same password under other parameters, unless it was changed meanwhile. */
export async function replaceHash(d1: D1Database, meter: Meter, { id, password_hash }: Account, hash: string): Promise<void> {
  await runBatch(d1, meter, [
    new Statement(sql`update users set password_hash = ${hash} where id = ${id} and password_hash = ${password_hash}`),
  ]);
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
      select ${ACCOUNT_COLUMNS} from invitations i join users u on u.id = i.user_id
      where i.token_hash = ${tokenHash} and i.used_at is null and i.expires_at > ${now}`),
  ]);
  return rows[0] ?? null;
}

/** Removes what nobody can use any more: sessions and links that ended before `ended`, failures before `failed`. */
export async function purgeSignIns(d1: D1Database, meter: Meter, ended: number, failed: number): Promise<void> {
  await runBatch(d1, meter, [
    new Statement(sql`delete from sessions where expires_at < ${ended}`),
    new Statement(sql`delete from invitations where expires_at < ${ended}`),
    new Statement(sql`delete from member_invitations where expires_at < ${ended}`),
    // Only the release before migration 0012 writes here. What it left has people's ids in it, and goes when it ends.
    new Statement(sql`delete from membership_offers where expires_at < ${ended}`),
    new Statement(sql`delete from sign_in_failures where last_at < ${failed}`),
  ]);
}
