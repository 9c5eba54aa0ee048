import { concatBytes } from "../platform/crypto/encoding";
import { SECRET_PREFIX } from "./secret";

/** The secrets of an endpoint. The previous one also signs during a rotation's overlap, and is null otherwise. */
export interface SigningSecrets {
  current: string;
  previous: string | null;
}

/** The content and the ids of one attempt. */
export interface SignedMessage {
  event: string;
  /** The same for every attempt, so that receivers can detect duplicates. */
  eventId: string;
  deliveryId: string;
  /** Number of this attempt, from 1. */
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
