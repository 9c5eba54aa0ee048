const WINDOW_SECONDS = 60;

/** Requests per 60 s when a credential has no limit of its own (docs/spec/rate-limits.md#rate). */
export const DEFAULT_RATE_LIMIT = 600;

/** The most requests in one second: a twelfth of the limit, rounded up (docs/spec/rate-limits.md#burst). */
export function burstLimit(limit: number): number {
  return Math.ceil(limit / 12);
}

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until some used capacity becomes available again. */
  resetSeconds: number;
}

export type RateDecision =
  | { admitted: true; state: RateState }
  | { admitted: false; policy: "default" | "burst"; state: RateState; retryAfterSeconds: number };

/** A window is saved after this many requests: a sixtieth of the limit. An eviction loses fewer than this. */
export function saveStepOf(limit: number): number {
  return Math.ceil(limit / WINDOW_SECONDS);
}

/** A window as it is stored: each second with the number of requests admitted in it. */
export type SavedWindow = readonly (readonly [second: number, count: number])[];

/**
 * A sliding window of 60 one-second counters, in memory. Over any 60 s no more than `limit` requests are admitted, plus
 * at most one burst, because the oldest second leaves as a whole.
 */
export class RateWindow {
  readonly #counts = new Uint32Array(WINDOW_SECONDS);
  /** The second each counter belongs to. */
  readonly #seconds = new Float64Array(WINDOW_SECONDS).fill(-WINDOW_SECONDS);
  /** The newest second seen, so that a clock that goes back does not count into an older one. */
  #latest = 0;
  /** Requests admitted since the window was last saved. */
  #unsaved = 0;

  constructor(saved: SavedWindow = []) {
    for (const [second, count] of saved) {
      this.#seconds[second % WINDOW_SECONDS] = second;
      this.#counts[second % WINDOW_SECONDS] = count;
      this.#latest = Math.max(this.#latest, second);
    }
  }

  /** Returns the window if `saveStepOf(limit)` requests have been admitted since the last save, which makes a save due; otherwise null. */
  takeUnsaved(limit: number): SavedWindow | null {
    if (this.#unsaved < saveStepOf(limit)) return null;
    this.#unsaved = 0;
    return [...this.#seconds]
      .map((second, slot) => [second, this.#counts[slot] ?? 0] as const)
      .filter(([second, count]) => count > 0 && second > this.#latest - WINDOW_SECONDS);
  }

  /** Counts one request at `now` (ms) if the limit allows it. */
  take(limit: number, now: number): RateDecision {
    const second = this.#secondAt(now);
    const slot = second % WINDOW_SECONDS;
    if (this.#seconds[slot] !== second) {
      this.#seconds[slot] = second;
      this.#counts[slot] = 0;
    }
    const { used, oldest } = this.#used(second);
    const resetSeconds = oldest === null ? WINDOW_SECONDS : oldest + WINDOW_SECONDS - second;
    if (used >= limit) {
      return { admitted: false, policy: "default", state: { limit, remaining: 0, resetSeconds }, retryAfterSeconds: resetSeconds };
    }
    const burst = burstLimit(limit);
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
    // If the clock was set back by more than the window, catching up would take too long, so we clear the counters.
    if (second < this.#latest - WINDOW_SECONDS) this.#seconds.fill(-WINDOW_SECONDS);
    else if (second < this.#latest) return this.#latest;
    this.#latest = second;
    return second;
  }

  #used(second: number): { used: number; oldest: number | null } {
    let used = 0;
    let oldest: number | null = null;
    for (let slot = 0; slot < WINDOW_SECONDS; slot += 1) {
      const slotSecond = this.#seconds[slot] ?? -WINDOW_SECONDS;
      const count = this.#counts[slot] ?? 0;
      if (count > 0 && slotSecond > second - WINDOW_SECONDS && slotSecond <= second) {
        used += count;
        if (oldest === null || slotSecond < oldest) oldest = slotSecond;
      }
    }
    return { used, oldest };
  }
}
