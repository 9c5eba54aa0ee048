/** How often and how long a request is retried. */
export interface RetryPolicy {
  /** Attempts in total, including the first one. 1 means no retry. */
  tries: number;
  /** Delay after the first failure, in ms. It doubles with each failure. */
  firstDelayMs: number;
  /** The longest delay that the client chooses, in ms. */
  longestDelayMs: number;
  /** The client does not wait for a longer Retry-After (for example of a daily quota), and returns the response instead. In ms. */
  longestWaitMs: number;
  /** The timeout of one attempt, up to the last byte of the response, in ms. */
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
 * Whether a retry may succeed. A write that returned 500 Internal Server Error may have happened, but its Idempotency-Key makes the retry
 * safe. `code` is the error's code, or null if the body has none.
 */
export function isTransient(status: number, code: string | null): boolean {
  return TRANSIENT.has(status) || code === "idempotency_in_progress";
}

/**
 * The delay after failed attempt number `tried`, in ms: exponential, capped, and half of it random so that clients do not retry in step.
 */
export function backoff(policy: RetryPolicy, tried: number): number {
  const full = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (tried - 1));
  return Math.round(full / 2 + (Math.random() * full) / 2);
}

/** The longest timeout of setTimeout, in ms. A longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves after `ms` (at most 24 days). Rejects with the signal's reason if it is aborted first. */
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
      Math.min(ms, MAX_TIMER_MS),
    );
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
