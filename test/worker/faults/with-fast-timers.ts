import { vi } from "vitest";

/** Runs `work` to its end. Timers are fast once `ready` returns true, and not before, so that a slow machine is not timed out. */
export async function withFastTimers<T>(work: () => Promise<T>, ready = () => true): Promise<T> {
  const pause = setTimeout;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const state = { ended: false };
  const result = work().finally(() => {
    state.ended = true;
  });
  while (!state.ended) {
    // Until then, timers are no faster than in real time.
    await vi.advanceTimersByTimeAsync(ready() ? 500 : 1);
    await new Promise((resolve) => pause(resolve, 1));
  }
  vi.useRealTimers();
  return await result;
}
