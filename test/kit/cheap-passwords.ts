import { scryptSync } from "node:crypto";
import { scrypt } from "../../src/platform/crypto/password";

const { key } = scrypt;

/** A stand-in for the time that a password takes: the same derivation with 16 rounds. */
export function makePasswordsCheap(): void {
  scrypt.key = (password, salt) => scryptSync(password, salt, 32, { N: 16, r: 1, p: 1, maxmem: 2 ** 20 });
}

/** Passwords take their time again, in this test file. */
export function makePasswordsReal(): void {
  scrypt.key = key;
}
