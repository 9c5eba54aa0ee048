const encoder = new TextEncoder();

/**
 * Whether a signature in base64 is the HMAC-SHA256 of the bytes under one of the keys. WebCrypto compares in constant time, and every key is
 * tried, so that the time does not tell which one matched.
 */
export async function hasHmac(signature: string | null, bytes: Uint8Array, keys: readonly string[]): Promise<boolean> {
  const expected = decodeBase64(signature);
  if (expected === null) return false;
  const results = await Promise.all(
    keys.map(async (key) => {
      const imported = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
      return await crypto.subtle.verify("HMAC", imported, expected, bytes);
    }),
  );
  return results.includes(true);
}

/** The bytes of an HMAC-SHA256 in base64; null for anything else. */
function decodeBase64(text: string | null): Uint8Array | null {
  if (text === null || !/^[A-Za-z0-9+/]{43}=$/.test(text.trim())) return null;
  return Uint8Array.fromBase64(text.trim());
}
