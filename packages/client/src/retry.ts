/** How often and how long a call is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first one included; 1 is no retry. */
  tries: number;
  /** Pause after the first failure, ms; it doubles with each one. */
  firstDelayMs: number;
  /** The longest pause that this client chooses by itself, ms. */
  longestDelayMs: number;
  /** A Retry-After beyond this (a daily quota, say) is not waited for: the answer is given back as it is. Ms. */
  longestWaitMs: number;
  /** How long one try may take, to the last byte of the answer, ms. */
  timeoutMs: number;
}

export const DEFAULT_POLICY: Readonly<RetryPolicy> = {
  tries: 5,
  firstDelayMs: 500,
  longestDelayMs: 10_000,
  longestWaitMs: 60_000,
  timeoutMs: 30_000,
};

const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Whether an answer may be another one next time. A 500 of a write may have been written: its key tells the service so.
 * `code` is the error's, null where the body has none.
 */
export function isTransient(status: number, code: string | null): boolean {
  return TRANSIENT.has(status) || code === "idempotency_in_progress";
}

/** Ms to wait before try `tried + 1`: doubling, capped, with half of it drawn by lot so that calls don't move in step. */
export function backoff(policy: RetryPolicy, tried: number): number {
  const full = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (tried - 1));
  return Math.round(full / 2 + (Math.random() * full) / 2);
}

/** The longest that a timer can be set to, ms; a longer one would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Resolves after `ms`, at most 24 days; rejects with the signal's reason where it is aborted before. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((settle, fail) => {
    const end = () => {
      clearTimeout(timer);
      fail(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", end);
        settle();
      },
      Math.min(ms, LONGEST_TIMER),
    );
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
