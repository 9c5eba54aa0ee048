const SECONDS = 60;

/** Requests per 60 s when a credential has no limit of its own (docs/spec/rate-limits.md#rate). */
export const DEFAULT_RATE_LIMIT = 600;

/** At most this many requests in one second: a twelfth of the limit, rounded up. */
export function burstOf(limit: number): number {
  return Math.ceil(limit / 12);
}

/** What the RateLimit headers say. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until some of what is used comes back. */
  resetSeconds: number;
}

export type RateDecision =
  | { admitted: true; state: RateState }
  | { admitted: false; policy: "default" | "burst"; state: RateState; retryAfterSeconds: number };

/** How many requests may be counted in memory alone: a sixtieth of the limit. So many an eviction may forget, less one. */
export function saveStepOf(limit: number): number {
  return Math.ceil(limit / SECONDS);
}

/** What is stored of a window: its seconds, each with the requests that were admitted in it. */
export type SavedWindow = readonly (readonly [second: number, count: number])[];

/**
 * A sliding window of 60 one-second counters, in memory. Over any 60 s no more than `limit` requests are admitted, plus
 * at most one burst, because the oldest second leaves as a whole.
 */
export class RateWindow {
  readonly #counts = new Uint32Array(SECONDS);
  /** The second each counter belongs to. */
  readonly #seconds = new Float64Array(SECONDS).fill(-SECONDS);
  /** The newest second seen: a clock that goes back does not reopen an old one. */
  #latest = 0;
  /** Requests admitted since the window was last saved. */
  #unsaved = 0;

  constructor(saved: SavedWindow = []) {
    for (const [second, count] of saved) {
      this.#seconds[second % SECONDS] = second;
      this.#counts[second % SECONDS] = count;
      this.#latest = Math.max(this.#latest, second);
    }
  }

  /** What must be stored now so that no more than `saveStepOf(limit)` requests are in memory alone; null where nothing must. */
  takeUnsaved(limit: number): SavedWindow | null {
    if (this.#unsaved < saveStepOf(limit)) return null;
    this.#unsaved = 0;
    return [...this.#seconds]
      .map((second, slot) => [second, this.#counts[slot] ?? 0] as const)
      .filter(([second, count]) => count > 0 && second > this.#latest - SECONDS);
  }

  /** Counts one request at `now` (ms) if the limit allows it. */
  take(limit: number, now: number): RateDecision {
    const second = this.#secondAt(now);
    const slot = second % SECONDS;
    if (this.#seconds[slot] !== second) {
      this.#seconds[slot] = second;
      this.#counts[slot] = 0;
    }
    const { used, oldest } = this.#used(second);
    const resetSeconds = oldest === null ? SECONDS : oldest + SECONDS - second;
    if (used >= limit) {
      return { admitted: false, policy: "default", state: { limit, remaining: 0, resetSeconds }, retryAfterSeconds: resetSeconds };
    }
    const burst = burstOf(limit);
    const inSecond = this.#counts[slot] ?? 0;
    if (inSecond >= burst) {
      return { admitted: false, policy: "burst", state: { limit: burst, remaining: 0, resetSeconds: 1 }, retryAfterSeconds: 1 };
    }
    this.#counts[slot] = inSecond + 1;
    this.#unsaved += 1;
    return { admitted: true, state: { limit, remaining: limit - used - 1, resetSeconds } };
  }

  #secondAt(now: number): number {
    const second = Math.floor(now / 1000);
    // Put back by more than the window, the clock would take too long to come round again: what it has counted is forgotten.
    if (second < this.#latest - SECONDS) this.#seconds.fill(-SECONDS);
    else if (second < this.#latest) return this.#latest;
    this.#latest = second;
    return second;
  }

  #used(second: number): { used: number; oldest: number | null } {
    let used = 0;
    let oldest: number | null = null;
    for (let slot = 0; slot < SECONDS; slot += 1) {
      const of = this.#seconds[slot] ?? -SECONDS;
      const count = this.#counts[slot] ?? 0;
      if (count > 0 && of > second - SECONDS && of <= second) {
        used += count;
        if (oldest === null || of < oldest) oldest = of;
      }
    }
    return { used, oldest };
  }
}
