import { sha256Hex } from "../../platform/crypto/digest";
import { matchingHashes, passwordFingerprint } from "../../platform/crypto/password";
import { type Account, findPasswordAccounts, mergeAccounts } from "./accounts.sql.ts";
import { countUnderKey, FAILURES_LIFETIME_MS, waitError } from "./counted-attempt";
import type { ControlDb } from "../../platform/db/control-db";
import { countAttempt, type Throttle, undoAttempt } from "./sign-in-failures.sql.ts";
import { ApiError } from "../../platform/api-error";

/**
 * For all networks at one address, against distributed guessing. Beyond it, at most one attempt per minute from a new browser is checked.
 */
const ADDRESS_THROTTLE: Throttle = { freeAttempts: 100, maxWaitMs: 60_000, lifetimeMs: FAILURES_LIFETIME_MS };

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** The accounts that it has signed in to, each with the fingerprint of its password at that time. Null: it had no password. */
  accounts: readonly { id: number; fingerprint: string | null }[];
}

export interface SignInAttempt {
  email: string;
  password: string;
  /** The IP address that it comes from, or the network of an IPv6 address (`signInLimitKey`). */
  network: string;
  /** The browser that it comes from. Null for a new browser. */
  device: Device | null;
}

/** An attempt that was counted. Call `succeed` with the account if the password is right. */
interface CountedAttempt {
  succeed: (account: Account) => Promise<void>;
}

/**
 * Counts an attempt from a new browser, for its network and then for the address. Throws 429 Too Many Requests if it is too early for
 * either. It then counts for neither, so that other people's guesses do not prolong the waits of somebody who keeps trying. The right
 * password of a verified account resets the count of the network, but only undoes this attempt in the count of the address, which must not
 * be cleared by one account's owner. The right password of an unverified account changes no count. Otherwise somebody with an account at
 * another person's address could set its password to a guess and sign in, which also checks the other accounts. This applies without other
 * accounts, too.
 */
async function countNewBrowser(control: ControlDb, { email, network }: SignInAttempt): Promise<CountedAttempt> {
  const address = email.trim().toLowerCase();
  const forNetwork = await countUnderKey(control, [address, network]);
  const hash = sha256Hex(address);
  const counted = await countAttempt(control, hash, ADDRESS_THROTTLE);
  if (!counted.admitted) {
    await forNetwork.undo();
    throw waitError(counted.failures, { throttle: ADDRESS_THROTTLE, now: control.now });
  }
  return {
    succeed: async (account) => {
      if (account.verified_by === null) return;
      await forNetwork.succeed();
      await undoAttempt(control, hash, counted.before);
    },
  };
}

/**
 * Merges the other accounts with the same address and password into one, which it returns, because they belong to one person. Those with a second
 * factor stay as they are: whoever knows only the password must not get their memberships.
 */
export async function mergeIntoAccount(control: ControlDb, account: Account, others: readonly Account[]): Promise<Account> {
  const ids = others.filter(({ has_second_factor }) => has_second_factor === 0).map(({ id }) => id);
  if (ids.length > 0) await mergeAccounts(control, account.id, ids);
  return account;
}

export interface AttemptAccounts {
  all: readonly Account[];
  /** Those that the browser has signed in to since their password was chosen. */
  known: readonly Account[];
}

/**
 * The accounts of an attempt's address. After a change of password, every browser counts as new to the account: somebody who knew the old
 * password may have signed in with many browsers, and could guess the new password with each.
 */
export async function findAccountsForAttempt(control: ControlDb, { email, device }: SignInAttempt): Promise<AttemptAccounts> {
  const earlier = device?.accounts ?? [];
  const all = await findPasswordAccounts(control, { email: email.trim(), known: earlier.map(({ id }) => id) });
  const isKnown = await Promise.all(all.map(async (account) => await isKnownDevice(device, account)));
  return { all, known: all.filter((_, index) => isKnown[index]) };
}

/**
 * The accounts whose password was entered, the one to open first. None if it is wrong. The time does not depend on the number of accounts of the
 * address. A browser that has signed in to an account before is counted separately, so that other people's guesses do not delay it. Throws 429 Too
 * Many Requests.
 */
export async function signInWithPassword(
  control: ControlDb,
  attempt: SignInAttempt,
  { all, known }: AttemptAccounts,
): Promise<readonly Account[]> {
  const { password, device } = attempt;
  const counted =
    device === null || known.length === 0 ? await countNewBrowser(control, attempt) : await countBrowser(control, device, known);

  const hashes = await matchingHashes(
    password,
    all.map((account) => account.password_hash),
  );
  const isRight = ({ password_hash }: Account) => password_hash !== null && hashes.includes(password_hash);
  const matching = (known.length === 0 ? all : known).filter(isRight);
  const [first] = matching;
  if (first !== undefined || known.length === 0) {
    if (first !== undefined) await counted.succeed(first);
    return matching;
  }
  // For the other accounts of the address, the browser is new. Every failure is counted so, or the counts would reveal that there are
  // others.
  try {
    const countedAsNew = await countNewBrowser(control, attempt);
    const others = all.filter(isRight);
    const [other] = others;
    if (other !== undefined) await countedAsNew.succeed(other);
    // An unverified account does not reset the count of the browser's other accounts either.
    if (other !== undefined && other.verified_by !== null) await counted.succeed(other);
    return others;
  } catch (error) {
    // It is too early for another attempt as a new browser. This browser must not wait for that, so it only learns that the password is wrong.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

async function countBrowser(control: ControlDb, { id }: Device, known: readonly Account[]): Promise<CountedAttempt> {
  return await countUnderKey(control, ["device", id, ...known.map((account) => account.id)]);
}

/** Whether a browser has signed in to an account since its password was chosen. */
export async function isKnownDevice(device: Device | null, { id, password_hash }: Account): Promise<boolean> {
  const fingerprint = await passwordFingerprint(password_hash);
  return device?.accounts.some((account) => account.id === id && account.fingerprint === fingerprint) === true;
}

/**
 * Whether this is the current password of the person who is signed in. Attempts are counted for the session only. Throws 429 Too Many
 * Requests.
 */
export async function isCurrentPassword(
  control: ControlDb,
  account: Account,
  { password, sessionId }: { password: string; sessionId: string },
): Promise<boolean> {
  const counted = await countUnderKey(control, ["session", sessionId]);
  const isRight = (await matchingHashes(password, [account.password_hash])).length > 0;
  if (isRight) await counted.succeed();
  return isRight;
}
