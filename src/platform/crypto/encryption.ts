import { concatBytes } from "./encoding";
import { derivedKey, type MasterSecrets } from "./master-key";

/** What an encrypted value is for. It can only be decrypted with the same purpose and context. */
export interface EncryptionScope {
  /** Each purpose has its own key. */
  purpose:
    | "webhook-secrets"
    | "stored-responses"
    | "console-auth-requests"
    | "console-devices"
    | "consistency-tokens"
    | "erasures"
    | "second-factors"
    | "second-factor-setups"
    | "second-steps"
    | "connections";
  /** The row, cookie or form that the value belongs to. It is authenticated, so that an encrypted value can't be moved to another one. */
  context: string;
}

/** Six bytes are exactly eight characters of base64, so SQL can compare this prefix to find values encrypted under a master secret. */
const ID_BYTES = 6;
const IV_BYTES = 12;

const ids = new Map<string, Uint8Array>();

/** An id that identifies a master secret without revealing it. */
async function masterSecretId(masterSecret: string): Promise<Uint8Array> {
  let id = ids.get(masterSecret);
  if (id === undefined) {
    const key = await derivedKey(masterSecret, "master-secret-ids", "HMAC");
    id = new Uint8Array(await crypto.subtle.sign("HMAC", key, new Uint8Array()), 0, ID_BYTES);
    ids.set(masterSecret, id);
  }
  return id;
}

/** The prefix of each text that `encryptText` returns under this master secret. */
export async function ciphertextPrefix(masterSecret: string): Promise<string> {
  return (await masterSecretId(masterSecret)).toBase64();
}

/**
 * Encrypts bytes under the current master secret with AES-256-GCM (NIST SP 800-38D). Returns the secret's id, a random IV and the
 * ciphertext.
 */
export async function encrypt(
  [masterSecret]: MasterSecrets,
  { purpose, context }: EncryptionScope,
  plain: Uint8Array,
): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await derivedKey(masterSecret, purpose, "AES-GCM");
  const additionalData = new TextEncoder().encode(context);
  const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, plain));
  return concatBytes([await masterSecretId(masterSecret), iv, cipher]);
}

/** Decrypts what `encrypt` returned. Throws if the purpose, the context or the bytes differ, or if no given master secret encrypted it. */
export async function decrypt(
  masterSecrets: MasterSecrets,
  { purpose, context }: EncryptionScope,
  encrypted: Uint8Array,
): Promise<Uint8Array> {
  const key = await derivedKey(await masterSecretOf(masterSecrets, encrypted), purpose, "AES-GCM");
  const additionalData = new TextEncoder().encode(context);
  const iv = encrypted.slice(ID_BYTES, ID_BYTES + IV_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, encrypted.slice(ID_BYTES + IV_BYTES)));
}

async function masterSecretOf(masterSecrets: MasterSecrets, encrypted: Uint8Array): Promise<string> {
  for (const masterSecret of masterSecrets) {
    const id = await masterSecretId(masterSecret);
    if (id.every((byte, index) => byte === encrypted[index])) return masterSecret;
  }
  throw new Error("This value was encrypted under another master secret.");
}

/** Encrypts a text; returns base64. */
export async function encryptText(masterSecrets: MasterSecrets, scope: EncryptionScope, text: string): Promise<string> {
  return (await encrypt(masterSecrets, scope, new TextEncoder().encode(text))).toBase64();
}

export async function decryptText(masterSecrets: MasterSecrets, scope: EncryptionScope, encrypted: string): Promise<string> {
  return new TextDecoder().decode(await decrypt(masterSecrets, scope, Uint8Array.fromBase64(encrypted)));
}
