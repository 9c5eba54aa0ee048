import { createHash, createHmac, type Hash } from "node:crypto";
import type { SignatureCheck } from "./adapter";

/** SHA-256 in one of two encodings; null for anything else. */
const DECODERS: Readonly<Record<"base64" | "hex", (text: string) => Uint8Array | null>> = {
  base64: (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? Uint8Array.fromBase64(text) : null),
  hex: (text) => (/^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null),
};

/**
 * Compares the hashes of a body with the signatures of its request, in constant time. All are compared, so that the time does not tell which one
 * matched.
 */
function checkOf(
  signatures: readonly Uint8Array[],
  hashes: readonly Hash[],
  end = (hash: Hash): Uint8Array => hash.digest(),
): SignatureCheck {
  return {
    update: (part) => {
      for (const hash of hashes) hash.update(part);
    },
    isValid: () => {
      const digests = hashes.map(end);
      const results = signatures.flatMap((signature) => digests.map((digest) => crypto.subtle.timingSafeEqual(signature, digest)));
      return results.includes(true);
    },
  };
}

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
  return checkOf(
    decoded,
    keys.map((key) => createHmac("sha256", key).update(prefix)),
  );
}

/** Checks whether a signature is the SHA-256 of the body and a suffix, which contains the secret. Null: it does not have the form of one. */
export function digestCheck(signature: string | null, suffixes: readonly string[]): SignatureCheck | null {
  const decoded = DECODERS.hex(signature?.trim() ?? "");
  if (decoded === null) return null;
  const suffixOf = new Map(suffixes.map((suffix) => [createHash("sha256"), suffix]));
  return checkOf([decoded], [...suffixOf.keys()], (hash) => hash.update(suffixOf.get(hash) ?? "").digest());
}

/** The check of a request that has proven itself before its body: the body is not signed. */
export const UNSIGNED_BODY: SignatureCheck = { update: () => undefined, isValid: () => true };
