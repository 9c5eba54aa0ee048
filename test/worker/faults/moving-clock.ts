import { vi } from "vitest";

const real = Date.now.bind(Date);

/** The clock of the Worker and its objects, which goes on and can be put forward or back. SQLite's own is not moved. */
export interface MovingClock {
  /** Moves it by so many ms. */
  jump: (ms: number) => void;
  /** Sets it right again. */
  right: () => void;
}

/** Takes over the clock until the mocks are restored. Unlike a system time that is set, it does not stand still: waits end. */
export function movingClock(): MovingClock {
  let ahead = 0;
  vi.spyOn(Date, "now").mockImplementation(() => real() + ahead);
  return {
    jump: (ms) => {
      ahead += ms;
    },
    right: () => {
      ahead = 0;
    },
  };
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Longer than an execution may hold a key (docs/spec/idempotency.md#lease). */
export const PAST_LEASE = 31 * SECOND;
