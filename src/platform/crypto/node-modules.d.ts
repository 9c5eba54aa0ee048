/** The parts of Node's modules that the Worker uses (nodejs_compat). Node's own types conflict with workerd's. */
declare module "node:zlib" {
  export function crc32(data: string): number;
}

declare module "node:crypto" {
  export interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(): Uint8Array;
    digest(encoding: "hex"): string;
  }
  export function createHash(algorithm: "sha256"): Hash;
  export function createHmac(algorithm: "sha256", key: string): Hash;
  export function scryptSync(
    password: string,
    salt: Uint8Array,
    length: number,
    options: { N: number; r: number; p: number; maxmem: number },
  ): Uint8Array;
}

declare module "node:buffer" {
  export const Buffer: { byteLength(text: string): number };
}
