import ipaddr from "ipaddr.js";
import * as z from "zod";
import type { Settings } from "../env";
import { ExpiringCache } from "../platform/expiring-cache";
import { logError } from "../platform/log";

/** What decides which URLs this deployment calls. */
export interface DestinationRules {
  /** Development alone: http, any port and loopback too (ALLOW_INSECURE_WEBHOOK_TARGETS). */
  allowInsecure: boolean;
  /** Our own `host[:port]`s, as far as they are known: we do not call ourselves. */
  ownHosts: readonly string[];
  /** Address of the DNS-over-HTTPS resolver. null: names are not resolved. */
  resolver: string | null;
}

/** The rules of this deployment; `requested` is the host of the request at hand, where there is one. */
export function destinationRules(settings: Settings, requested: string | null): DestinationRules {
  const { ALLOW_INSECURE_WEBHOOK_TARGETS, PUBLIC_HOST, WEBHOOK_DNS_RESOLVER } = settings;
  const ownHosts = [requested, PUBLIC_HOST].filter((host) => host !== null);
  return { allowInsecure: ALLOW_INSECURE_WEBHOOK_TARGETS, ownHosts, resolver: WEBHOOK_DNS_RESOLVER };
}

const MAX_URL_LENGTH = 2_048;
const PORTS = new Set(["", "443", "8443"]);

/** Names that never lead to a public host (RFC 2606, 6761, 6762, 7686, 8375, and what home and office networks use). */
const PRIVATE_SUFFIXES = ["localhost", "local", "internal", "lan", "test", "invalid", "onion", "home.arpa"];

/** Why a URL may not be a webhook's target, or null where it may (docs/spec/webhooks.md#targets). Looks nothing up. */
export function destinationError(
  text: string,
  { allowInsecure, ownHosts }: Pick<DestinationRules, "allowInsecure" | "ownHosts">,
): string | null {
  if (text.length > MAX_URL_LENGTH) return `Expected at most ${MAX_URL_LENGTH} characters.`;
  // The URL parser drops or rewrites these, so that the eye and the parser would see different hosts.
  if (/[\p{Cc}\s\\]/u.test(text)) return "Expected no spaces, control characters or backslashes.";
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return "Expected an absolute https URL.";
  const url = new URL(text);
  if (url.protocol !== "https:" && !allowInsecure) return "Expected an https URL.";
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text)) return "Expected no user name or password in the URL.";
  if (!allowInsecure && !PORTS.has(url.port)) return "Expected port 443 or 8443.";
  return hostError(url.hostname.replace(/\.$/, ""), allowInsecure) ?? ownHostError(url, allowInsecure, ownHosts);
}

function hostError(host: string, allowInsecure: boolean): string | null {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(literal)) {
    // `process` also unwraps IPv4 inside IPv6.
    return allowInsecure && ipaddr.process(literal).range() === "loopback" ? null : "Expected a host name, not an IP address.";
  }
  const labels = host.split(".");
  if (labels.includes("")) return "Expected a host name.";
  if (allowInsecure && labels.at(-1) === "localhost") return null;
  if (labels.length === 1 || PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) {
    return "Expected a publicly reachable host name.";
  }
  return null;
}

function ownHostError(url: URL, allowInsecure: boolean, ownHosts: readonly string[]): string | null {
  const withoutDot = (hostname: string) => hostname.replace(/\.$/, "");
  const same = ownHosts.some((host) =>
    // In development the receiver often runs on our own host name, at another port.
    allowInsecure ? url.host === host : withoutDot(url.hostname) === withoutDot(new URL(`https://${host}`).hostname),
  );
  return same ? "Expected a host other than this service." : null;
}

/** An answer of DNS over HTTPS in JSON; A is type 1, AAAA type 28. */
const DnsResponse = z.object({ Status: z.int(), Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]) });

/** By host: why it may not be called, or null. */
const addressErrors = new ExpiringCache<string, string | null>({ maxEntries: 1000, ttlMs: 60_000 });

/**
 * Why a URL's host may not be called, by the addresses that its name has now, or null (docs/spec/webhooks.md#targets). Only where a
 * DNS-over-HTTPS resolver is configured; one address that is not public refuses the host. A resolver that fails refuses
 * nothing: the platform itself reaches no private network, and a delivery must not hang on a third party.
 */
export async function addressError(url: string, { resolver, allowInsecure }: DestinationRules): Promise<string | null> {
  const host = new URL(url).hostname;
  if (resolver === null || allowInsecure) return null;
  const now = Date.now();
  const cached = addressErrors.get(host, now);
  if (cached !== undefined) return cached;
  let reason: string | null;
  try {
    const found = await Promise.all(["A", "AAAA"].map((type) => addressesOf(resolver, host, type)));
    reason = found.flat().every(isPublic) ? null : "Expected a host whose addresses are all public.";
  } catch (error) {
    logError("webhooks.resolve", error);
    return null;
  }
  addressErrors.set(host, reason, now);
  return reason;
}

async function addressesOf(resolver: string, host: string, type: string): Promise<string[]> {
  const query = new URL(resolver);
  query.searchParams.set("name", host);
  query.searchParams.set("type", type);
  const response = await fetch(query, { headers: { Accept: "application/dns-json" }, signal: AbortSignal.timeout(2_000) });
  const { Answer: records } = DnsResponse.parse(await response.json());
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
