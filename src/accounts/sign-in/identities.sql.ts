import { type SQL, sql } from "drizzle-orm";
import { type Account, ACCOUNT_COLUMNS, endPasswordLinks, endSessions, MAX_ACCOUNTS, mergeStatements } from "./accounts.sql.ts";
import { endPassword } from "./end-password.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { first, ControlStatement } from "../../platform/db/statement";

export interface Identity {
  issuer: string;
  subject: string;
  /** Their email address, if the provider has verified it. */
  email: string | null;
}

export interface IdentityAccounts {
  /** The account that the identity is linked to; null if it is not linked yet. */
  linked: Account | null;
  /** Another account of the verified address that is verified itself, or null. */
  verified: Account | null;
  /** The other accounts of the verified address, oldest first. Somebody else may have created them. */
  unverified: Account[];
}

/**
 * The account that an identity is linked to, and the accounts of its email address that belong to an organization. An account that the same
 * provider knows under another id is left out, because the address was then given to somebody else. The unverified accounts are left out
 * too in that case, because they may belong to the previous owner of the address.
 */
export async function findAccountsByIdentity(control: ControlDb, { issuer, subject, email }: Identity): Promise<IdentityAccounts> {
  const hadOtherOwner = sql`exists (
    select 1 from users v join identities i on i.user_id = v.id
    where v.email = ${email} collate nocase and i.issuer = ${issuer} and i.subject <> ${subject})`;
  const { linked, ofAddress } = await control.run({
    linked: new ControlStatement<Account>(sql`
      select ${ACCOUNT_COLUMNS} from identities i join users u on u.id = i.user_id where i.issuer = ${issuer} and i.subject = ${subject}`),
    ofAddress: new ControlStatement<Account>(sql`
      select ${ACCOUNT_COLUMNS} from users u where u.email = ${email} collate nocase
        and exists (select 1 from memberships m where m.user_id = u.id)
        and not exists (select 1 from identities i where i.user_id = u.id and i.issuer = ${issuer})
        and (u.verified_by is not null or not ${hadOtherOwner})
      order by u.verified_by is null, u.id limit ${MAX_ACCOUNTS}`),
  });
  return {
    linked: linked[0] ?? null,
    verified: ofAddress.find(({ verified_by }) => verified_by !== null) ?? null,
    unverified: ofAddress.filter(({ verified_by }) => verified_by === null),
  };
}

export type VerifiedIdentity = Identity & { email: string };

const insertIdentity = ({ issuer, subject }: Identity, userId: SQL | number, now: number) =>
  new ControlStatement(sql`
    insert into identities (issuer, subject, user_id, created_at) values (${issuer}, ${subject}, ${userId}, ${now}) on conflict do nothing`);

const unverify = (email: string) =>
  new ControlStatement(sql`update users set verified_by = null where email = ${email} collate nocase and verified_by is not null`);

/** Marks an account as verified by the provider, in place of any other account of the address: what the provider says now is newer. */
const verify = ({ email }: VerifiedIdentity, id: SQL | number) => [
  unverify(email),
  new ControlStatement(sql`update users set verified_by = 'provider' where id = ${id}`),
];

/** Ends the verification of the accounts of an address, because the provider says that the address has another owner now. */
export async function endVerification(control: ControlDb, email: string): Promise<void> {
  await control.run(unverify(email));
}

/** Marks a linked account as verified, and merges another verified account of its address into it. */
export async function verifyLinked(
  control: ControlDb,
  identity: VerifiedIdentity,
  { id, other }: { id: number; other: number | null },
): Promise<void> {
  await control.run([...mergeStatements(id, other === null ? [] : [other], control.now), ...verify(identity, id)]);
}

/**
 * Links an identity to an account of its email address, and merges other accounts of the address into it. The password of the account, its second
 * factor, its sessions and its links end: somebody else may have chosen that password before the address was verified.
 */
export async function linkIdentity(
  control: ControlDb,
  identity: VerifiedIdentity,
  { id, others }: { id: number; others: readonly number[] },
): Promise<void> {
  const { now } = control;
  await control.run([
    insertIdentity(identity, id, now),
    ...mergeStatements(id, others, now),
    ...endPassword(sql`${id}`, now),
    ...verify(identity, id),
    endSessions(id, now),
    endPasswordLinks(id, now),
  ]);
}

/** Creates an account for an identity, unless it has just got one. Returns the identity's account. */
export async function createVerifiedAccount(control: ControlDb, identity: VerifiedIdentity): Promise<Account> {
  const { now } = control;
  const { issuer, subject, email } = identity;
  const linked = sql`(select user_id from identities where issuer = ${issuer} and subject = ${subject})`;
  // If the account was just inserted, it is the newest of the address. Otherwise the identity is there already, and its insert does nothing.
  const newest = sql`(select max(id) from users where email = ${email} collate nocase)`;
  const { account } = await control.run({
    user: new ControlStatement(
      sql`insert into users (email, created_at, updated_at) select ${email}, ${now}, ${now} where not exists ${linked}`,
    ),
    identity: insertIdentity(identity, newest, now),
    verified: verify(identity, linked),
    account: first(new ControlStatement<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${linked}`)),
  });
  if (account === undefined) throw new Error("The identity has no account.");
  return account;
}
