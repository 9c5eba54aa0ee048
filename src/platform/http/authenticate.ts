import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { settingsOf } from "../env";
import { equalInConstantTime } from "../crypto/digest";
import { logError } from "../log";
import type { HttpEnv } from "./context";

/** The caller's IP address, as reported by Cloudflare's edge. */
export function callerIp(headers: Headers): string {
  return headers.get("CF-Connecting-IP") ?? "unknown";
}

/** Whether an address is in one of the ranges (CIDR). Without ranges, every address is allowed. */
export function isIpAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return ranges.some((range) => {
    const [parsed, length] = ipaddr.parseCIDR(range);
    // `process` has converted an IPv4-mapped caller to IPv4, so we convert the range too.
    const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= 96;
    const [network, bits] = mapped ? [parsed.toIPv4Address(), length - 96] : [parsed, length];
    return network.kind() === caller.kind() && caller.match(network, bits);
  });
}

/** An IPv4 address, or the first `groups` 16-bit groups of an IPv6 address. */
function networkKey(headers: Headers, groups: number): string {
  const address = callerIp(headers);
  if (!ipaddr.isValid(address)) return address;
  const caller = ipaddr.process(address);
  return caller instanceof ipaddr.IPv6 ? caller.parts.slice(0, groups).join(":") : caller.toString();
}

/** The key under which failures are counted: an IPv4 address, or an IPv6 /64, since one caller usually has all of it. */
export function rateLimitKey(headers: Headers): string {
  return networkKey(headers, 4);
}

/** The key under which password attempts are counted: an IPv4 address, or an IPv6 /48, since one site may have all 65,536 /64s in it. */
export function signInLimitKey(headers: Headers): string {
  return networkKey(headers, 3);
}

/**
 * Each kind is counted separately, so that failures with an API key or dead links do not block sign-ins from the same address. `delivery`: a
 * shop's or a carrier service's delivery that was rejected.
 */
export type AttemptKind = "credential" | "sign-in" | "openid" | "link" | "delivery";

/**
 * Counts an attempt under `key`, by default the caller's IP address, and returns whether it is allowed: whether there were not too many
 * within a minute (docs/spec/rate-limits.md#failed-authentication). If the rate limiter is unavailable, every attempt is allowed.
 */
export async function countAttempt(c: Context<HttpEnv>, kind: AttemptKind, key = rateLimitKey(c.req.raw.headers)): Promise<boolean> {
  try {
    const { success } = await c.env.AUTH_FAILURES.limit({ key: `${kind}:${key}` });
    return success;
  } catch (error) {
    logError("auth.limit", error, { request_id: c.get("state").requestId });
    return true;
  }
}

/** Whether this is the operator token. A wrong one counts as a failed authentication. */
export async function isOperatorToken(c: Context<HttpEnv>, token: string): Promise<boolean> {
  const expected = settingsOf(c.env).OPERATOR_TOKEN;
  if (expected === null) return false;
  if (await equalInConstantTime(token, expected)) return true;
  await countAttempt(c, "credential");
  return false;
}
