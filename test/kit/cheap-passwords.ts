import { scryptSync } from "node:crypto";
import { scrypt } from "../../src/platform/crypto/password";

const { key } = scrypt;

/** Replaces the slow password derivation by the same one with 16 rounds. */
export function makePasswordsCheap(): void {
  scrypt.key = (password, salt) => scryptSync(password, salt, 32, { N: 16, r: 1, p: 1, maxmem: 2 ** 20 });
}

/** Restores the real password derivation in this test file. */
export function makePasswordsReal(): void {
  scrypt.key = key;
}
