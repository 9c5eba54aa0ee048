import { vi } from "vitest";

/**
 * Leaves the end of a wait to the steps of a test: timers of more than a second never fire, so that what a machine takes its
 * time for decides nothing. Undone by `vi.restoreAllMocks`.
 */
export function stopLongTimers(): void {
  const real = globalThis.setTimeout;
  const never = () => undefined;
  const start = (act: () => void, ms = 0) => (ms > 1000 ? real(never, 0) : real(act, ms));
  vi.spyOn(globalThis, "setTimeout").mockImplementation(start as typeof setTimeout);
}
