import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";

const TTL_MS = 60_000;
const MOST = 10_000;

const records = new Map<string, { record: CredentialRecord; until: number }>();

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
