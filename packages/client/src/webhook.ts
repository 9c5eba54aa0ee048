import type { webhooks } from "./generated/v2.ts";

/** The body of a delivery. `event` is its type. New types may be added, so ignore those that you do not know. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

/** The delivery is not authentic, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: "missing_header" | "malformed_timestamp" | "too_old" | "too_new" | "no_match" | "malformed_body";

  constructor(reason: WebhookVerificationError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Headers of fetch, or of Node's http module. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of the attempt may be in the past or in the future, in seconds. Default: 300. */
  toleranceSeconds?: number | undefined;
  /** The current time in ms since 1970. */
  now?: number | undefined;
}

const SECRET_PREFIX = "whsec_";
const VERSION = "v1,";

/**
 * Verifies the Standard Webhooks signature of a delivery (`webhook-signature`) and returns its event. One of the signatures must
 * match one of the secrets, and the time must be recent. `rawBody` is the unparsed body. Throws WebhookVerificationError.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array | ArrayBuffer,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => readHeader(headers, name));
  if (id === undefined || timestamp === undefined || given === undefined)
    throw missingHeader("webhook-id, webhook-timestamp and webhook-signature");
  checkTime(timestamp, toleranceSeconds, now);

  const body = bytesOf(rawBody);
  const signed = concat(bytesOf(`${id}.${timestamp}.`), body);
  const signatures = given.split(" ").filter((one) => one.startsWith(VERSION));
  const bytes = signatures.map((one) => fromBase64(one.slice(VERSION.length))).filter((one) => one !== null);
  for (const key of asList(secrets).map(keyOf)) if (await matchesAny(key, bytes, signed)) return parseEvent(body);
  throw noMatchError();
}

/**
 * Verifies only `X-Service-Signature` (hex HMAC-SHA256 of the body). It does not cover the time, so an old request can be
 * replayed: check `event_id` for repeats. Throws WebhookVerificationError.
 */
export async function verifyServiceSignature(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array | ArrayBuffer,
): Promise<WebhookEvent> {
  const given = readHeader(headers, "x-service-signature");
  if (given === undefined) throw missingHeader("X-Service-Signature");
  const body = bytesOf(rawBody);
  const signature = fromHex(given);
  for (const secret of asList(secrets)) {
    if (secret === "") throw new TypeError("The webhook secret is empty.");
    if (signature !== null && (await matchesAny(bytesOf(secret), [signature], body))) return parseEvent(body);
  }
  throw noMatchError();
}

/** Whether one of the signatures was made with the key. WebCrypto compares in constant time. */
async function matchesAny(
  key: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const signature of signatures) if (await crypto.subtle.verify("HMAC", imported, signature, signed)) return true;
  return false;
}

/** Decodes the key of a secret. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (key === null || key.length === 0) throw new TypeError("The webhook secret must be whsec_ followed by base64.");
  return key;
}

function checkTime(timestamp: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError("malformed_timestamp", "webhook-timestamp is not a number of seconds.");
  const age = Math.floor(now / 1000) - Number(timestamp);
  // Negated, so that a tolerance of NaN accepts nothing.
  if (!(age <= toleranceSeconds)) throw new WebhookVerificationError("too_old", `The attempt was made ${age} s ago.`);
  if (!(age >= -toleranceSeconds)) throw new WebhookVerificationError("too_new", `The attempt is ${-age} s in the future.`);
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError("malformed_body", "The signature is valid, but the body is not JSON.");
  }
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  // Not `instanceof`, because Headers may come from another realm.
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "object" ? value[0] : value;
}

function asList(secrets: string | readonly string[]): readonly string[] {
  return typeof secrets === "string" ? [secrets] : secrets;
}

function bytesOf(text: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof text === "string" ? new TextEncoder().encode(text) : text);
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return null;
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function missingHeader(names: string): WebhookVerificationError {
  return new WebhookVerificationError("missing_header", `Missing headers: ${names}.`);
}

function noMatchError(): WebhookVerificationError {
  return new WebhookVerificationError("no_match", "No signature matches: the secret is wrong, or the body was changed.");
}
