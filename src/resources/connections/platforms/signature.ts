import { createHmac, type Hash } from "node:crypto";
import type { SignatureCheck } from "./adapter";

/** SHA-256 in one of two encodings; null for anything else. */
const DECODERS: Readonly<Record<"base64" | "hex", (text: string) => Uint8Array | null>> = {
  base64: (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? Uint8Array.fromBase64(text) : null),
  hex: (text) => (/^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null),
};

interface HmacForm {
  encoding?: "base64" | "hex";
  /** What is signed before the body. */
  prefix?: string;
}

/**
 * Checks whether a signature is the HMAC-SHA256 of the body under one of the keys. Of several signatures, one must be valid. Null: no text has
 * the form of a signature, so there is nothing to check.
 */
export function hmacCheck(
  signatures: readonly (string | null | undefined)[],
  keys: readonly string[],
  { encoding = "base64", prefix = "" }: HmacForm = {},
): SignatureCheck | null {
  const decoded = signatures.flatMap((signature) => DECODERS[encoding](signature?.trim() ?? "") ?? []);
  if (decoded.length === 0) return null;
  const hashes: Hash[] = keys.map((key) => createHmac("sha256", key).update(prefix));
  return {
    update: (part) => {
      for (const hash of hashes) hash.update(part);
    },
    // All are compared, in constant time, so that the time does not tell which one matched.
    isValid: () => {
      const digests = hashes.map((hash) => hash.digest());
      const results = decoded.flatMap((signature) => digests.map((digest) => crypto.subtle.timingSafeEqual(signature, digest)));
      return results.includes(true);
    },
  };
}

/** The check of a request that has proven itself before its body: the body is not signed. */
export const UNSIGNED_BODY: SignatureCheck = { update: () => undefined, isValid: () => true };
