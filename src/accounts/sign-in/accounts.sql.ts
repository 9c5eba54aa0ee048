import { type SQL, sql } from "drizzle-orm";
import { CURRENT_HASH_PREFIX, SALTED_PREFIX_LENGTH } from "../../platform/crypto/password";
import { explain, mustBe } from "../../platform/db/change";
import type { Meter } from "../../platform/db/meter";
import { runBatch, Statement, WriteStatement } from "../../platform/db/statement";

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
 * The accounts of an e-mail address, in whatever case, that a password opens: those in `known` first, then the verified one, then the newest. An address that nobody
 * has verified may have an account for each organization that invited it. An account without an organization opens nothing, and does not
 * take the place of one that does.
 */
export async function findPasswordAccounts(
  d1: D1Database,
  meter: Meter,
  { email, known }: { email: string; known: readonly number[] },
): Promise<Account[]> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Account>(sql`
      select ${ACCOUNT_COLUMNS} from users u where u.email = ${email} collate nocase and u.password_hash is not null
        and exists (select 1 from memberships m where m.user_id = u.id)
      order by u.id not in (select value from json_each(${JSON.stringify(known)})), u.verified_by is null, u.id desc
      limit ${MAX_ACCOUNTS}`),
  ]);
  return rows;
}

export async function findAccountById(d1: D1Database, meter: Meter, id: number): Promise<Account | null> {
  const [rows] = await runBatch(d1, meter, [new Statement<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id}`)]);
  return rows[0] ?? null;
}

/** Whose password is hashed: an account of an address; `id` is null for an account that is being created. */
export interface PasswordOwner {
  id: number | null;
  email: string;
}

/** The hash whose salt the other accounts of an address share: the one that a sign-in in a new browser looks at first. */
const sharedHash = ({ id, email }: PasswordOwner) => sql`
  select u.password_hash from users u
  where u.email = ${email} collate nocase and u.id is not ${id} and u.password_hash is not null
    and u.password_hash glob ${`${CURRENT_HASH_PREFIX}*`} and exists (select 1 from memberships m where m.user_id = u.id)
  order by u.verified_by is null, u.id desc limit 1`;

/** The hash whose salt a new password of this account takes over; null where the address has no other. */
export async function findSharedHash(d1: D1Database, meter: Meter, owner: PasswordOwner): Promise<string | null> {
  const [rows] = await runBatch(d1, meter, [new Statement<{ password_hash: string }>(sharedHash(owner))]);
  return rows[0]?.password_hash ?? null;
}

/** Whether a hash still has the salt of the address's other accounts. */
const sharesSalt = (owner: PasswordOwner, hash: string) => {
  const salted = hash.slice(0, SALTED_PREFIX_LENGTH);
  return sql`coalesce(substr((${sharedHash(owner)}), 1, ${SALTED_PREFIX_LENGTH}), ${salted}) = ${salted}`;
};

/** Fails the batch if another account of the address has got another salt meanwhile: each salt of an address costs a sign-in a derivation. */
export function mustShareSalt(owner: PasswordOwner, hash: string): WriteStatement {
  return mustBe(sharesSalt(owner, hash));
}

/** Stores the same password under other parameters, unless it or the salt of the address was changed meanwhile. */
export async function replaceHash(d1: D1Database, meter: Meter, { id, email, password_hash }: Account, hash: string): Promise<void> {
  await runBatch(d1, meter, [
    new Statement(sql`
      update users set password_hash = ${hash} where id = ${id} and password_hash = ${password_hash} and ${sharesSalt({ id, email }, hash)}`),
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

/** A person's new password: their other sessions end with it, and every link by which one could be chosen. Throws LostRace (mustShareSalt). */
export async function setPassword(
  d1: D1Database,
  meter: Meter,
  { id, email }: Account,
  passwordHash: string,
  keptSession: string,
  now: number,
): Promise<void> {
  try {
    await runBatch(d1, meter, [mustShareSalt({ id, email }, passwordHash), ...newPassword(id, passwordHash, keptSession, now)]);
  } catch (error) {
    throw explain(error);
  }
}

/** A password chosen by a link, which must still be good: it opens once. Throws LostRace where it is not, and by mustShareSalt. */
export async function setInvitedPassword(
  d1: D1Database,
  meter: Meter,
  { account: { id, email }, tokenHash }: { account: Account; tokenHash: string },
  passwordHash: string,
  now: number,
): Promise<void> {
  const isGood = sql`exists (select 1 from invitations
    where token_hash = ${tokenHash} and user_id = ${id} and used_at is null and expires_at > ${now})`;
  try {
    const guards = [mustBe(isGood), mustShareSalt({ id, email }, passwordHash)];
    await runBatch(d1, meter, [...guards, ...newPassword(id, passwordHash, null, now)]);
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
