import ipaddr from "ipaddr.js";
import type { Budget } from "../../platform/budget";
import * as z from "zod";
import type { Settings } from "../../platform/env";
import { ExpiringCache } from "../../platform/expiring-cache";
import { logError } from "../../platform/log";
import { readJson } from "../../platform/reading/response-body";
import { equalInConstantTime } from "../../platform/crypto/digest";
import { DOCTOR_PATH, doctorToken, MAX_DOCTOR_MS } from "../../platform/doctor";

/** The rules for the URLs that this deployment may call. */
export interface DestinationRules {
  /** Allows http, any port and loopback, for development only (ALLOW_INSECURE_WEBHOOK_TARGETS). */
  allowInsecure: boolean;
  /** The known `host[:port]`s of this service, which must not call itself. */
  ownHosts: readonly string[];
  /** URL of the DNS-over-HTTPS resolver. Null: names are not resolved. */
  resolver: string | null;
}

/** The DNS records with the addresses of a host. */
const ADDRESS_TYPES = ["A", "AAAA"] as const;

/** Counts a request to a destination, and the questions to a resolver before it. */
export function countRequest(budget: Pick<Budget, "count"> | undefined, { resolver }: DestinationRules): void {
  const requests = resolver === null ? 1 : 1 + ADDRESS_TYPES.length;
  for (let made = 0; made < requests; made += 1) budget?.count();
}

/** The rules of this deployment. `requestHost` is the host of the current request, or null outside a request. */
export function destinationRules(settings: Settings, requestHost: string | null): DestinationRules {
  const { ALLOW_INSECURE_WEBHOOK_TARGETS, PUBLIC_HOST, WEBHOOK_DNS_RESOLVER } = settings;
  const ownHosts = [requestHost, PUBLIC_HOST].filter((host) => host !== null);
  return { allowInsecure: ALLOW_INSECURE_WEBHOOK_TARGETS, ownHosts, resolver: WEBHOOK_DNS_RESOLVER };
}

/** The rules for the URL of a webhook: the address of `npm run doctor` may be one of this service. */
export async function webhookRules(url: string, settings: Settings, requestHost: string | null): Promise<DestinationRules> {
  const rules = destinationRules(settings, requestHost);
  return (await isDoctorUrl(settings, url)) ? { ...rules, ownHosts: [] } : rules;
}

const MAX_URL_LENGTH = 2_048;
const PORTS = new Set(["", "443", "8443"]);

/** Domains that have no public hosts (RFC 2606, 6761, 6762, 7686, 8375, and what home and office networks and clusters use). */
const PRIVATE_SUFFIXES = "localhost localdomain local internal intranet private corp home lan svc test invalid onion arpa".split(" ");

/** Why a URL may not be a webhook's target, or null if it may (docs/spec/webhooks.md#targets). Makes no DNS lookup. */
export function destinationError(
  text: string,
  { allowInsecure, ownHosts }: Pick<DestinationRules, "allowInsecure" | "ownHosts">,
): string | null {
  if (text.length > MAX_URL_LENGTH) return `Expected at most ${MAX_URL_LENGTH} characters.`;
  // The URL parser drops or rewrites these, so a person and the parser would see different hosts.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) return "Expected no spaces, invisible or control characters, or backslashes.";
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return "Expected an absolute https URL.";
  const url = new URL(text);
  if (url.protocol !== "https:" && !allowInsecure) return "Expected an https URL.";
  // The parser drops an empty user name, as in `https://@host`, so the text is searched for it too.
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
  if (labels.includes("") || /[^a-z0-9._-]/.test(host)) return "Expected a host name.";
  if (allowInsecure && labels.at(-1) === "localhost") return null;
  if (labels.length === 1 || PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) {
    return "Expected a publicly reachable host name.";
  }
  return null;
}

function ownHostError(url: URL, allowInsecure: boolean, ownHosts: readonly string[]): string | null {
  const withoutDot = (hostname: string) => hostname.replace(/\.$/, "");
  const isOwn = ownHosts.some((host) =>
    // In development the receiver often runs on the same host name at another port.
    allowInsecure ? url.host === host : withoutDot(url.hostname) === withoutDot(new URL(`https://${host}`).hostname),
  );
  return isOwn ? "Expected a host other than this service." : null;
}

/** A DNS-over-HTTPS response in JSON. A is type 1, AAAA is type 28. */
const DnsResponse = z.object({ Status: z.int(), Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]) });

/** The results of addressError, by host. */
const addressErrors = new ExpiringCache<string, string | null>({ maxEntries: 1000, ttlMs: 60_000 });

/**
 * Resolves a URL's host and returns why it may not be called, or null (docs/spec/webhooks.md#targets). It is rejected if any of its
 * addresses is not public. Does nothing without a DNS-over-HTTPS resolver. If the resolver fails, the host is allowed: the platform itself
 * cannot reach a private network, and a delivery must not depend on a third party.
 */
export async function addressError(url: string, { resolver, allowInsecure }: DestinationRules): Promise<string | null> {
  const host = new URL(url).hostname;
  if (resolver === null || allowInsecure) return null;
  const now = Date.now();
  const cached = addressErrors.get(host, now);
  if (cached !== undefined) return cached;
  let reason: string | null;
  try {
    const addresses = await Promise.all(ADDRESS_TYPES.map((type) => addressesOf(resolver, host, type)));
    reason = addresses.flat().every(isPublic) ? null : "Expected a host whose addresses are all public.";
  } catch (error) {
    logError("webhooks.resolve", error);
    return null;
  }
  addressErrors.set(host, reason, now);
  return reason;
}

const RESOLVER_LIMITS = { maxBytes: 64 * 1024, ms: 2_000 };

async function addressesOf(resolver: string, host: string, type: string): Promise<string[]> {
  const query = new URL(resolver);
  query.searchParams.set("name", host);
  query.searchParams.set("type", type);
  const response = await fetch(query, { headers: { Accept: "application/dns-json" }, signal: AbortSignal.timeout(RESOLVER_LIMITS.ms) });
  const { Answer: records } = DnsResponse.parse(await readJson(response, RESOLVER_LIMITS));
  return records.filter((record) => record.type === 1 || record.type === 28).map(({ data }) => data);
}

/** The allocated global unicast range of IPv6. ipaddr.js also calls unassigned addresses outside of it unicast. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Only global unicast addresses are public. All others are private, local, reserved or embed IPv4 (mapped, compatible, 6to4, NAT64). */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6));
}

type OperatorSecret = Pick<Settings, "OPERATOR_TOKEN">;

/** Whether a token in the address of `npm run doctor` is valid now. Only who knows the operator token can make one. */
export async function isDoctorToken({ OPERATOR_TOKEN: secret }: OperatorSecret, token: string, now: number): Promise<boolean> {
  const until = Number.parseInt(token, 10);
  if (secret === null || !(until > now && until < now + MAX_DOCTOR_MS)) return false;
  return await equalInConstantTime(token, doctorToken(secret, until));
}

/** Whether a URL is the address of `npm run doctor`, on any host. */
export async function isDoctorUrl(settings: OperatorSecret, url: string): Promise<boolean> {
  const path = URL.parse(url)?.pathname;
  return path?.startsWith(DOCTOR_PATH) === true && (await isDoctorToken(settings, path.slice(DOCTOR_PATH.length), Date.now()));
}
