import { sha256Hex } from "../crypto/digest";
import { isPassword } from "../crypto/password";
import { type Account, countFailure, type Failures, findAccount, forgetFailures } from "../db/accounts";
import type { Meter } from "../db/meter";
import { Refusal } from "../refusal";

/** So many wrong passwords in a row cost nothing but the time to type them. */
const FREE_FAILURES = 5;
const LONGEST_WAIT_MS = 15 * 60_000;
/** After as long without a failure, an address begins anew. */
export const FORGET_MS = 24 * 3_600_000;

/** How long an address waits for its next try after so many failures: 2 s after the sixth, doubling to 15 min. */
export function waitAfter({ failures }: Failures): number {
  return failures <= FREE_FAILURES ? 0 : Math.min(1000 * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
}

/**
 * The account that an e-mail address and a password open; null where they open none, in the same time whether there is
 * such an account or not. 429 for an address that has failed too often, where the right password does not help either.
 */
export async function signInWithPassword(
  d1: D1Database,
  meter: Meter,
  { email, password }: { email: string; password: string },
  now: number,
): Promise<Account | null> {
  const addressHash = await sha256Hex(email.trim().toLowerCase());
  const { account, failures } = await findAccount(d1, meter, email.trim(), addressHash);
  if (failures !== null && now - failures.last_at < FORGET_MS) refuseEarly(failures, now);
  // Before the password is looked at: of a hundred guesses at once, each counts.
  await countFailure(d1, meter, addressHash, FORGET_MS, now);
  if (!(await isPassword(password, account?.password_hash ?? null)) || account === null) return null;
  await forgetFailures(d1, meter, addressHash);
  return account;
}

function refuseEarly(failures: Failures, now: number): void {
  const left = failures.last_at + waitAfter(failures) - now;
  if (left <= 0) return;
  const seconds = Math.ceil(left / 1000);
  const message = `Too many wrong passwords. Try again in ${seconds} s.`;
  throw new Refusal("rate_limited", [{ code: "sign_in_wait", message }], { "Retry-After": String(seconds) });
}
