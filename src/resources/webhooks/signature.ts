import { concatBytes } from "../../platform/crypto/encoding";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { encryptText, decryptText } from "../../platform/crypto/encryption";

/** The prefix of the key in base64 (Standard Webhooks). */
const SECRET_PREFIX = "whsec_";

const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

/** Creates a secret for an endpoint. Returns it in plain text, encrypted, and its last characters as a hint (docs/spec/webhooks.md#secret). */
export async function issueSecret(
  masterSecrets: MasterSecrets,
  endpointId: string,
): Promise<{ secret: string; encrypted: string; hint: string }> {
  const secret = SECRET_PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
  return { secret, encrypted: await encryptSecret(masterSecrets, endpointId, secret), hint: secret.slice(-HINT_LENGTH) };
}

/** Encrypts a secret. The result is bound to the endpoint. */
export async function encryptSecret(masterSecrets: MasterSecrets, endpointId: string, secret: string): Promise<string> {
  return await encryptText(masterSecrets, { purpose: "webhook-secrets", context: endpointId }, secret);
}

/** Decrypts an endpoint's secret. Throws if it was encrypted for another endpoint or with another master secret. */
export async function decryptSecret(masterSecrets: MasterSecrets, endpointId: string, encrypted: string): Promise<string> {
  return await decryptText(masterSecrets, { purpose: "webhook-secrets", context: endpointId }, encrypted);
}

/** The secrets of an endpoint. The previous one also signs during a rotation's overlap, and is null otherwise. */
export interface SigningSecrets {
  current: string;
  previous: string | null;
}

export interface SignedMessage {
  event: string;
  /** The same for every attempt, so that receivers can detect duplicates. */
  eventId: string;
  deliveryId: string;
  attempt: number;
  /** When this attempt is made, ms since 1970. */
  now: number;
  /** The exact bytes that are sent. */
  body: Uint8Array;
}

/**
 * The headers that identify and sign one attempt (docs/spec/webhooks.md#signature). X-Service-Signature covers the body, with the whole
 * secret string as the key. The Standard Webhooks signature covers `id.timestamp.body`, with the decoded bytes of the same secret as the key.
 */
export async function signatureHeaders(secrets: SigningSecrets, message: SignedMessage): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(message.now / 1000));
  const standard = concatBytes([new TextEncoder().encode(`${message.eventId}.${timestamp}.`), message.body]);
  const valid = [secrets.current, ...(secrets.previous === null ? [] : [secrets.previous])];
  const [own, ...signatures] = await Promise.all([
    hmac(new TextEncoder().encode(secrets.current), message.body),
    ...valid.map((secret) => hmac(Uint8Array.fromBase64(secret.slice(SECRET_PREFIX.length)), standard)),
  ]);
  return {
    "X-Service-Event": message.event,
    "X-Service-Signature": own.toHex(),
    "X-Service-Delivery": message.deliveryId,
    "X-Service-Attempt": String(message.attempt),
    "webhook-id": message.eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature.toBase64()}`).join(" "),
  };
}

async function hmac(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
}
