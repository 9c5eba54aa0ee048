import { vi } from "vitest";

/** Ends what is under way, timers being moved on as long as it takes, once it is `ready`: a slow machine is not hurried past that. */
export async function hurried<T>(work: () => Promise<T>, ready = () => true): Promise<T> {
  const pause = setTimeout;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const state = { ended: false };
  const result = work().finally(() => {
    state.ended = true;
  });
  while (!state.ended) {
    // Before that, only the shortest timers end.
    await vi.advanceTimersByTimeAsync(ready() ? 500 : 1);
    await new Promise((resolve) => pause(resolve, 1));
  }
  vi.useRealTimers();
  return await result;
}
