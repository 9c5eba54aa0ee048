import type { CredentialRecord } from "../db/credentials";

const TTL_MS = 60_000;
const MOST = 10_000;

const records = new Map<string, { record: CredentialRecord; until: number }>();
const limitedUntil = new Map<number, { until: number; headers: Record<string, string>; version: number }>();

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

/** The refusal this isolate was told to repeat by itself until a moment: a flood then costs no I/O. */
export function standingLimit(record: CredentialRecord, now: number): { headers: Record<string, string>; seconds: number } | null {
  const limit = limitedUntil.get(record.id);
  if (limit === undefined || limit.version !== record.version || limit.until <= now) return null;
  return { headers: limit.headers, seconds: Math.ceil((limit.until - now) / 1000) };
}

export function holdLimit(record: CredentialRecord, until: number, headers: Record<string, string>): void {
  if (limitedUntil.size >= MOST) limitedUntil.clear();
  limitedUntil.set(record.id, { until, headers, version: record.version });
}
