import { CURRENT_HASH_PREFIX, hashPassword } from "../crypto/password";
import { findHashLike } from "../db/accounts";
import type { Meter } from "../db/meter";

/**
 * A new password of an account, as it is stored. It shares the salt of the other accounts of the address: with a salt of its own, a wrong
 * password would take longer, which told whoever chose this one that there are others. `id` is null for an account that is being made.
 */
export async function hashAccountPassword(
  d1: D1Database,
  meter: Meter,
  { id, email }: { id: number | null; email: string },
  password: string,
): Promise<string> {
  return hashPassword(password, await findHashLike(d1, meter, { email, except: id, prefix: CURRENT_HASH_PREFIX }));
}
