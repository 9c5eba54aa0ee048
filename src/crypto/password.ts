import { scryptSync } from "node:crypto";
import { equalInConstantTime, hex } from "./digest";

function keyOf(password: string, salt: string): string {
  const key = scryptSync(password.normalize("NFKC"), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 });
  return hex(new Uint8Array(key).buffer);
}

/** A password as it is kept: `salt:key` in hex, scrypt with N 16384, r 16, p 1 (RFC 7914). */
export function hashPassword(password: string): string {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
  return `${salt}:${keyOf(password, salt)}`;
}

/** What takes as long to compare with as any password, and equals none. */
const NOBODYS = `${"0".repeat(32)}:`;

/** Whether this is the password that was kept; never, and as slowly, where none was (null). */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [salt = "", key = ""] = (kept ?? NOBODYS).split(":");
  return await equalInConstantTime(keyOf(password, salt), key);
}
