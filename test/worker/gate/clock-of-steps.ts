import { vi } from "vitest";

/**
 * Timers of more than a second never fire, so that a test ends waits itself and the speed of the machine does not matter. Undone by
 * `vi.restoreAllMocks`.
 */
export function stopLongTimers(): void {
  const real = globalThis.setTimeout;
  const never = () => undefined;
  const start = (act: () => void, ms = 0) => (ms > 1000 ? real(never, 0) : real(act, ms));
  vi.spyOn(globalThis, "setTimeout").mockImplementation(start as typeof setTimeout);
}
