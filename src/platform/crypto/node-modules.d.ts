/** What the Worker uses of Node's modules (nodejs_compat); Node's own types do not fit beside workerd's. */
declare module "node:zlib" {
  export function crc32(data: string): number;
}

declare module "node:crypto" {
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
