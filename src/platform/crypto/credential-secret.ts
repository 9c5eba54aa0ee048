import { crc32 } from "node:zlib";
import { base62, randomBase62 } from "./random";

/** API keys open Public V1, API tokens open v2 (docs/spec/authentication.md#secrets). */
export type CredentialKind = "api_key" | "api_token";

const PREFIX = { api_key: "ak_live_", api_token: "sk_live_" } as const satisfies Record<CredentialKind, string>;
const RANDOM = 30;
const CHECKSUM = 6;

function checksum(text: string): string {
  return base62(crc32(text), CHECKSUM);
}

/** Whether a text begins as the secrets of this kind do. */
export function hasPrefix(kind: CredentialKind, text: string): boolean {
  return text.startsWith(PREFIX[kind]);
}

/** A new secret: prefix, 30 random base62 characters (178 bits), 6 of their CRC32. */
export function newSecret(kind: CredentialKind): string {
  const body = PREFIX[kind] + randomBase62(RANDOM);
  return body + checksum(body);
}

/** Whether a text can be a secret of this kind at all: garbage is told apart without any I/O. */
export function isWellFormed(kind: CredentialKind, text: string): boolean {
  const prefix = PREFIX[kind];
  if (!text.startsWith(prefix) || text.length !== prefix.length + RANDOM + CHECKSUM) return false;
  return checksum(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM);
}
