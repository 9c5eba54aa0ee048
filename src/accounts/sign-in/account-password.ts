import { hashPassword, CURRENT_HASH_SALT_END } from "../../platform/crypto/password";
import { findSharedHash, type PasswordOwner } from "./accounts.sql.ts";
import { WriteConflict } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { conflict } from "../../platform/api-error";

/** So often a password is hashed while other accounts of its address change their salt. */
const MAX_HASHES = 3;

const saltOf = (hash: string | null) => hash?.slice(0, CURRENT_HASH_SALT_END);

/**
 * Hashes a new password of an account, and stores it. It shares the salt of the other accounts of the address: with a salt of its own, a wrong
 * password would take longer, which told whoever chose this one that there are others. `store` throws WriteConflict (mustShareSalt) where
 * the salt changed meanwhile, and may do so for its own reasons, which are thrown on.
 */
export async function withAccountHash<T>(
  control: ControlDb,
  { owner, password }: { owner: PasswordOwner; password: string },
  store: (hash: string) => Promise<T>,
): Promise<T> {
  let like = await findSharedHash(control, owner);
  for (let hashes = 0; hashes < MAX_HASHES; hashes += 1) {
    try {
      return await store(hashPassword(password, like));
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const now = await findSharedHash(control, owner);
      if (saltOf(now) === saltOf(like)) throw error;
      like = now;
    }
  }
  throw conflict("concurrent_change", "This is being changed by others; try again.");
}
