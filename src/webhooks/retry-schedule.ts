/** Attempts of one delivery, the first included (docs/spec/webhooks.md#retries). */
export const MAX_ATTEMPTS = 14;

const FIRST_DELAY_MS = 5_000;
const FACTOR = 4;
const MAX_DELAY_MS = 12 * 60 * 60 * 1000;
const JITTER = 0.2;
/** The longest delay is spread downwards alone, and by so little that the whole stays above 72 h. */
const MIN_OF_MAX_DELAY = 0.92;

/** The delay after attempt number `failed`, before it is spread. */
const delayAfter = (failed: number) => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (failed - 1));

/** How long a delivery is retried for, rounded. */
export const RETRY_HOURS = Math.round(
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => delayAfter(index + 1)).reduce((sum, delay) => sum + delay, 0) / 3_600_000,
);

/**
 * How long to wait, in ms, after attempt number `failed` (1-based) has failed; null where that was the last one.
 * `random` in [0, 1) spreads the delay by 20 % either way, the longest by 8 % downwards. `retryAfterMs` lengthens it and never shortens it.
 * The whole is at most 12 h, which is what a queue message may be delayed by.
 */
export function retryDelay(failed: number, random: number, retryAfterMs: number | null): number | null {
  if (failed >= MAX_ATTEMPTS) return null;
  const base = delayAfter(failed);
  const [least, most] = base === MAX_DELAY_MS ? [MIN_OF_MAX_DELAY, 1] : [1 - JITTER, 1 + JITTER];
  const spread = base * (least + (most - least) * random);
  return Math.round(Math.min(MAX_DELAY_MS, Math.max(spread, retryAfterMs ?? 0)));
}

/**
 * The wait in ms that a receiver asks for with Retry-After (RFC 9110, section 10.2.3) on a 429 or 503: whole seconds
 * or an HTTP date. Null for any other status, for garbage and for a moment that has passed.
 */
export function retryAfter(status: number, header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (status !== 429 && status !== 503) return null;
  if (/^\d+$/.test(text)) return Number(text) > 0 ? Number(text) * 1000 : null;
  // Date.parse takes almost anything for a date: only the forms of HTTP begin with the day of the week.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const at = Date.parse(text);
  return at > now ? at - now : null;
}
