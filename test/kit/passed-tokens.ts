import { env } from "cloudflare:workers";

const HEADER = "X-Consistency-Token";
/** The maximum number per request. */
const MAX_TOKENS = 20;

const organizations = new Map<string, number>();
const tokens = new Map<number, string[]>();

/** Records the organization of the credential with this secret. */
export function noteSecret(secret: string, organizationId: number): void {
  organizations.set(secret, organizationId);
}

/**
 * The tokens of the latest writes of the credential's organization, because on a replica a test reads with one credential what it wrote
 * with another.
 */
export function tokenHeader(secret: string): Record<string, string> {
  const known = tokens.get(organizations.get(secret) ?? -1) ?? [];
  return env.REPLICA === undefined || known.length === 0 ? {} : { [HEADER]: known.join(",") };
}

/** Stores the token of a response for later reads. */
export function keepToken<A extends { headers: Headers }>(secret: string, response: A): A {
  const [organizationId, token] = [organizations.get(secret), response.headers.get(HEADER)];
  if (organizationId !== undefined && token !== null)
    tokens.set(organizationId, [token, ...(tokens.get(organizationId) ?? [])].slice(0, MAX_TOKENS));
  return response;
}
