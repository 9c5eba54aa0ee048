import { sha256Hex } from "../crypto/digest";
import { isPassword } from "../crypto/password";
import { type Account, countTry, type Failures, findAccount, findFailures, forgetFailures } from "../db/accounts";
import type { Meter } from "../db/meter";
import { Refusal } from "../refusal";

/** After as long without a failure, an address begins anew. */
export const FORGET_MS = 24 * 3_600_000;

/** How many tries in a row wait for nothing, and the longest that one after them waits. */
export interface Patience {
  free: number;
  longestMs: number;
}

/** Of one network at one e-mail address: whoever guesses there stops nobody else. */
const OF_NETWORK: Patience = { free: 5, longestMs: 15 * 60_000 };
/** Of all networks together: many guess at one address. Its owner waits a minute at most. */
const OF_ADDRESS: Patience = { free: 100, longestMs: 60_000 };

/** How long the next try waits after so many failures: twice as long as the one before, from 2 s on. */
export function waitAfter({ failures }: Failures, { free, longestMs }: Patience = OF_NETWORK): number {
  return failures <= free ? 0 : Math.min(1000 * 2 ** (failures - free), longestMs);
}

/** Who tries a password, at which address. */
export interface Try {
  email: string;
  password: string;
  /** The network that it comes from. */
  network: string;
}

/** The keys under which a try counts, each with its patience. */
async function keysOf({ email, network }: Try): Promise<(readonly [key: string, patience: Patience])[]> {
  const address = email.trim().toLowerCase();
  return [
    [await sha256Hex(JSON.stringify([address, network])), OF_NETWORK],
    [await sha256Hex(address), OF_ADDRESS],
  ];
}

/** Counts a try before its password is looked at: of a hundred at once, each. 429 for one that comes too early. */
async function countOrRefuse(d1: D1Database, meter: Meter, one: Try, now: number): Promise<void> {
  for (const [key, patience] of await keysOf(one)) {
    if ((await countTry(d1, meter, key, { ...patience, forgetMs: FORGET_MS }, now)) !== null) continue;
    const failures = await findFailures(d1, meter, key);
    const left = failures === null ? 1000 : failures.last_at + waitAfter(failures, patience) - now;
    const seconds = Math.max(1, Math.ceil(left / 1000));
    const message = `Too many wrong passwords. Try again in ${seconds} s.`;
    throw new Refusal("rate_limited", [{ code: "sign_in_wait", message }], { "Retry-After": String(seconds) });
  }
}

/** Whether a try's password is this account's. 429 where the address has failed too often: the right password does not help then either. */
export async function isRightPassword(d1: D1Database, meter: Meter, account: Account | null, one: Try, now: number): Promise<boolean> {
  await countOrRefuse(d1, meter, one, now);
  if (!(await isPassword(one.password, account?.password_hash ?? null)) || account === null) return false;
  for (const [key] of await keysOf(one)) await forgetFailures(d1, meter, key);
  return true;
}

/** The account that a try opens; null where it opens none, in the same time whether there is such an account or not. 429. */
export async function signInWithPassword(d1: D1Database, meter: Meter, one: Try, now: number): Promise<Account | null> {
  const account = await findAccount(d1, meter, one.email.trim());
  return (await isRightPassword(d1, meter, account, one, now)) ? account : null;
}
