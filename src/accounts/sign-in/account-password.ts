import { hashPassword, HASH_SALT_END } from "../../platform/crypto/password";
import { findSharedHash, type PasswordOwner } from "./accounts.sql.ts";
import { WriteConflict } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { conflict } from "../../platform/api-error";

/** How often a password is hashed if other accounts of its address change their salt at the same time. */
const MAX_HASHES = 3;

const saltOf = (hash: string | null) => hash?.slice(0, HASH_SALT_END);

/**
 * Hashes a new password of an account and stores it. The accounts of an address share one salt, because a sign-in derives one key and does not
 * find accounts with another salt. `store` throws WriteConflict (assertSharedSalt) if the salt has changed since it was read. Its other
 * conflicts are rethrown.
 */
export async function hashAndStorePassword<T>(
  control: ControlDb,
  { owner, password }: { owner: PasswordOwner; password: string },
  store: (hash: string) => Promise<T>,
): Promise<T> {
  let reference = await findSharedHash(control, owner);
  for (let hashes = 0; hashes < MAX_HASHES; hashes += 1) {
    try {
      return await store(await hashPassword(password, reference));
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const latest = await findSharedHash(control, owner);
      if (saltOf(latest) === saltOf(reference)) throw error;
      reference = latest;
    }
  }
  throw conflict("concurrent_change", "This account was changed at the same time. Try again.");
}
