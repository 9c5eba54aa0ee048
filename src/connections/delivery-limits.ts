import type { Context } from "hono";
import { ApiError, notFound } from "../platform/api-error";
import { ExpiringCache } from "../platform/expiring-cache";
import { RateWindow } from "../platform/gate/rate-window";
import { countAttempt, rateLimitKey } from "../platform/http/authenticate";
import type { HttpEnv } from "../platform/http/context";
import type { ConnectionToken } from "./token";

/**
 * Limits on deliveries, in the memory of the isolate, so that a rejected one costs no I/O and no byte of its body is read
 * (docs/spec/connections.md#limits-of-deliveries).
 */

/** Deliveries of one connection in a minute, and those among them that may fail. */
export const MAX_DELIVERIES = 1_200;
const MAX_FAILURES = 480;

/** How long an address stays rejected after the rate limiter has said so for the last time. */
const REJECTED_MS = 10_000;
/** How long an address that has delivered with a valid signature is accepted although it, or others, fail. */
const PROVEN_MS = 3_600_000;

const rejectedAddresses = new ExpiringCache<string, true>({ maxEntries: 10_000, ttlMs: REJECTED_MS });
const attackedConnections = new ExpiringCache<string, true>({ maxEntries: 1_000, ttlMs: REJECTED_MS });
const unknownConnections = new ExpiringCache<string, true>({ maxEntries: 10_000, ttlMs: REJECTED_MS });
const provenSenders = new ExpiringCache<string, true>({ maxEntries: 10_000, ttlMs: PROVEN_MS });
const windows = new ExpiringCache<string, RateWindow>({ maxEntries: 1_000, ttlMs: 60_000 });

/** The window of a connection. One that is not used for a minute is empty. */
function windowOf(name: string, now: number): RateWindow {
  const window = windows.get(name, now) ?? new RateWindow();
  windows.set(name, window, now);
  return window;
}

/** 429 Too Many Requests. */
export function tooManyDeliveries(): ApiError {
  return new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
}

/** Who delivers to what: the address of the sender, and the connection. */
interface Parties {
  address: string;
  pair: string;
  connectionId: string;
  now: number;
}

const nameOf = ({ organizationId, connectionId }: ConnectionToken) => `${organizationId}_${connectionId}`;

function partiesOf(c: Context<HttpEnv>, connectionId: string): Parties {
  const address = rateLimitKey(c.req.raw.headers);
  return { address, connectionId, pair: `${address} ${connectionId}`, now: c.get("state").now };
}

/**
 * Throws 429 Too Many Requests for an address, or a connection, with too many failures, and 404 Not Found for a connection that was not found a
 * moment ago. A sender that has proven itself is not affected.
 */
export function assertMayDeliver(c: Context<HttpEnv>, token: ConnectionToken): void {
  const { connectionId } = token;
  const { address, pair, now } = partiesOf(c, connectionId);
  if (provenSenders.get(pair, now) === true) return;
  if (rejectedAddresses.get(address, now) === true || attackedConnections.get(connectionId, now) === true) throw tooManyDeliveries();
  if (unknownConnections.get(nameOf(token), now) === true) throw notFound();
}

/** Counts a request to the address of a connection that does not exist, and returns the error. */
export async function rejectUnknown(c: Context<HttpEnv>, token: ConnectionToken): Promise<ApiError> {
  unknownConnections.set(nameOf(token), true, c.get("state").now);
  return await rejected(c, notFound(), null);
}

/** Counts a delivery to a connection. Returns whether there were not too many. */
export function countDelivery(c: Context<HttpEnv>, connectionId: string): boolean {
  const { now } = c.get("state");
  return windowOf(`all ${connectionId}`, now).take(MAX_DELIVERIES, now).admitted;
}

/** Remembers that a sender has delivered with a valid signature. */
export function recordProof(c: Context<HttpEnv>, connectionId: string): void {
  const { pair, now } = partiesOf(c, connectionId);
  provenSenders.set(pair, true, now);
}

/**
 * Counts a failure, and returns the error, or 429 Too Many Requests if there were too many from this address. `connectionId`: the connection that
 * it was sent to, if there is one.
 */
export async function rejected(c: Context<HttpEnv>, error: ApiError, connectionId: string | null): Promise<ApiError> {
  const { address, pair, now } = partiesOf(c, connectionId ?? "");
  if (connectionId !== null) {
    provenSenders.delete(pair);
    if (!windowOf(`failed ${connectionId}`, now).take(MAX_FAILURES, now).admitted) attackedConnections.set(connectionId, true, now);
  }
  if (await countAttempt(c, "delivery")) return error;
  rejectedAddresses.set(address, true, now);
  return tooManyDeliveries();
}
