import ipaddr from "ipaddr.js";
import * as z from "zod";
import { ExpiringCache } from "../platform/expiring-cache";
import { logError } from "../platform/log";
import type { DestinationRules } from "./destination";

/** An answer of DNS over HTTPS in JSON; A is type 1, AAAA type 28. */
const Answer = z.object({ Status: z.int(), Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]) });

/** By host: why it may not be called, or null. */
const known = new ExpiringCache<string, string | null>({ maxEntries: 1000, ttlMs: 60_000 });

/**
 * Why a URL's host may not be called, by the addresses that its name has now, or null (docs/spec/webhooks.md#targets). Only where a
 * DNS-over-HTTPS resolver is configured; one address that is not public refuses the host. A resolver that fails refuses
 * nothing: the platform itself reaches no private network, and a delivery must not hang on a third party.
 */
export async function refuseAddresses(url: string, { resolver, allowInsecure }: DestinationRules): Promise<string | null> {
  const host = new URL(url).hostname;
  if (resolver === null || allowInsecure) return null;
  const now = Date.now();
  const cached = known.get(host, now);
  if (cached !== undefined) return cached;
  let reason: string | null;
  try {
    const found = await Promise.all(["A", "AAAA"].map((type) => addressesOf(resolver, host, type)));
    reason = found.flat().every(isPublic) ? null : "Expected a host whose addresses are all public.";
  } catch (error) {
    logError("webhooks.resolve", error);
    return null;
  }
  known.set(host, reason, now);
  return reason;
}

async function addressesOf(resolver: string, host: string, type: string): Promise<string[]> {
  const query = new URL(resolver);
  query.searchParams.set("name", host);
  query.searchParams.set("type", type);
  const response = await fetch(query, { headers: { Accept: "application/dns-json" }, signal: AbortSignal.timeout(2_000) });
  const { Answer: records } = Answer.parse(await response.json());
  return records.filter((record) => record.type === 1 || record.type === 28).map(({ data }) => data);
}

/** All of IPv6 that is global unicast so far; ipaddr.js calls what lies outside and has no name unicast too. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Anything else than global unicast is private, local, reserved or a way into IPv4 (mapped, compatible, 6to4, NAT64). */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6));
}
