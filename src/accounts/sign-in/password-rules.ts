import { isWeakPassword } from "./weak-password";

/** The number of characters of a password. Length is the main factor of its strength (NIST SP 800-63B, section 3.1.1.2). */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** Words of the service itself, which an attacker knows. */
const SERVICE_WORDS = ["order operations", "console", "backend"];

export interface PasswordError {
  code: "too_small" | "too_big" | "weak_password";
  message: string;
}

const LENGTH_MESSAGE = `A password has ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`;
const WEAK_MESSAGE =
  "This password is easy to guess: it consists of common words, rows of keys, or words from your address or organization. Choose another one, such as a sentence.";

/** Why a new password is rejected, or null. `details` are texts about the person: address, name, organization. */
export function passwordError(password: string, details: readonly (string | null)[]): PasswordError | null {
  // Code points (NIST SP 800-63B, section 3.1.1.2).
  const { length } = Array.from(password.normalize("NFKC"));
  if (length < PASSWORD_LENGTH.min) return { code: "too_small", message: LENGTH_MESSAGE };
  if (length > PASSWORD_LENGTH.max) return { code: "too_big", message: LENGTH_MESSAGE };
  const texts = [...SERVICE_WORDS, ...details].filter((text) => text !== null);
  return isWeakPassword(password, texts) ? { code: "weak_password", message: WEAK_MESSAGE } : null;
}
