import { crc32 } from "node:zlib";
import { base62, randomBase62 } from "./random";

/** API keys authenticate at Public V1, API tokens at v2 (docs/spec/authentication.md#secrets). */
export type CredentialKind = "api_key" | "api_token";

const PREFIX = { api_key: "ak_live_", api_token: "sk_live_" } as const satisfies Record<CredentialKind, string>;
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

function checksum(text: string): string {
  return base62(crc32(text), CHECKSUM_LENGTH);
}

export function hasPrefix(kind: CredentialKind, text: string): boolean {
  return text.startsWith(PREFIX[kind]);
}

/** Generates a secret: the prefix, 30 random base62 characters (178 bits), and the CRC32 of both in 6 characters. */
export function newSecret(kind: CredentialKind): string {
  const body = PREFIX[kind] + randomBase62(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text has the form and checksum of a secret of this kind, so that garbage is rejected without I/O. */
export function isWellFormed(kind: CredentialKind, text: string): boolean {
  const prefix = PREFIX[kind];
  if (!text.startsWith(prefix) || text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}
