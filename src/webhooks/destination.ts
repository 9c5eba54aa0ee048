import ipaddr from "ipaddr.js";
import type { Settings } from "../env";

/** What decides which URLs this deployment calls. */
export interface DestinationRules {
  /** Development alone: http, any port and loopback too (ALLOW_INSECURE_WEBHOOK_TARGETS). */
  allowInsecure: boolean;
  /** Our own `host[:port]`s, as far as they are known: we do not call ourselves. */
  ownHosts: readonly string[];
  /** Address of a DNS-over-HTTPS resolver that is asked where a name leads; null: nobody is asked. */
  resolver: string | null;
}

/** The rules of this deployment; `requested` is the host of the request at hand, where there is one. */
export function rulesOf(settings: Settings, requested: string | null): DestinationRules {
  const { ALLOW_INSECURE_WEBHOOK_TARGETS, PUBLIC_HOST, WEBHOOK_DNS_RESOLVER } = settings;
  const ownHosts = [requested, PUBLIC_HOST].filter((host) => host !== null);
  return { allowInsecure: ALLOW_INSECURE_WEBHOOK_TARGETS, ownHosts, resolver: WEBHOOK_DNS_RESOLVER };
}

const MAX_URL_LENGTH = 2_048;
const PORTS = new Set(["", "443", "8443"]);

/** Names that never lead to a public host (RFC 2606, 6761, 6762, 7686, 8375, and what home and office networks use). */
const PRIVATE_SUFFIXES = ["localhost", "local", "internal", "lan", "test", "invalid", "onion", "home.arpa"];

/** Why a URL may not be a webhook's target, or null where it may (docs/spec/webhooks.md#targets). Looks nothing up. */
export function refuseDestination(
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
  return refuseHost(url.hostname.replace(/\.$/, ""), allowInsecure) ?? refuseSelf(url, allowInsecure, ownHosts);
}

function refuseHost(host: string, allowInsecure: boolean): string | null {
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

function refuseSelf(url: URL, allowInsecure: boolean, ownHosts: readonly string[]): string | null {
  const withoutDot = (hostname: string) => hostname.replace(/\.$/, "");
  const same = ownHosts.some((host) =>
    // In development the receiver often runs on our own host name, at another port.
    allowInsecure ? url.host === host : withoutDot(url.hostname) === withoutDot(new URL(`https://${host}`).hostname),
  );
  return same ? "Expected a host other than this service." : null;
}
