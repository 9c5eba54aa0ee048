/** The current master secret, which encrypts and decrypts, and during a rotation former ones, which only decrypt (docs/runbook.md). */
export type MasterSecrets = readonly [current: string, ...others: string[]];

const encoder = new TextEncoder();
const derived = new Map<string, Promise<CryptoKey>>();

async function derive(masterSecret: string, purpose: string, algorithm: "AES-GCM" | "HMAC"): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey("raw", encoder.encode(masterSecret), "HKDF", false, ["deriveKey"]);
  return await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(`order-operations/${purpose}`) },
    root,
    algorithm === "HMAC" ? { name: "HMAC", hash: "SHA-256", length: 256 } : { name: "AES-GCM", length: 256 },
    false,
    algorithm === "HMAC" ? ["sign", "verify"] : ["encrypt", "decrypt"],
  );
}

/** The key for one purpose, derived from the master secret with HKDF-SHA256 (RFC 5869) and cached in the isolate. */
export function derivedKey(masterSecret: string, purpose: string, algorithm: "AES-GCM" | "HMAC"): Promise<CryptoKey> {
  const name = `${algorithm}/${purpose}/${masterSecret}`;
  let key = derived.get(name);
  if (key === undefined) {
    key = derive(masterSecret, purpose, algorithm);
    derived.set(name, key);
  }
  return key;
}
