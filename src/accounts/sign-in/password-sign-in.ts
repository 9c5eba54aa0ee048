import { sha256Hex } from "../../platform/crypto/digest";
import { matchingHashes, passwordFingerprint } from "../../platform/crypto/password";
import { type Account, findPasswordAccounts, mergeAccounts } from "./accounts.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { countAttempt, type Failures, clearFailures, type Throttle, undoAttempt } from "./sign-in-failures.sql.ts";
import { ApiError } from "../../platform/api-error";

/** After this time without a failure, the count of failures starts from zero. */
export const FAILURES_LIFETIME_MS = 24 * 3_600_000;

/** For one network at one address, for one browser at its accounts, or for one session. Guesses there do not affect anybody else. */
const SINGLE_THROTTLE: Throttle = { freeAttempts: 5, maxWaitMs: 15 * 60_000, lifetimeMs: FAILURES_LIFETIME_MS };
/**
 * For all networks at one address, against distributed guessing. Beyond it, at most one attempt per minute from a new browser is checked.
 */
const ADDRESS_THROTTLE: Throttle = { freeAttempts: 100, maxWaitMs: 60_000, lifetimeMs: FAILURES_LIFETIME_MS };

/** How long the next attempt must wait: 2 s after the first failure beyond the free ones, then twice as long after each failure. */
export function waitAfterFailures({ failures }: Failures, { freeAttempts, maxWaitMs }: Throttle = SINGLE_THROTTLE): number {
  return failures <= freeAttempts ? 0 : Math.min(1000 * 2 ** (failures - freeAttempts), maxWaitMs);
}

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** The accounts that it has signed in to, each with the fingerprint of its password at that time. */
  accounts: readonly { id: number; fingerprint: string | null }[];
}

export interface SignInAttempt {
  email: string;
  password: string;
  network: string;
  /** The browser that it comes from. Null for a new browser. */
  device: Device | null;
}

function waitError(failures: Failures | null, throttle: Throttle, now: number): ApiError {
  const left = failures === null ? 1000 : failures.last_at + waitAfterFailures(failures, throttle) - now;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const message = `Too many wrong passwords. Try again in ${seconds} s.`;
  return new ApiError("rate_limited", [{ code: "sign_in_wait", message }], { headers: { "Retry-After": String(seconds) } });
}

/** An attempt that was counted. Call `succeed` with the account if the password is right. */
interface CountedAttempt {
  succeed: (account: Account) => Promise<void>;
}

/** Call `undo` if the password is not checked after all. */
interface RevocableAttempt extends CountedAttempt {
  undo: () => Promise<void>;
}

/** Counts an attempt under a key. Throws 429 Too Many Requests if it is too early. A right password resets the count. */
async function countUnderKey(control: ControlDb, key: unknown): Promise<RevocableAttempt> {
  const hash = sha256Hex(JSON.stringify(key));
  const counted = await countAttempt(control, hash, SINGLE_THROTTLE);
  if (!counted.admitted) throw waitError(counted.failures, SINGLE_THROTTLE, control.now);
  return {
    succeed: async () => await clearFailures(control, hash),
    undo: async () => await undoAttempt(control, hash, counted.before),
  };
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
    throw waitError(counted.failures, ADDRESS_THROTTLE, control.now);
  }
  return {
    succeed: async (account) => {
      if (account.verified_by === null) return;
      await forNetwork.succeed(account);
      await undoAttempt(control, hash, counted.before);
    },
  };
}

/** Returns the account with the right password. Several accounts with the same address and password belong to one person and are merged. */
async function openAccount(control: ControlDb, matching: readonly Account[]): Promise<Account | null> {
  const [account, ...others] = matching;
  if (account === undefined) return null;
  const ids = others.map(({ id }) => id);
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
  const before = device?.accounts ?? [];
  const all = await findPasswordAccounts(control, { email: email.trim(), known: before.map(({ id }) => id) });
  const fingerprints = await Promise.all(all.map(async ({ password_hash }) => await passwordFingerprint(password_hash)));
  return {
    all,
    known: all.filter(({ id }, index) => before.some((account) => account.id === id && account.fingerprint === fingerprints[index])),
  };
}

/**
 * The account that an attempt signs in to, or null. The time does not depend on the number of accounts of the address. A browser that has
 * signed in to an account before is counted separately, so that other people's guesses do not delay it. Throws 429 Too Many Requests.
 */
export async function signInWithPassword(
  control: ControlDb,
  attempt: SignInAttempt,
  { all, known }: AttemptAccounts,
): Promise<Account | null> {
  const { password, device } = attempt;
  const counted =
    device === null || known.length === 0 ? await countNewBrowser(control, attempt) : await countBrowser(control, device, known);

  const hashes = await matchingHashes(
    password,
    all.map((account) => account.password_hash),
  );
  const isRight = ({ password_hash }: Account) => password_hash !== null && hashes.includes(password_hash);
  const matching = (known.length === 0 ? all : known).filter(isRight);
  const [opened] = matching;
  if (opened !== undefined || known.length === 0) {
    if (opened !== undefined) await counted.succeed(opened);
    return await openAccount(control, matching);
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
    return await openAccount(control, others);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function countBrowser(control: ControlDb, { id }: Device, known: readonly Account[]): Promise<CountedAttempt> {
  return await countUnderKey(control, ["device", id, ...known.map((account) => account.id)]);
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
  if (isRight) await counted.succeed(account);
  return isRight;
}
