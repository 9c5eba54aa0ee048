/** How many attempts a delivery has, including the first (docs/spec/webhooks.md#retries). */
export const MAX_ATTEMPTS = 14;

const FIRST_DELAY_MS = 5_000;
const FACTOR = 4;
const MAX_DELAY_MS = 12 * 60 * 60 * 1000;
const JITTER = 0.2;
/** The jitter of the longest delay only shortens it, and only so little that the whole schedule stays above 72 h. */
const MIN_FRACTION_OF_MAX_DELAY = 0.92;

/** The delay after attempt number `failedAttempt`, without jitter. */
const delayAfter = (failedAttempt: number) => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (failedAttempt - 1));

/** How long a delivery is retried, in hours, rounded. */
export const RETRY_HOURS = Math.round(
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => delayAfter(index + 1)).reduce((sum, delay) => sum + delay, 0) / 3_600_000,
);

/**
 * How long to wait, in ms, after attempt number `failedAttempt` (from 1) has failed. Null if that was the last attempt.
 * `random` in [0, 1) sets the jitter: ±20 %, but 0 to -8 % for the longest delay. `retryAfterMs` can only lengthen the delay.
 * The result is at most 12 h, the maximum delay of a queue message.
 */
export function retryDelay(failedAttempt: number, random: number, retryAfterMs: number | null): number | null {
  if (failedAttempt >= MAX_ATTEMPTS) return null;
  const base = delayAfter(failedAttempt);
  const [min, max] = base === MAX_DELAY_MS ? [MIN_FRACTION_OF_MAX_DELAY, 1] : [1 - JITTER, 1 + JITTER];
  const spread = base * (min + (max - min) * random);
  return Math.round(Math.min(MAX_DELAY_MS, Math.max(spread, retryAfterMs ?? 0)));
}

/**
 * The wait in ms that a receiver requests with Retry-After (RFC 9110, section 10.2.3) on a 429 Too Many Requests or 503 Service
 * Unavailable, as seconds or an HTTP date. Null for any other status, an invalid header or a time that has passed.
 */
export function retryAfter(status: number, header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (status !== 429 && status !== 503) return null;
  if (/^\d+$/.test(text)) return Number(text) > 0 ? Number(text) * 1000 : null;
  // Date.parse accepts almost anything as a date. HTTP dates start with the day of the week.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const at = Date.parse(text);
  return at > now ? at - now : null;
}
