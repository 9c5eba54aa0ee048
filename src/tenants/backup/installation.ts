import { ciphertextPrefix } from "../../platform/crypto/encryption";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { notFound } from "../../platform/api-error";
import { allDatabases, type OrganizationsDb, organizationsDb } from "../../platform/db/database";
import { databaseStates } from "../../platform/db/database-state";

/** What a backup and a restore have to know about an installation. */

/** Ids of the master secrets, which do not reveal them. Secrets in a backup can be decrypted only with the same one. */
export async function masterSecretIds(masterSecrets: MasterSecrets): Promise<string[]> {
  return await Promise.all(masterSecrets.map(ciphertextPrefix));
}

/** The last migration of each database. Null: the database does not respond, or its migrations were applied in another way. */
export async function migrationsOf(env: Env, now: number): Promise<{ number: number; migration: string | null }[]> {
  return (await databaseStates(env, now)).map(({ number, report }) => ({ number, migration: report?.migration ?? null }));
}

/** A database by its number. Throws 404 Not Found if there is none. */
export function databaseWithNumber(env: Env, number: number): OrganizationsDb {
  if (number >= allDatabases(env).length) throw notFound();
  return organizationsDb(env, number);
}
