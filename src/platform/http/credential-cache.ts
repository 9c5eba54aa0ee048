import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import { ExpiringCache } from "../expiring-cache";
import type { Verdict } from "../gate/verdict";

/** Refusals by the gate in one second that make a flood. */
const FLOOD = 10;

type Limited = Extract<Verdict, { outcome: "limited" }>;

/** Credentials that this isolate has read, by the hash of their secret. One that was not found is never kept. */
export const cachedCredentials = new ExpiringCache<string, CredentialRecord>({ maxEntries: 10_000, ttlMs: 60_000 });

/** By credential: its refusals in one second, and the last of them. */
const refusals = new ExpiringCache<number, { count: number; last: Limited }>({ maxEntries: 10_000, ttlMs: 1000 });

/**
 * The refusal that this isolate repeats by itself, so that a flood costs no I/O; null where the gate must say. Only a
 * credential that its gate has refused ten times in the present second is in a flood, and only until the second ends, so
 * that anybody else sees a change with the first request, and a flood after a second at most.
 */
export function standingLimit(credentialId: number, now: number): Limited | null {
  const known = refusals.get(credentialId, now);
  return known !== undefined && known.count >= FLOOD ? known.last : null;
}

/** Counts a refusal by the gate, until the present second ends. */
export function noteLimit(credentialId: number, verdict: Limited, now: number): void {
  const count = (refusals.get(credentialId, now)?.count ?? 0) + 1;
  refusals.set(credentialId, { count, last: verdict }, now, 1000 - (now % 1000));
}
