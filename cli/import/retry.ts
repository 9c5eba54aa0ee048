/** How often and how long a call is tried again. Times in ms. */
export interface RetryPolicy {
  tries: number;
  firstDelay: number;
  longestDelay: number;
  /** A Retry-After beyond this (a daily quota, say) ends the run instead of keeping a terminal waiting. */
  longestWait: number;
}

export const PATIENT: RetryPolicy = { tries: 8, firstDelay: 500, longestDelay: 30_000, longestWait: 300_000 };

/** Ms to wait before try `tried + 1`: doubling, capped, with half of it drawn by lot so that calls don't move in step. */
export function backoff(policy: RetryPolicy, tried: number): number {
  const full = Math.min(policy.longestDelay, policy.firstDelay * 2 ** (tried - 1));
  return Math.round(full / 2 + (Math.random() * full) / 2);
}

/** A Retry-After header (seconds or an HTTP date) in ms from now; null where it is absent or unreadable. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}
