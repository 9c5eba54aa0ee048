import { vi } from "vitest";

/** Runs to the end with timers advanced, once it is `ready`, so that a slow machine is not timed out before that. */
export async function withFastTimers<T>(work: () => Promise<T>, ready = () => true): Promise<T> {
  const pause = setTimeout;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const state = { ended: false };
  const result = work().finally(() => {
    state.ended = true;
  });
  while (!state.ended) {
    // Before that, only the shortest timers fire.
    await vi.advanceTimersByTimeAsync(ready() ? 500 : 1);
    await new Promise((resolve) => pause(resolve, 1));
  }
  vi.useRealTimers();
  return await result;
}
