import type { Context } from "hono";
import { ApiError, notFound } from "../../platform/api-error";
import { ExpiringCache } from "../../platform/expiring-cache";
import { RateWindow } from "../../platform/gate/rate-window";
import { countAttempt, rateLimitKey } from "../../platform/http/authenticate";
import type { HttpEnv } from "../../platform/http/context";
import type { ConnectionToken } from "./token";

/**
 * Limits on deliveries, in the memory of the isolate, so that a rejected one costs no I/O and no byte of its body is read
 * (docs/spec/connections.md#limits-of-deliveries).
 */

/** Deliveries to one connection in a minute, from senders that have proven themselves, and from all others together. */
const MAX_PROVEN = 1_200;
const MAX_UNPROVEN = 600;

/** How long an address stays rejected after the rate limiter has said so, and at least how long a connection stays unknown or busy. */
const REMEMBERED_MS = 10_000;
/** How long an address that has delivered with a valid signature counts as proven. */
const PROVEN_MS = 3_600_000;
const MINUTE_MS = 60_000;

const rejectedAddresses = new ExpiringCache<string, true>({ maxEntries: 10_000, ttlMs: REMEMBERED_MS });
const unknownConnections = new ExpiringCache<string, true>({ maxEntries: 10_000, ttlMs: REMEMBERED_MS });
/** Connections that accept no unproven sender for now. */
const busyConnections = new ExpiringCache<string, true>({ maxEntries: 1_000, ttlMs: MINUTE_MS });
const provenSenders = new ExpiringCache<string, true>({ maxEntries: 10_000, ttlMs: PROVEN_MS });
const windows = new ExpiringCache<string, RateWindow>({ maxEntries: 1_000, ttlMs: MINUTE_MS });

/** A window of a connection. One that is not used for a minute is empty. */
function windowOf(name: string, now: number): RateWindow {
  const window = windows.get(name, now) ?? new RateWindow();
  windows.set(name, window, now);
  return window;
}

/** 429 Too Many Requests. */
export function tooManyDeliveries(): ApiError {
  return new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
}

const nameOf = ({ organizationId, connectionId }: ConnectionToken) => `${organizationId}_${connectionId}`;

/** The sender of a delivery: the address that it comes from, the pair of address and connection, and the time of the request. */
function senderOf(c: Context<HttpEnv>, connectionId: string): { address: string; pair: string; now: number } {
  const address = rateLimitKey(c.req.raw.headers);
  return { address, pair: `${address} ${connectionId}`, now: c.get("state").now };
}

/**
 * Throws 429 Too Many Requests for an address with too many failures and for a connection with too many unproven senders, and 404 Not Found for
 * a connection that was not found a moment ago. A sender that has proven itself is not affected.
 */
export function assertMayDeliver(c: Context<HttpEnv>, token: ConnectionToken): void {
  const { address, pair, now } = senderOf(c, token.connectionId);
  if (provenSenders.get(pair, now) === true) return;
  if (rejectedAddresses.get(address, now) === true || busyConnections.get(token.connectionId, now) === true) throw tooManyDeliveries();
  if (unknownConnections.get(nameOf(token), now) === true) throw notFound();
}

/** Counts a request to the address of a connection that does not exist, and returns the error. */
export async function rejectUnknown(c: Context<HttpEnv>, token: ConnectionToken): Promise<ApiError> {
  unknownConnections.set(nameOf(token), true, c.get("state").now);
  return await countRejection(c, notFound(), null);
}

/**
 * Counts a delivery to a connection. Returns false for a sender that has proven itself, if there are too many deliveries of such senders: a shop must
 * get no error then. Throws 429 Too Many Requests for any other sender, if there are too many of theirs.
 */
export function countDelivery(c: Context<HttpEnv>, connectionId: string): boolean {
  const { pair, now } = senderOf(c, connectionId);
  if (provenSenders.get(pair, now) === true) return windowOf(`proven ${connectionId}`, now).take(MAX_PROVEN, now).admitted;
  const decision = windowOf(`unproven ${connectionId}`, now).take(MAX_UNPROVEN, now);
  if (decision.admitted) return true;
  busyConnections.setUntil(connectionId, true, now + Math.max(decision.retryAfterSeconds * 1000, REMEMBERED_MS));
  throw tooManyDeliveries();
}

/** Remembers that a sender has delivered with a valid signature. */
export function recordProvenSender(c: Context<HttpEnv>, connectionId: string): void {
  const { pair, now } = senderOf(c, connectionId);
  provenSenders.set(pair, true, now);
}

/**
 * Counts a failure, and returns the error, or 429 Too Many Requests if there were too many from this address. `connectionId`: the connection that
 * it was sent to, if there is one.
 */
export async function countRejection(c: Context<HttpEnv>, error: ApiError, connectionId: string | null): Promise<ApiError> {
  const { address, pair, now } = senderOf(c, connectionId ?? "");
  provenSenders.delete(pair);
  if (await countAttempt(c, "delivery")) return error;
  rejectedAddresses.set(address, true, now);
  return tooManyDeliveries();
}
