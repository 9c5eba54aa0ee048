import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { logError } from "../log";
import type { HttpEnv } from "./context";

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
export function rateLimitKey(headers: Headers): string {
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
export async function hasTooManyAttempts(c: Context<HttpEnv>, kind: AttemptKind, who = rateLimitKey(c.req.raw.headers)): Promise<boolean> {
  try {
    const { success } = await c.env.AUTH_FAILURES.limit({ key: `${kind}:${who}` });
    return !success;
  } catch (error) {
    logError("auth.limit", error, { request_id: c.get("state").requestId });
    return false;
  }
}
