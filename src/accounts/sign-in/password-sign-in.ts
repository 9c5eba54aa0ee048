import { sha256Hex } from "../../platform/crypto/digest";
import { hashPassword, isCurrentHash, matchingHashes, passwordFingerprint } from "../../platform/crypto/password";
import { type Account, findPasswordAccounts, findSharedHash, mergeAccounts, replaceHash } from "./accounts.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import { countTry, type Failures, forgetFailures, type Throttle, uncountTry } from "./sign-in-failures.sql.ts";
import { ApiError } from "../../platform/api-error";

/** After as long without a failure, a row of failures begins anew. */
export const FORGET_MS = 24 * 3_600_000;

/** Of one network at one e-mail address, of one browser at one account, or of one session: whoever guesses there stops nobody else. */
const OF_ONE: Throttle = { free: 5, longestMs: 15 * 60_000, forgetMs: FORGET_MS };
/** Of all networks together: many guess at one address. A browser that is new here waits a minute after each try that is looked at, whoever sent it. */
const OF_ADDRESS: Throttle = { free: 100, longestMs: 60_000, forgetMs: FORGET_MS };

/** How long the next try waits after so many failures: twice as long as the one before, from 2 s on. */
export function waitAfter({ failures }: Failures, { free, longestMs }: Throttle = OF_ONE): number {
  return failures <= free ? 0 : Math.min(1000 * 2 ** (failures - free), longestMs);
}

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** The accounts that it has signed in to, each with the fingerprint of its password at that time. */
  accounts: readonly { id: number; mark: string | null }[];
}

/** Who tries a password, at which address. */
export interface Try {
  email: string;
  password: string;
  /** The network that it comes from. */
  network: string;
  /** The browser that it comes from; null for one that is new here. */
  device: Device | null;
}

function mustWait(failures: Failures | null, throttle: Throttle, now: number): ApiError {
  const left = failures === null ? 1000 : failures.last_at + waitAfter(failures, throttle) - now;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const message = `Too many wrong passwords. Try again in ${seconds} s.`;
  return new ApiError("rate_limited", [{ code: "sign_in_wait", message }], { "Retry-After": String(seconds) });
}

/** A try that was counted; `succeed` is called with the account that its password opens. */
interface Counted {
  succeed: (account: Account) => Promise<void>;
}

/** `takeBack` is called where its password is not looked at after all. */
interface CountedAlone extends Counted {
  takeBack: () => Promise<void>;
}

/** Counts a try under a key of its own; 429 where it comes too early. A right password ends the row. */
async function countAlone(control: ControlDb, key: unknown): Promise<CountedAlone> {
  const hash = await sha256Hex(JSON.stringify(key));
  const counted = await countTry(control, hash, OF_ONE);
  if (!counted.admitted) throw mustWait(counted.failures, OF_ONE, control.now);
  return {
    succeed: async () => await forgetFailures(control, hash),
    takeBack: async () => await uncountTry(control, hash, counted.before),
  };
}

/**
 * Counts a try of a browser that is new here: for its network, then for the address. 429 where it comes too early for either; it then counts
 * for neither, or others' guesses would draw out the waits of whoever goes on trying meanwhile. A right password
 * ends the row of the network, but not that of the address: who has an account at somebody's address must not clear what is counted there.
 * The right password of an account that nobody has verified takes back nothing. Whoever has one at somebody's address could set its password
 * to a guess and sign in, which also tries the other accounts. It is the same where there are none, or the difference would tell.
 */
async function countNew(control: ControlDb, { email, network }: Try): Promise<Counted> {
  const address = email.trim().toLowerCase();
  const ofNetwork = await countAlone(control, [address, network]);
  const hash = await sha256Hex(address);
  const counted = await countTry(control, hash, OF_ADDRESS);
  if (!counted.admitted) {
    await ofNetwork.takeBack();
    throw mustWait(counted.failures, OF_ADDRESS, control.now);
  }
  return {
    succeed: async (account) => {
      if (account.verified_by === null) return;
      await ofNetwork.succeed(account);
      await uncountTry(control, hash, counted.before);
    },
  };
}

/** Signs in to what a right password opens: one account. Several of one address and one password are one person's, and become one. */
async function open(control: ControlDb, right: readonly Account[], password: string): Promise<Account | null> {
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
export interface TryAccounts {
  all: readonly Account[];
  /** Those that its browser has signed in to since their password was chosen. */
  known: readonly Account[];
}

/**
 * The accounts of a try's address. A new password makes every browser new to its account: whoever could sign in before has as many
 * of them as they like, and would guess at the new password with each.
 */
export async function accountsOfTry(control: ControlDb, { email, device }: Try): Promise<TryAccounts> {
  const before = device?.accounts ?? [];
  const all = await findPasswordAccounts(control, { email: email.trim(), known: before.map(({ id }) => id) });
  const marks = await Promise.all(all.map(async ({ password_hash }) => await passwordFingerprint(password_hash)));
  return { all, known: all.filter(({ id }, index) => before.some((one) => one.id === id && one.mark === marks[index])) };
}

/**
 * The account that a try opens; null where it opens none, in the same time however many accounts the address has. A browser that has signed
 * in to an account before is counted by itself there, so that nobody else's guesses hold it up. Throws 429.
 */
export async function signInWithPassword(control: ControlDb, one: Try, { all: accounts, known }: TryAccounts): Promise<Account | null> {
  const { password, device } = one;
  const counted = device === null || known.length === 0 ? await countNew(control, one) : await countDevice(control, device, known);

  const hashes = await matchingHashes(
    password,
    accounts.map((account) => account.password_hash),
  );
  const isRight = ({ password_hash }: Account) => password_hash !== null && hashes.includes(password_hash);
  const right = (known.length === 0 ? accounts : known).filter(isRight);
  const [opened] = right;
  if (opened !== undefined || known.length === 0) {
    if (opened !== undefined) await counted.succeed(opened);
    return await open(control, right, password);
  }
  // To the other accounts of the address the browser is new. Whether there are any must not show: each miss is counted as if there were.
  try {
    const asNew = await countNew(control, one);
    const others = accounts.filter(isRight);
    const [other] = others;
    if (other !== undefined) await asNew.succeed(other);
    // An unverified account does not end the row of the browser's other accounts either.
    if (other !== undefined && other.verified_by !== null) await counted.succeed(other);
    return await open(control, others, password);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function countDevice(control: ControlDb, { id }: Device, known: readonly Account[]): Promise<Counted> {
  return await countAlone(control, ["device", id, ...known.map((account) => account.id)]);
}

/** Whether this is the present password of who is signed in. Guesses are counted for the session alone. Throws 429. */
export async function isPresentPassword(
  control: ControlDb,
  account: Account,
  { password, sessionId }: { password: string; sessionId: string },
): Promise<boolean> {
  const counted = await countAlone(control, ["session", sessionId]);
  const isRight = (await matchingHashes(password, [account.password_hash])).length > 0;
  if (isRight) await counted.succeed(account);
  return isRight;
}
