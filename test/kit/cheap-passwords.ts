import { scryptSync } from "node:crypto";
import { scrypt } from "../../src/platform/crypto/password";

const { key, pause } = scrypt;

/**
 * Replaces the slow password derivation by the same one with 16 rounds of one block, and the wait before the next one by a turn of other
 * requests. Where a test has set the clock ahead, the next derivation would otherwise wait for two seconds.
 */
export function makePasswordsCheap(): void {
  scrypt.key = (password, salt) => scryptSync(password, salt, 32, { N: 16, r: 1, p: 1, maxmem: 2 ** 20 });
  scrypt.pause = async () => await pause(0);
}

/** Restores the wait between two derivations in this test file. */
export function makePausesReal(): void {
  scrypt.pause = pause;
}

/** Restores the real password derivation in this test file. */
export function makePasswordsReal(): void {
  scrypt.key = key;
}
