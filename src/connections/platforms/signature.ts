const encoder = new TextEncoder();

/**
 * Whether a signature is the HMAC-SHA256 of the bytes under one of the keys. WebCrypto compares in constant time, and every key is tried, so
 * that the time does not tell which one matched.
 */
export async function hasHmac(
  signature: string | null,
  bytes: Uint8Array,
  keys: readonly string[],
  encoding: "base64" | "hex" = "base64",
): Promise<boolean> {
  const expected = DECODERS[encoding](signature?.trim() ?? "");
  if (expected === null) return false;
  const results = await Promise.all(
    keys.map(async (key) => {
      const imported = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
      return await crypto.subtle.verify("HMAC", imported, expected, bytes);
    }),
  );
  return results.includes(true);
}

/** The bytes of an HMAC-SHA256; null for anything else. */
const DECODERS: Readonly<Record<"base64" | "hex", (text: string) => Uint8Array | null>> = {
  base64: (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? Uint8Array.fromBase64(text) : null),
  hex: (text) => (/^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null),
};
