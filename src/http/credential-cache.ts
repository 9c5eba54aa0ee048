import type { CredentialRecord } from "../db/credentials";
import type { Verdict } from "../gate/verdict";

const TTL_MS = 60_000;
const MOST = 10_000;
/** A limited credential's gate is asked again after so long: it may have been revoked, or given more. */
const ASK_AGAIN_MS = 5_000;

type Limited = Extract<Verdict, { outcome: "limited" }>;

const records = new Map<string, { record: CredentialRecord; until: number }>();
const limits = new Map<number, { verdict: Limited; said: number; until: number; version: number }>();

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

/** The refusal that this isolate was told of, as it stands now: a flood then costs no I/O. Null where the gate must say. */
export function standingLimit(record: CredentialRecord, now: number): Limited | null {
  const limit = limits.get(record.id);
  if (limit === undefined || limit.version !== record.version || limit.until <= now) return null;
  const { verdict } = limit;
  const passed = Math.floor((now - limit.said) / 1000);
  const later = <T extends { resetSeconds: number }>(state: T): T => ({ ...state, resetSeconds: Math.max(1, state.resetSeconds - passed) });
  return {
    ...verdict,
    retryAfterSeconds: Math.max(1, verdict.retryAfterSeconds - passed),
    rate: later(verdict.rate),
    quota: verdict.quota === null ? null : later(verdict.quota),
  };
}

/** Keeps what the gate said of a credential over its limit. A burst is over too soon to keep. */
export function holdLimit(record: CredentialRecord, verdict: Limited, now: number): void {
  if (verdict.policy === "burst") return;
  if (limits.size >= MOST) limits.clear();
  const until = now + Math.min(ASK_AGAIN_MS, verdict.retryAfterSeconds * 1000);
  limits.set(record.id, { verdict, said: now, until, version: record.version });
}
