import { type SQL, sql } from "drizzle-orm";
import { mergeStatements } from "./account-merge";
import { type Account, ACCOUNT_COLUMNS } from "./accounts";
import type { Meter } from "./meter";
import { runBatch, Statement } from "./statement";

/** A person's account with an OpenID Connect provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Their e-mail address, if the provider has verified it. */
  email: string | null;
}

/** The accounts that an identity belongs to. */
export interface IdentityAccounts {
  /** The one that it is linked to; null: none yet. */
  linked: Account | null;
  /** Others of the verified address, the verified and the oldest first; none that this provider knows under another id. */
  unlinked: Account[];
}

/**
 * The account that an identity is linked to, and those of its e-mail address. An account that the same provider knows under another id is
 * left out: an address that was given to somebody else is another person's. So is one with neither a password nor an organization: it was
 * retired or merged, and there is nothing of it to merge again.
 */
export async function findByIdentity(d1: D1Database, meter: Meter, { issuer, subject, email }: Identity): Promise<IdentityAccounts> {
  const [linked, named] = await runBatch(d1, meter, [
    new Statement<Account>(sql`
      select ${ACCOUNT_COLUMNS} from identities i join users u on u.id = i.user_id where i.issuer = ${issuer} and i.subject = ${subject}`),
    new Statement<Account>(sql`
      select ${ACCOUNT_COLUMNS} from users u where u.email = ${email} collate nocase
        and not exists (select 1 from identities i where i.user_id = u.id and i.issuer = ${issuer})
        and (u.password_hash is not null or exists (select 1 from memberships m where m.user_id = u.id))
      order by u.verified_by is null, u.id limit 20`),
  ]);
  return { linked: linked[0] ?? null, unlinked: named };
}

/** Marks an account's address as verified by its provider, unless another account of the address is verified. */
const verified = (id: SQL | number) =>
  new Statement(sql`
    update users as u set verified_by = 'provider' where u.id = ${id} and not exists (
      select 1 from users v where v.email = u.email collate nocase and v.verified_by is not null and v.id <> u.id)`);

const link = ({ issuer, subject }: Identity, userId: SQL | number, now: number) =>
  new Statement(sql`
    insert into identities (issuer, subject, user_id, created_at) values (${issuer}, ${subject}, ${userId}, ${now}) on conflict do nothing`);

/**
 * Links an identity, whose provider has verified the e-mail address, to the account of that address, and merges the other accounts of the
 * address into it. Nobody had verified it before: a password that was chosen by then may be somebody else's, and is gone, with every
 * session and link.
 */
export async function linkIdentity(
  d1: D1Database,
  meter: Meter,
  identity: Identity,
  { id, others }: { id: number; others: readonly number[] },
  now: number,
): Promise<void> {
  await runBatch(d1, meter, [
    link(identity, id, now),
    ...mergeStatements(id, others, now),
    new Statement(sql`update users set password_hash = null, updated_at = ${now} where id = ${id}`),
    verified(id),
    new Statement(sql`update sessions set revoked_at = ${now} where user_id = ${id} and revoked_at is null`),
    new Statement(sql`update invitations set used_at = ${now} where user_id = ${id} and used_at is null`),
  ]);
}

/** Makes an account for an identity, whose provider has verified the e-mail address. */
export async function createVerifiedAccount(
  d1: D1Database,
  meter: Meter,
  identity: Identity & { email: string },
  now: number,
): Promise<Account> {
  const newest = sql`(select max(id) from users where email = ${identity.email} collate nocase)`;
  const rows = await runBatch<readonly Statement<unknown>[]>(d1, meter, [
    new Statement(sql`insert into users (email, created_at, updated_at) values (${identity.email}, ${now}, ${now})`),
    link(identity, newest, now),
    verified(newest),
    new Statement<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${newest}`),
  ]);
  const [account] = (rows[3] ?? []) as Account[];
  if (account === undefined) throw new Error("An insert made no row.");
  return account;
}
