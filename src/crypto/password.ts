import { scryptSync } from "node:crypto";
import { hex } from "./digest";

/** A password as it is kept: `salt:key` in hex, scrypt with N 16384, r 16, p 1 (RFC 7914). */
export function hashPassword(password: string): string {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
  const key = scryptSync(password.normalize("NFKC"), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 });
  return `${salt}:${hex(new Uint8Array(key).buffer)}`;
}
