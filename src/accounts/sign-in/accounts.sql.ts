import { type SQL, sql } from "drizzle-orm";
import { CURRENT_HASH_PREFIX, CURRENT_HASH_SALT_END } from "../../platform/crypto/password";
import { assertCondition } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";

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
  control: ControlDb,
  { email, known }: { email: string; known: readonly number[] },
): Promise<Account[]> {
  return await control.rows<Account>(sql`
      select ${ACCOUNT_COLUMNS} from users u where u.email = ${email} collate nocase and u.password_hash is not null
        and exists (select 1 from memberships m where m.user_id = u.id)
      order by u.id not in (select value from json_each(${JSON.stringify(known)})), u.verified_by is null, u.id desc
      limit ${MAX_ACCOUNTS}`);
}

export async function findAccountById(control: ControlDb, id: number): Promise<Account | null> {
  return await control.first<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id}`);
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
export async function findSharedHash(control: ControlDb, owner: PasswordOwner): Promise<string | null> {
  return (await control.first<{ password_hash: string }>(sharedHash(owner)))?.password_hash ?? null;
}

/** Whether a hash still has the salt of the address's other accounts. */
const sharesSalt = (owner: PasswordOwner, hash: string) => {
  const salted = hash.slice(0, CURRENT_HASH_SALT_END);
  return sql`coalesce(substr((${sharedHash(owner)}), 1, ${CURRENT_HASH_SALT_END}), ${salted}) = ${salted}`;
};

/** Fails the batch if another account of the address has got another salt meanwhile: each salt of an address costs a sign-in a derivation. */
export function mustShareSalt(owner: PasswordOwner, hash: string): ControlStatement {
  return assertCondition(sharesSalt(owner, hash));
}

/** Stores the same password under other parameters, unless it or the salt of the address was changed meanwhile. */
export async function replaceHash(control: ControlDb, { id, email, password_hash }: Account, hash: string): Promise<void> {
  await control.rows(sql`
    update users set password_hash = ${hash} where id = ${id} and password_hash = ${password_hash} and ${sharesSalt({ id, email }, hash)}`);
}

/** Ends the sessions of an account, but the one that is excepted. */
export function endSessions(userId: number, now: number, except: string | null = null): ControlStatement {
  return new ControlStatement(
    sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null and id is not ${except}`,
  );
}

/** Ends the links by which the password of an account could be chosen. */
export function endLinks(userId: number | SQL, now: number): ControlStatement {
  return new ControlStatement(sql`update invitations set used_at = ${now} where user_id = ${userId} and used_at is null`);
}

function newPassword(
  { now }: ControlDb,
  { id: userId, passwordHash, keptSession }: { id: number; passwordHash: string; keptSession: string | null },
): ControlStatement[] {
  return [
    new ControlStatement(sql`update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}`),
    endSessions(userId, now, keptSession),
    endLinks(userId, now),
  ];
}

/** A person's new password: their other sessions end with it, and every link by which one could be chosen. Throws WriteConflict (mustShareSalt). */
export async function setPassword(
  control: ControlDb,
  { id, email }: Account,
  { passwordHash, keptSession }: { passwordHash: string; keptSession: string },
): Promise<void> {
  await control.run(mustShareSalt({ id, email }, passwordHash), ...newPassword(control, { id, passwordHash, keptSession }));
}

/** A password chosen by a link, which must still be good: it opens once. Throws WriteConflict where it is not, and by mustShareSalt. */
export async function setInvitedPassword(
  control: ControlDb,
  { account: { id, email }, tokenHash }: { account: Account; tokenHash: string },
  passwordHash: string,
): Promise<void> {
  const { now } = control;
  const isGood = sql`exists (select 1 from invitations
    where token_hash = ${tokenHash} and user_id = ${id} and used_at is null and expires_at > ${now})`;
  const guards = [assertCondition(isGood), mustShareSalt({ id, email }, passwordHash)];
  await control.run(...guards, ...newPassword(control, { id, passwordHash, keptSession: null }));
}

/** A link by which a person may choose a password. */
export interface Invitation {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  /** ms since 1970. */
  expiresAt: number;
}

/** Makes a link for a person, by id or an expression for it; those made before no longer open. */
export function invite(userId: number | SQL, { tokenHash, expiresAt }: Invitation, now: number): ControlStatement[] {
  return [
    endLinks(userId, now),
    new ControlStatement(sql`
      insert into invitations (token_hash, user_id, created_at, expires_at) values (${tokenHash}, ${userId}, ${now}, ${expiresAt})`),
  ];
}

/** Whose password a link lets choose at `now`; null where it was used, has ended, or never was. */
export async function findInvited(control: ControlDb, tokenHash: string): Promise<Account | null> {
  return await control.first<Account>(sql`
      select ${ACCOUNT_COLUMNS} from invitations i join users u on u.id = i.user_id
      where i.token_hash = ${tokenHash} and i.used_at is null and i.expires_at > ${control.now}`);
}

/** Removes what nobody can use any more: sessions and links that ended before `ended`, failures before `failed`. */
export async function purgeSignIns(control: ControlDb, { ended, failed }: { ended: number; failed: number }): Promise<void> {
  await control.run(
    new ControlStatement(sql`delete from sessions where expires_at < ${ended}`),
    new ControlStatement(sql`delete from invitations where expires_at < ${ended}`),
    new ControlStatement(sql`delete from member_invitations where expires_at < ${ended}`),
    // Only the release before migration 0012 writes here. What it left has people's ids in it, and goes when it ends.
    new ControlStatement(sql`delete from membership_offers where expires_at < ${ended}`),
    new ControlStatement(sql`delete from sign_in_failures where last_at < ${failed}`),
  );
}

/** Whether two e-mail addresses are the same to the database, which ignores the case of ASCII letters only. */
export function isSameAddress(one: string, other: string): boolean {
  const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(one) === lower(other);
}

/**
 * Makes accounts part of another one: their memberships, standing invitations and identities are its from then on, and nobody signs in to
 * them any more. Two of them are never in the same organization, whose members have different addresses.
 */
export function mergeStatements(id: number, others: readonly number[], now: number): ControlStatement[] {
  // Whoever was signed in to one of them was not shown to be who signs in now.
  const signOut = endSessions(id, now);
  const moves = others.flatMap((other) => [
    new ControlStatement(sql`update or ignore memberships set user_id = ${id} where user_id = ${other}`),
    new ControlStatement(sql`delete from memberships where user_id = ${other}`),
    new ControlStatement(sql`update member_invitations set invited_by = ${id} where invited_by = ${other}`),
    new ControlStatement(sql`update member_invitations set replaces_user_id = ${id} where replaces_user_id = ${other}`),
    new ControlStatement(sql`update identities set user_id = ${id} where user_id = ${other}`),
    endSessions(other, now),
    endLinks(other, now),
    new ControlStatement(sql`update users set password_hash = null, verified_by = null, updated_at = ${now} where id = ${other}`),
  ]);
  return others.length === 0 ? [] : [signOut, ...moves];
}

/** Makes accounts part of another one, whose person has shown that all are theirs. */
export async function mergeAccounts(control: ControlDb, id: number, others: readonly number[]): Promise<void> {
  await control.run(...mergeStatements(id, others, control.now));
}
