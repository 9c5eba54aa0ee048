import type { ControlDb } from "../../platform/db/control-db";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { passwordFingerprint } from "../../platform/crypto/password";
import { ApiError } from "../../platform/api-error";
import { type Account, findAccountsById } from "./accounts.sql.ts";
import { countUnderKey, FAILURES_LIFETIME_MS, type RevocableAttempt, SINGLE_THROTTLE } from "./counted-attempt";
import { type Device, isKnownDevice, mergeIntoAccount } from "./password-sign-in";
import { acceptCode } from "./second-factor";
import type { Throttle } from "./sign-in-failures.sql.ts";

/** How long a code may be entered after the password. */
export const SECOND_STEP_MS = 10 * 60_000;

/**
 * For all new browsers at one account: at most one code an hour in the long run. Three of a million codes are right at any time, so guessing takes
 * years. A browser that has signed in before is counted by itself, so that nobody can lock the account's owner out of it.
 */
const NEW_BROWSERS_THROTTLE: Throttle = { freeAttempts: 5, maxWaitMs: 3_600_000, lifetimeMs: FAILURES_LIFETIME_MS };

/** A sign-in whose password was right, and that still needs a code. It gives access to nothing. */
export interface PendingSignIn {
  /** The accounts with this password, each with its fingerprint. */
  accounts: readonly { id: number; fingerprint: string | null }[];
  /** ms since 1970. */
  until: number;
}

export function needsSecondStep(accounts: readonly Account[]): boolean {
  return accounts.some(({ has_second_factor }) => has_second_factor === 1);
}

export async function pendingSignIn(accounts: readonly Account[], now: number): Promise<PendingSignIn> {
  const withFingerprints = accounts.map(async ({ id, password_hash }) => ({ id, fingerprint: await passwordFingerprint(password_hash) }));
  return { accounts: await Promise.all(withFingerprints), until: now + SECOND_STEP_MS };
}

/** The accounts of a sign-in, without those whose password has changed or that belong to no organization any more. */
async function currentAccounts(control: ControlDb, { accounts }: PendingSignIn): Promise<Account[]> {
  const current = await findAccountsById(
    control,
    accounts.map(({ id }) => id),
  );
  const fingerprints = await Promise.all(current.map(async ({ password_hash }) => await passwordFingerprint(password_hash)));
  return current.filter(({ id }, index) => accounts.some((each) => each.id === id && each.fingerprint === fingerprints[index]));
}

async function countCode(control: ControlDb, device: Device | null, account: Account): Promise<RevocableAttempt> {
  if (device !== null && (await isKnownDevice(device, account))) {
    return await countUnderKey(control, ["code", account.id, device.id], { throttle: SINGLE_THROTTLE, guessed: "codes" });
  }
  return await countUnderKey(control, ["code", account.id], { throttle: NEW_BROWSERS_THROTTLE, guessed: "codes" });
}

export interface CodeAttempt {
  code: string;
  /** The browser that it comes from. Null for a new browser. */
  device: Device | null;
}

/**
 * The account whose second factor accepts the code. Null if none does, "ended" if the sign-in is no longer valid. Usually there is one account. Each
 * is counted by itself, so that guesses at one do not count less because there are others. Throws 429 Too Many Requests.
 */
export async function finishSecondStep(
  control: ControlDb,
  masterSecrets: MasterSecrets,
  { pending, code, device }: CodeAttempt & { pending: PendingSignIn },
): Promise<Account | "ended" | null> {
  const current = await currentAccounts(control, pending);
  const secured = current.filter(({ has_second_factor }) => has_second_factor === 1);
  if (pending.until <= control.now || secured.length === 0) return "ended";
  const failed: RevocableAttempt[] = [];
  let tooEarlyError: unknown = null;
  for (const account of secured) {
    const counted = await countCode(control, device, account).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      tooEarlyError = error;
      return null;
    });
    if (counted === null) continue;
    if (await acceptCode(control, masterSecrets, { userId: account.id, code })) {
      await counted.succeed();
      for (const other of failed) await other.undo();
      const others = current.filter(({ id }) => id !== account.id);
      return await mergeIntoAccount(control, account, others);
    }
    failed.push(counted);
  }
  if (failed.length === 0 && tooEarlyError !== null) throw tooEarlyError;
  return null;
}

/** Whether this is a code of a person who is signed in. Attempts are counted for the session only. Throws 429 Too Many Requests. */
export async function isCurrentCode(
  control: ControlDb,
  masterSecrets: MasterSecrets,
  { userId, sessionId, code }: { userId: number; sessionId: string; code: string },
): Promise<boolean> {
  const counted = await countUnderKey(control, ["code", "session", sessionId], { guessed: "codes" });
  const isAccepted = await acceptCode(control, masterSecrets, { userId, code });
  if (isAccepted) await counted.succeed();
  return isAccepted;
}
