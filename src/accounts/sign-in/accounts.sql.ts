import { type SQL, sql } from "drizzle-orm";
import { HASH_SALT_END } from "../../platform/crypto/password";
import { assertCondition } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";
import { endPassword } from "./end-password.sql.ts";

export interface Account {
  id: number;
  email: string;
  name: string | null;
  password_hash: string | null;
  /** Who has verified that the address belongs to this person. Null: nobody, so somebody else may have created the account. */
  verified_by: "operator" | "provider" | null;
  /** 1: a sign-in with the password needs a code, too. */
  has_second_factor: number;
}

export const ACCOUNT_COLUMNS = sql`u.id, u.email, u.name, u.password_hash, u.verified_by,
  exists (select 1 from second_factors f where f.user_id = u.id) as has_second_factor`;

/** How many accounts of an address a sign-in reads at most. */
export const MAX_ACCOUNTS = 20;

/**
 * The accounts of an email address (ignoring case) that have a password and an organization: those in `known` first, then the verified one,
 * then the newest. An unverified address may have an account for each organization that invited it.
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

/** Those of the accounts that have a password and an organization, in the order of `ids`. */
export async function findAccountsById(control: ControlDb, ids: readonly number[]): Promise<Account[]> {
  const rows = await control.rows<Account>(sql`
    select ${ACCOUNT_COLUMNS} from users u
    where u.id in (select value from json_each(${JSON.stringify(ids)})) and u.password_hash is not null
      and exists (select 1 from memberships m where m.user_id = u.id)`);
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export async function findAccountById(control: ControlDb, id: number): Promise<Account | null> {
  return await control.first<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id}`);
}

/** The account of a password. `id` is null for an account that is being created. */
export interface PasswordOwner {
  id: number | null;
  email: string;
}

/** SQL: the hash whose salt the other accounts of an address share. A sign-in from a new browser checks this account first. */
const sharedHash = ({ id, email }: PasswordOwner) => sql`
  select u.password_hash from users u
  where u.email = ${email} collate nocase and u.id is not ${id} and u.password_hash is not null
    and exists (select 1 from memberships m where m.user_id = u.id)
  order by u.verified_by is null, u.id desc limit 1`;

/** The hash whose salt a new password of this account must use. Null if the address has no other account. */
export async function findSharedHash(control: ControlDb, owner: PasswordOwner): Promise<string | null> {
  return (await control.first<{ password_hash: string }>(sharedHash(owner)))?.password_hash ?? null;
}

/** Fails the batch if the salt of the address has changed since it was read, because a sign-in checks only accounts with the same salt. */
export function assertSharedSalt(owner: PasswordOwner, hash: string): ControlStatement {
  const salt = hash.slice(0, HASH_SALT_END);
  return assertCondition(sql`coalesce(substr((${sharedHash(owner)}), 1, ${HASH_SALT_END}), ${salt}) = ${salt}`);
}

/** Ends the sessions of an account, but not the one with the id `except`. */
export function endSessions(userId: number, now: number, except: string | null = null): ControlStatement {
  return new ControlStatement(
    sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null and id is not ${except}`,
  );
}

export function endPasswordLinks(userId: number | SQL, now: number): ControlStatement {
  return new ControlStatement(sql`update invitations set used_at = ${now} where user_id = ${userId} and used_at is null`);
}

interface NewPassword {
  passwordHash: string;
  /** The name that they chose with it, if they have none yet. */
  name?: string | null;
}

function changePassword(
  { now }: ControlDb,
  { id: userId, passwordHash, keptSession, name = null }: NewPassword & { id: number; keptSession: string | null },
): ControlStatement[] {
  return [
    new ControlStatement(
      sql`update users set password_hash = ${passwordHash}, name = coalesce(name, ${name}), updated_at = ${now} where id = ${userId}`,
    ),
    endSessions(userId, now, keptSession),
    endPasswordLinks(userId, now),
  ];
}

/**
 * Sets a person's new password, and ends their other sessions and all links to choose a password. Throws WriteConflict (assertSharedSalt).
 */
