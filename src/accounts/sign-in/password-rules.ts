import { isWeakPassword } from "./weak-password";

/** Least and most characters of a password: length is what makes one good (NIST SP 800-63B, section 3.1.1.2). */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** Words of the service itself, which everybody who guesses knows too. */
const SERVICE_WORDS = ["order operations", "console", "backend"];

/** What is wrong with a new password, by a code for programs and a message for people. */
export interface PasswordError {
  code: "too_small" | "too_big" | "weak_password";
  message: string;
}

const LENGTH_MESSAGE = `A password has ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`;
const WEAK_MESSAGE =
  "This password is easy to guess: it is made of common words, rows of keys, or words of your address or organization. Choose a sentence of your own.";

/** What is wrong with a new password; null where nothing is. `details` are texts that name its person: address, name, organization. */
export function passwordError(password: string, details: readonly (string | null)[]): PasswordError | null {
  // Code points (NIST SP 800-63B, section 3.1.1.2).
  const { length } = Array.from(password.normalize("NFKC"));
  if (length < PASSWORD_LENGTH.min) return { code: "too_small", message: LENGTH_MESSAGE };
  if (length > PASSWORD_LENGTH.max) return { code: "too_big", message: LENGTH_MESSAGE };
  const known = [...SERVICE_WORDS, ...details].filter((text) => text !== null);
  return isWeakPassword(password, known) ? { code: "weak_password", message: WEAK_MESSAGE } : null;
}
