import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    full: boolean;
    seed: number;
  }
}

/** Whether the long form runs (`npm run test:fire` and its like, each a few minutes) or the short one that every `npm test` includes. */
export const FULL: boolean = inject("full");

/** What everything random in a run is drawn from: `SEED=123 npm run …` repeats a run, any other draws anew and says its seed. */
export const SEED: number = inject("seed");

/** Numbers in [0, 1) that follow from the seed and a name, so that each test has its own (mulberry32). */
export function randomOf(name: string): () => number {
  let state = SEED;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x5bd1e995) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
