import { WriteConflict } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { decrypt, encrypt } from "../../platform/crypto/encryption";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { matchingStep } from "../../platform/crypto/totp";
import { conflict } from "../../platform/api-error";
import { logError } from "../../platform/log";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes";
import {
  acceptRecoveryCode,
  acceptStep,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorRow,
} from "./second-factor.sql.ts";
import type { Person } from "./sessions.sql.ts";

const scopeOf = (userId: number) => ({ purpose: "second-factors", context: String(userId) }) as const;

export async function encryptSecret(masterSecrets: MasterSecrets, userId: number, secret: Uint8Array): Promise<string> {
  return (await encrypt(masterSecrets, scopeOf(userId), secret)).toBase64();
}

/** Returns null, and logs it, if no master secret decrypts the secret. The person then needs a recovery code or a reset. */
export async function decryptSecret(masterSecrets: MasterSecrets, { user_id, secret }: SecondFactorRow): Promise<Uint8Array | null> {
  try {
    return await decrypt(masterSecrets, scopeOf(user_id), Uint8Array.fromBase64(secret));
  } catch (error) {
    logError("second_factor.decrypt_secret", error, { user_id });
    return null;
  }
}

/** The digits of a code that a person typed, perhaps with a space in the middle. Null if it is not six digits. */
export function codeDigits(text: string): string | null {
  return /^\d{6}$/.exec(text.normalize("NFKC").replaceAll(/\s/g, ""))?.[0] ?? null;
}

/** Whether this is a current code of a person's app, or one of their recovery codes. Each is accepted once. */
export async function acceptCode(
  control: ControlDb,
  masterSecrets: MasterSecrets,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const hash = recoveryCodeHash(userId, code);
  if (hash !== null) return await acceptRecoveryCode(control, userId, hash);
  const digits = codeDigits(code);
  const factor = digits === null ? null : await findSecondFactor(control, userId);
  const secret = factor === null ? null : await decryptSecret(masterSecrets, factor);
  if (digits === null || factor === null || secret === null) return false;
  const step = await matchingStep(secret, digits, control.now);
  return step !== null && (await acceptStep(control, factor, step));
}

interface Setup {
  person: Person;
  sessionId: string;
  secret: Uint8Array;
  /** The digits that the app shows. */
  digits: string;
}

/**
 * Turns the second factor on, if the digits prove that the app has the secret. Returns the recovery codes, or null if the digits are wrong. Throws
 * 409 Conflict if it is on already.
 */
export async function enableSecondFactor(
  control: ControlDb,
  masterSecrets: MasterSecrets,
  { person, sessionId, secret, digits }: Setup,
): Promise<string[] | null> {
  const step = await matchingStep(secret, digits, control.now);
  if (step === null) return null;
  const codes = newRecoveryCodes();
  const factor = { secret: await encryptSecret(masterSecrets, person.id, secret), step, codeHashes: hashesOf(person, codes) };
  try {
    await insertSecondFactor(control, person, { ...factor, keptSession: sessionId });
  } catch (error) {
    throw error instanceof WriteConflict ? conflict("concurrent_change", ALREADY_ON) : error;
  }
  return codes;
}

const ALREADY_ON = "The second factor is on already. If you did not note its recovery codes, create new ones on your account's page.";

const hashesOf = ({ id }: Person, codes: readonly string[]): string[] =>
  codes.map((code) => recoveryCodeHash(id, code)).filter((hash) => hash !== null);

/** Replaces the recovery codes of a second factor by new ones, and returns these. Throws 409 Conflict if it was turned off. */
export async function renewRecoveryCodes(control: ControlDb, person: Person): Promise<string[]> {
  const codes = newRecoveryCodes();
  try {
    await replaceRecoveryCodes(control, person, hashesOf(person, codes));
  } catch (error) {
    throw error instanceof WriteConflict ? conflict("concurrent_change", "The second factor was turned off. Load the page again.") : error;
  }
  return codes;
}

/** Turns the second factor off. Does nothing if it is off already. */
export async function disableSecondFactor(control: ControlDb, person: Person): Promise<void> {
  try {
    await deleteSecondFactor(control, person);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
