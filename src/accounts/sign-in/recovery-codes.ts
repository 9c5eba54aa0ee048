import { sha256Hex } from "../../platform/crypto/digest";

/** Letters and digits that nobody confuses. 32 of them, so each is equally likely for a random byte. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
/** 80 bits, so that a hash without a salt or rounds is enough. */
const CODE_LENGTH = 16;
const CODE_COUNT = 10;

function newCode(): string {
  const code = Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return [0, 4, 8, 12].map((start) => code.slice(start, start + 4)).join("-");
}

/** Codes that each replace one code of the app, for a person who has lost it. They are known only when they are created. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, newCode);
}

/** What is stored of a recovery code. Null if the text has not its form: then it is a code of the app, or mistyped. */
export function recoveryCodeHash(userId: number, text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, "");
  // CODE_LENGTH characters of the ALPHABET.
  return /^[a-kmnp-z2-9]{16}$/.test(code) ? sha256Hex(JSON.stringify([userId, code])) : null;
}
