import { vi } from "vitest";

const real = Date.now.bind(Date);

/** The clock of the Worker and its objects, which runs and can be moved in both directions. SQLite's own clock is not affected. */
export interface MovingClock {
  /** Moves it by this many ms. */
  jump: (ms: number) => void;
  /** Resets it to the real time. */
  reset: () => void;
}

/** Replaces the clock until the mocks are restored. Unlike a fixed system time it keeps running, so that waits end. */
export function movingClock(): MovingClock {
  let ahead = 0;
  vi.spyOn(Date, "now").mockImplementation(() => real() + ahead);
  return {
    jump: (ms) => {
      ahead += ms;
    },
    reset: () => {
      ahead = 0;
    },
  };
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Longer than an execution may hold a key (docs/spec/idempotency.md#lease). */
export const PAST_LEASE = 31 * SECOND_MS;
