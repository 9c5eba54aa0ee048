import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { isWellFormed } from "../crypto/credential-secret";
import { sha256Hex } from "../crypto/digest";
import { type CredentialRecord, findCredential } from "../../accounts/credentials/find-credential.sql.ts";
import { controlDatabase } from "../db/database";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import type { HttpEnv } from "./context";
import { cachedCredentials } from "./credential-cache";
import { misplacedCredential, type Surface } from "./surface";

/** The caller's address, as Cloudflare's edge states it. */
export function callerIp(headers: Headers): string {
  return headers.get("CF-Connecting-IP") ?? "unknown";
}

/** Whether an address lies in one of these CIDR ranges; an empty list allows every one. */
export function ipAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return ranges.some((range) => {
    const [given, length] = ipaddr.parseCIDR(range);
    // The caller's address has been taken out of its IPv6 wrapping; so is the range's.
    const mapped = given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress() && length >= 96;
    const [network, bits] = mapped ? [given.toIPv4Address(), length - 96] : [given, length];
    return network.kind() === caller.kind() && caller.match(network, bits);
  });
}

/** An IPv4 address, or so many groups of 16 bits of an IPv6 address. */
function networkOf(headers: Headers, groups: number): string {
  const address = callerIp(headers);
  if (!ipaddr.isValid(address)) return address;
  const caller = ipaddr.process(address);
  return caller instanceof ipaddr.IPv6 ? caller.parts.slice(0, groups).join(":") : caller.toString();
}

/** Who failures are counted for: an IPv4 address, or the /64 that one caller has of IPv6. */
export function guesserOf(headers: Headers): string {
  return networkOf(headers, 4);
}

/** Who tries a password: an IPv4 address, or an IPv6 /48, since one site may have all the 65,536 networks in it. */
export function siteOf(headers: Headers): string {
  return networkOf(headers, 3);
}

/** What is counted, each for itself: who fails with an API key, or follows dead links, keeps nobody at the same address from signing in. */
export type AttemptKind = "credential" | "sign-in" | "openid" | "link";

/**
 * Counts an attempt; whether there were too many within a minute: by default from one address
 * (docs/spec/rate-limits.md#failed-authentication), else under `who`. A limiter that is away refuses nobody.
 */
export async function hasTooManyAttempts(c: Context<HttpEnv>, kind: AttemptKind, who = guesserOf(c.req.raw.headers)): Promise<boolean> {
  try {
    const { success } = await c.env.AUTH_FAILURES.limit({ key: `${kind}:${who}` });
    return !success;
  } catch (error) {
    logFault("auth.limit", error, { request_id: c.get("state").requestId });
    return false;
  }
}

/** 401, or 429. */
async function refuseCaller(c: Context<HttpEnv>, surface: Surface): Promise<never> {
  if (await hasTooManyAttempts(c, "credential")) throw new Refusal("rate_limited", [], { "Retry-After": "60" });
  const { challenge, refused } = surface.credential;
  throw new Refusal("unauthorized", misplacedCredential(surface, c.req.raw.headers), { "WWW-Authenticate": challenge }, refused);
}

/**
 * Finds the credential of a request: format without I/O, then the isolate's cache, then D1; `anew` passes over the cache.
 * Throws 401, 403 or 429.
 * A refusal never rests on the cache: the expiry may have been put off since, or the allow-list widened. So each refusal
 * of a known secret costs the read that an unknown one costs, and a hold on these reads would hide a change.
 */
export async function authenticate(c: Context<HttpEnv>, surface: Surface, anew = false): Promise<CredentialRecord> {
  const state = c.get("state");
  const secret = surface.credential.read(c.req.raw.headers);
  if (secret === null || !isWellFormed(surface.credential.kind, secret)) return await refuseCaller(c, surface);
  const secretHash = await sha256Hex(secret);
  const address = callerIp(c.req.raw.headers);
  const cached = anew ? undefined : cachedCredentials.get(secretHash, state.now);
  const opens = cached !== undefined && !hasEnded(cached, state.now) && ipAllowed(cached.allowedIps, address);
  const record = opens ? cached : await load(c, secretHash);
  if (record === null || record.kind !== surface.credential.kind) return await refuseCaller(c, surface);
  if (!ipAllowed(record.allowedIps, address)) throw new Refusal("ip_not_allowed");
  state.credential = { record, anew };
  return record;
}

function hasEnded({ validUntil }: CredentialRecord, now: number): boolean {
  return validUntil !== null && validUntil <= now;
}

async function load(c: Context<HttpEnv>, secretHash: string): Promise<CredentialRecord | null> {
  const { now, meter } = c.get("state");
  const record = await findCredential(controlDatabase(c.env), meter, secretHash, now);
  if (record === null) cachedCredentials.delete(secretHash);
  else cachedCredentials.set(secretHash, record, now);
  return record;
}
