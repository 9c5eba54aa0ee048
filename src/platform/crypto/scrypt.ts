import { scryptSync } from "node:crypto";

/** Cost of a key (RFC 7914): N rounds of r blocks, p times. Memory is 128 · N · r bytes. */
export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** Derives keys from passwords. An object, so that tests of something else can put a cheaper derivation in its place. */
export const scrypt = {
  key: (password: string, salt: Uint8Array, bytes: number, { N, r, p }: ScryptCost): Uint8Array =>
    scryptSync(password, salt, bytes, { N, r, p, maxmem: 2 * 128 * N * r }),
};