export async function setPassword(
  control: ControlDb,
  { id, email }: Account,
  { passwordHash, keptSession }: { passwordHash: string; keptSession: string },
): Promise<void> {
  await control.run([assertSharedSalt({ id, email }, passwordHash), ...changePassword(control, { id, passwordHash, keptSession })]);
}

/** Sets a password that was chosen by a single-use link. Throws WriteConflict if the link is no longer valid, and by assertSharedSalt. */
export async function setInvitedPassword(
  control: ControlDb,
  { account: { id, email }, tokenHash }: { account: Account; tokenHash: string },
  password: NewPassword,
): Promise<void> {
  const { now } = control;
  const isValid = sql`exists (select 1 from invitations
    where token_hash = ${tokenHash} and user_id = ${id} and used_at is null and expires_at > ${now})`;
  const assertions = [assertCondition(isValid), assertSharedSalt({ id, email }, password.passwordHash)];
  await control.run([...assertions, ...changePassword(control, { id, ...password, keptSession: null })]);
}

/** The stored part of a link, to choose a password or to join an organization. */
export interface LinkToken {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  /** ms since 1970. */
  expiresAt: number;
}

/** Stores a link for a person to choose a password, and ends earlier ones. `userId` may be an SQL expression. */
export function insertPasswordLink(userId: number | SQL, { tokenHash, expiresAt }: LinkToken, now: number): ControlStatement[] {
  return [
    endPasswordLinks(userId, now),
    new ControlStatement(sql`
      insert into invitations (token_hash, user_id, created_at, expires_at) values (${tokenHash}, ${userId}, ${now}, ${expiresAt})`),
  ];
}

/** The account of a link to choose a password. Null if the link was used, has expired or does not exist. */
export async function findAccountByLink(control: ControlDb, tokenHash: string): Promise<Account | null> {
  return await control.first<Account>(sql`
      select ${ACCOUNT_COLUMNS} from invitations i join users u on u.id = i.user_id
      where i.token_hash = ${tokenHash} and i.used_at is null and i.expires_at > ${control.now}`);
}

/** Deletes sessions and links that expired before a time, and sign-in failures whose last one is before another. */
export async function purgeSignIns(
  control: ControlDb,
  { expiredBefore, failedBefore }: { expiredBefore: number; failedBefore: number },
): Promise<void> {
  await control.run([
    new ControlStatement(sql`delete from sessions where expires_at < ${expiredBefore}`),
    new ControlStatement(sql`delete from invitations where expires_at < ${expiredBefore}`),
    new ControlStatement(sql`delete from member_invitations where expires_at < ${expiredBefore}`),
    new ControlStatement(sql`delete from sign_in_failures where last_at < ${failedBefore}`),
  ]);
}

/** Whether two email addresses are the same to the database, which ignores the case of ASCII letters only. */
export function isSameAddress(one: string, other: string): boolean {
  const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(one) === lower(other);
}

/**
 * Merges accounts into another one, which gets their memberships, invitations and identities. Nobody can sign in to the merged accounts
 * afterwards. They never share an organization, because its members have different addresses. If they did, the account would keep its own membership.
 */
export function mergeStatements(id: number, others: readonly number[], now: number): ControlStatement[] {
  // The existing sessions may belong to somebody else.
  const signOut = endSessions(id, now);
  const moves = others.flatMap((other) => [
    new ControlStatement(sql`update or ignore memberships set user_id = ${id} where user_id = ${other}`),
    new ControlStatement(sql`delete from memberships where user_id = ${other}`),
    new ControlStatement(sql`update member_invitations set invited_by = ${id} where invited_by = ${other}`),
    new ControlStatement(sql`update member_invitations set replaces_user_id = ${id} where replaces_user_id = ${other}`),
    new ControlStatement(sql`update identities set user_id = ${id} where user_id = ${other}`),
    endSessions(other, now),
    endPasswordLinks(other, now),
    ...endPassword(sql`${other}`, now),
    new ControlStatement(sql`update users set verified_by = null where id = ${other}`),
  ]);
  return others.length === 0 ? [] : [signOut, ...moves];
}

/** Merges accounts into another one, after the person has proved that all are theirs. */
export async function mergeAccounts(control: ControlDb, id: number, others: readonly number[]): Promise<void> {
  await control.run(mergeStatements(id, others, control.now));
}
