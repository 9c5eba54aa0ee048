import { concatBytes } from "./encoding";
import { derivedKey, type MasterSecrets } from "./master-key";

/** What is sealed. */
export interface Sealing {
  /** Each purpose has a key of its own. */
  purpose: "webhook-secrets" | "remembered-answers" | "console-auth-requests" | "console-devices";
  /** Where it belongs. It is authenticated with what is sealed, so that a value can't be moved to another row. */
  context: string;
}

/** Six bytes are eight characters of base64: the database can tell by them what is sealed under which master secret. */
const ID_BYTES = 6;
const IV_BYTES = 12;

const ids = new Map<string, Uint8Array>();

/** What tells a master secret from another, and nothing else of it. */
async function idOf(masterSecret: string): Promise<Uint8Array> {
  let id = ids.get(masterSecret);
  if (id === undefined) {
    const key = await derivedKey(masterSecret, "seal-ids", "HMAC");
    id = new Uint8Array(await crypto.subtle.sign("HMAC", key, new Uint8Array()), 0, ID_BYTES);
    ids.set(masterSecret, id);
  }
  return id;
}

/** How each text that `sealText` makes under this master secret begins. */
export async function sealMark(masterSecret: string): Promise<string> {
  return (await idOf(masterSecret)).toBase64();
}

/**
 * Encrypts bytes at rest under the first master secret: its id, a fresh random IV, the ciphertext of AES-256-GCM (NIST SP
 * 800-38D).
 */
export async function seal([masterSecret]: MasterSecrets, { purpose, context }: Sealing, plain: Uint8Array): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await derivedKey(masterSecret, purpose, "AES-GCM");
  const additionalData = new TextEncoder().encode(context);
  const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, plain));
  return concatBytes([await idOf(masterSecret), iv, cipher]);
}

/** The bytes that `seal` was given; throws where context or bytes differ, or the master secret is none of these. */
export async function unseal(masterSecrets: MasterSecrets, { purpose, context }: Sealing, sealed: Uint8Array): Promise<Uint8Array> {
  const key = await derivedKey(await sealerOf(masterSecrets, sealed), purpose, "AES-GCM");
  const additionalData = new TextEncoder().encode(context);
  const iv = sealed.slice(ID_BYTES, ID_BYTES + IV_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed.slice(ID_BYTES + IV_BYTES)));
}

async function sealerOf(masterSecrets: MasterSecrets, sealed: Uint8Array): Promise<string> {
  for (const masterSecret of masterSecrets) {
    const id = await idOf(masterSecret);
    if (id.every((byte, index) => byte === sealed[index])) return masterSecret;
  }
  throw new Error("This was sealed under another master secret.");
}

/** `seal` of a text, as base64. */
export async function sealText(masterSecrets: MasterSecrets, sealing: Sealing, text: string): Promise<string> {
  return (await seal(masterSecrets, sealing, new TextEncoder().encode(text))).toBase64();
}

/** The text that `sealText` was given. */
export async function unsealText(masterSecrets: MasterSecrets, sealing: Sealing, sealed: string): Promise<string> {
  return new TextDecoder().decode(await unseal(masterSecrets, sealing, Uint8Array.fromBase64(sealed)));
}
