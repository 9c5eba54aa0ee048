/** Cloudflare recommends to repeat a call after a transient error, with a growing and random pause, so that callers do not come back together. */
const MAX_REPEATS = 2;
const FIRST_PAUSE_MS = 60;

/** The pause before a call that failed is repeated, in one place, where tests shorten it. */
export const repeatPause = {
  take: async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Makes a call, and repeats it once or twice after an error that is transient. `call` gets how often it was repeated. */
export async function repeatTransient<T>(call: (repeats: number) => Promise<T>, isTransient: (error: unknown) => boolean): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await call(repeats);
    } catch (error) {
      if (repeats === MAX_REPEATS || !isTransient(error)) throw error;
      await repeatPause.take((0.5 + Math.random()) * FIRST_PAUSE_MS * 3 ** repeats);
    }
  }
}
