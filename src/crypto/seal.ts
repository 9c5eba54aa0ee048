import { fromBase64, toBase64 } from "./encoding";
import { derivedKey } from "./master-key";

/** What is sealed; each purpose has a key of its own. */
export type SealPurpose = "webhook-secrets" | "remembered-answers";

const IV_BYTES = 12;

/**
 * Encrypts bytes at rest: AES-256-GCM, fresh random IV in front of the ciphertext (NIST SP 800-38D).
 * `context` is authenticated with it, so that a value can't be moved to another row.
 */
export async function seal(masterSecret: string, purpose: SealPurpose, context: string, plain: Uint8Array): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await derivedKey(masterSecret, purpose, "AES-GCM");
  const additionalData = new TextEncoder().encode(context);
  const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, plain));
  const sealed = new Uint8Array(IV_BYTES + cipher.length);
  sealed.set(iv);
  sealed.set(cipher, IV_BYTES);
  return sealed;
}

/** The bytes that `seal` was given; throws where key, context or bytes differ. */
export async function unseal(masterSecret: string, purpose: SealPurpose, context: string, sealed: Uint8Array): Promise<Uint8Array> {
  const key = await derivedKey(masterSecret, purpose, "AES-GCM");
  const additionalData = new TextEncoder().encode(context);
  const iv = sealed.slice(0, IV_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed.slice(IV_BYTES)));
}

/** `seal` of a text, as base64. */
export async function sealText(masterSecret: string, purpose: SealPurpose, context: string, text: string): Promise<string> {
  return toBase64(await seal(masterSecret, purpose, context, new TextEncoder().encode(text)));
}

/** The text that `sealText` was given. */
export async function unsealText(masterSecret: string, purpose: SealPurpose, context: string, sealed: string): Promise<string> {
  return new TextDecoder().decode(await unseal(masterSecret, purpose, context, fromBase64(sealed)));
}
