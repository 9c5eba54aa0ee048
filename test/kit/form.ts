import { inject, it } from "vitest";

/**
 * The form of the random tests: the short one of `npm test`, that of `npm run test:long`, or the full one of `npm test -- crash` and the
 * other suites.
 */
export type Form = "test" | "long" | "full";

declare module "vitest" {
  interface ProvidedContext {
    form: Form;
    seed: number;
    /** The database for the organizations of all test files (`TEST_DATABASE=1 npm test`). Null: each file has its own. */
    database: number | null;
    /** Whether the twins of the isolation tests are in different databases. */
    twinsApart: boolean;
  }
}

const FORM = inject("form");

/** Whether the full form runs (`npm test -- crash` and the other suites, minutes each). */
export const FULL = FORM === "full";

/** The value for the current form. */
export function inForm<T>(values: Readonly<Record<Form, T>>): T {
  return values[FORM];
}

/** A test without random values, in a file that `npm run test:long` runs again with more random cases: it runs once. */
export const itUnlessLong = it.skipIf(FORM === "long");

/** A test that takes too long for `npm test`. A file `*.long.test.ts` imports its file. */
export const itAtLength = it.skipIf(FORM === "test");

/** The seed of all random values in a run: `SEED=123 npm run …` repeats it. */
export const SEED: number = inject("seed");

/** Numbers in [0, 1) derived from the seed and a name, so that each test has its own (mulberry32). */
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
