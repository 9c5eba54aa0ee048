import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import type { Verdict } from "../gate/verdict";

const TTL_MS = 60_000;
const MOST = 10_000;
/** Refusals by the gate in one second that make a flood. */
const FLOOD = 10;

type Limited = Extract<Verdict, { outcome: "limited" }>;

const records = new Map<string, { record: CredentialRecord; until: number }>();
/** By credential: its refusals in one second, and the last of them. */
const refusals = new Map<number, { second: number; times: number; last: Limited }>();

/** A credential seen in this isolate within the last minute. One that was not found is never kept. */
export function cachedCredential(secretHash: string, now: number): CredentialRecord | null {
  const entry = records.get(secretHash);
  return entry !== undefined && entry.until > now ? entry.record : null;
}

export function cacheCredential(secretHash: string, record: CredentialRecord, now: number): void {
  if (records.size >= MOST) records.clear();
  records.set(secretHash, { record, until: now + TTL_MS });
}

export function forgetCredential(secretHash: string): void {
  records.delete(secretHash);
}

/**
 * The refusal that this isolate repeats by itself, so that a flood costs no I/O; null where the gate must say. Only a
 * credential that its gate has refused ten times in the present second is in a flood, and only until the second ends, so
 * that anybody else sees a change with the first request, and a flood after a second at most.
 */
export function standingLimit(credentialId: number, now: number): Limited | null {
  const known = refusals.get(credentialId);
  return known !== undefined && known.second === secondOf(now) && known.times >= FLOOD ? known.last : null;
}

/** Counts a refusal by the gate. */
export function noteLimit(credentialId: number, verdict: Limited, now: number): void {
  const second = secondOf(now);
  const known = refusals.get(credentialId);
  if (known === undefined && refusals.size >= MOST) refusals.clear();
  const times = known?.second === second ? known.times + 1 : 1;
  refusals.set(credentialId, { second, times, last: verdict });
}

function secondOf(now: number): number {
  return Math.floor(now / 1000);
}
