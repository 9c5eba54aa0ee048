import { sha256Hex } from "../../platform/crypto/digest";
import { hashPassword, isCurrentHash, matchingHashes, passwordMark } from "../../platform/crypto/password";
import { type Account, findPasswordAccounts, findSharedHash, mergeAccounts, replaceHash } from "./accounts.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { countAttempt, type Failures, clearFailures, type Throttle, undoAttempt } from "./sign-in-failures.sql.ts";
import { ApiError } from "../../platform/api-error";

/** After as long without a failure, a row of failures begins anew. */
export const FAILURES_LIFETIME_MS = 24 * 3_600_000;

/** Of one network at one e-mail address, of one browser at one account, or of one session: whoever guesses there stops nobody else. */
const SINGLE_THROTTLE: Throttle = { freeAttempts: 5, maxWaitMs: 15 * 60_000, lifetimeMs: FAILURES_LIFETIME_MS };
/** Of all networks together: many guess at one address. A browser that is new here waits a minute after each try that is looked at, whoever sent it. */
const ADDRESS_THROTTLE: Throttle = { freeAttempts: 100, maxWaitMs: 60_000, lifetimeMs: FAILURES_LIFETIME_MS };

/** How long the next try waits after so many failures: twice as long as the one before, from 2 s on. */
export function waitAfterFailures({ failures }: Failures, { freeAttempts, maxWaitMs }: Throttle = SINGLE_THROTTLE): number {
  return failures <= freeAttempts ? 0 : Math.min(1000 * 2 ** (failures - freeAttempts), maxWaitMs);
}

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** The accounts that it has signed in to, each with the mark of the password that it had then (passwordMark). */
  accounts: readonly { id: number; mark: string | null }[];
}

/** Who tries a password, at which address. */
export interface SignInAttempt {
  email: string;
  password: string;
  /** The network that it comes from. */
  network: string;
  /** The browser that it comes from; null for one that is new here. */
  device: Device | null;
}

function waitError(failures: Failures | null, throttle: Throttle, now: number): ApiError {
  const left = failures === null ? 1000 : failures.last_at + waitAfterFailures(failures, throttle) - now;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const message = `Too many wrong passwords. Try again in ${seconds} s.`;
  return new ApiError("rate_limited", [{ code: "sign_in_wait", message }], { "Retry-After": String(seconds) });
}

/** A try that was counted; `succeed` is called with the account that its password opens. */
interface CountedAttempt {
  succeed: (account: Account) => Promise<void>;
}

/** `takeBack` is called where its password is not looked at after all. */
interface RevocableAttempt extends CountedAttempt {
  undo: () => Promise<void>;
}

/** Counts a try under a key of its own; 429 where it comes too early. A right password ends the row. */
async function countUnderKey(control: ControlDb, key: unknown): Promise<RevocableAttempt> {
  const hash = await sha256Hex(JSON.stringify(key));
  const counted = await countAttempt(control, hash, SINGLE_THROTTLE);
  if (!counted.admitted) throw waitError(counted.failures, SINGLE_THROTTLE, control.now);
  return {
    succeed: async () => await clearFailures(control, hash),
    undo: async () => await undoAttempt(control, hash, counted.before),
  };
}

/**
 * Counts a try of a browser that is new here: for its network, then for the address. 429 where it comes too early for either; it then counts
 * for neither, or others' guesses would draw out the waits of whoever goes on trying meanwhile. A right password
 * ends the row of the network, but not that of the address: who has an account at somebody's address must not clear what is counted there.
 * The right password of an account that nobody has verified takes back nothing. Whoever has one at somebody's address could set its password
 * to a guess and sign in, which also tries the other accounts. It is the same where there are none, or the difference would tell.
 */
async function countNewBrowser(control: ControlDb, { email, network }: SignInAttempt): Promise<CountedAttempt> {
  const address = email.trim().toLowerCase();
  const ofNetwork = await countUnderKey(control, [address, network]);
  const hash = await sha256Hex(address);
  const counted = await countAttempt(control, hash, ADDRESS_THROTTLE);
  if (!counted.admitted) {
    await ofNetwork.undo();
    throw waitError(counted.failures, ADDRESS_THROTTLE, control.now);
  }
  return {
    succeed: async (account) => {
      if (account.verified_by === null) return;
      await ofNetwork.succeed(account);
      await undoAttempt(control, hash, counted.before);
    },
  };
}

/** Signs in to what a right password opens: one account. Several of one address and one password are one person's, and become one. */
async function openAccount(control: ControlDb, right: readonly Account[], password: string): Promise<Account | null> {
  const [account, ...others] = right;
  if (account === undefined) return null;
  const ids = others.map(({ id }) => id);
  if (ids.length > 0) await mergeAccounts(control, account.id, ids);
  if (!isCurrentHash(account.password_hash)) {
    // The parameters have changed since it was chosen, and only now its password is known.
    const hash = hashPassword(password, await findSharedHash(control, account));
    await replaceHash(control, account, hash);
    return { ...account, password_hash: hash };
  }
  return account;
}

/** The accounts that a try may open. */
export interface AttemptAccounts {
  all: readonly Account[];
  /** Those that its browser has signed in to since their password was chosen. */
  known: readonly Account[];
}

/**
 * The accounts of a try's address. A new password makes every browser new to its account: whoever could sign in before has as many
 * of them as they like, and would guess at the new password with each.
 */
export async function findAccountsForAttempt(control: ControlDb, { email, device }: SignInAttempt): Promise<AttemptAccounts> {
  const before = device?.accounts ?? [];
  const all = await findPasswordAccounts(control, { email: email.trim(), known: before.map(({ id }) => id) });
  const marks = await Promise.all(all.map(async ({ password_hash }) => await passwordMark(password_hash)));
  return { all, known: all.filter(({ id }, index) => before.some((one) => one.id === id && one.mark === marks[index])) };
}

/**
 * The account that a try opens; null where it opens none, in the same time however many accounts the address has. A browser that has signed
 * in to an account before is counted by itself there, so that nobody else's guesses hold it up. Throws 429.
 */
export async function signInWithPassword(
  control: ControlDb,
  one: SignInAttempt,
  { all: accounts, known }: AttemptAccounts,
): Promise<Account | null> {
  const { password, device } = one;
  const counted =
    device === null || known.length === 0 ? await countNewBrowser(control, one) : await countKnownBrowser(control, device, known);

  const hashes = await matchingHashes(
    password,
    accounts.map((account) => account.password_hash),
  );
  const isRight = ({ password_hash }: Account) => password_hash !== null && hashes.includes(password_hash);
  const right = (known.length === 0 ? accounts : known).filter(isRight);
  const [opened] = right;
  if (opened !== undefined || known.length === 0) {
    if (opened !== undefined) await counted.succeed(opened);
    return await openAccount(control, right, password);
  }
  // To the other accounts of the address the browser is new. Whether there are any must not show: each miss is counted as if there were.
  try {
    const asNew = await countNewBrowser(control, one);
    const others = accounts.filter(isRight);
    const [other] = others;
    if (other !== undefined) await asNew.succeed(other);
    // An unverified account does not end the row of the browser's other accounts either.
    if (other !== undefined && other.verified_by !== null) await counted.succeed(other);
    return await openAccount(control, others, password);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function countKnownBrowser(control: ControlDb, { id }: Device, known: readonly Account[]): Promise<CountedAttempt> {
  return await countUnderKey(control, ["device", id, ...known.map((account) => account.id)]);
}

/** Whether this is the present password of who is signed in. Guesses are counted for the session alone. Throws 429. */
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
