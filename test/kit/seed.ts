import fc from "fast-check";
import { onTestFailed, beforeEach } from "vitest";
import { SEED } from "./form.ts";

// All properties of the run use this seed, except those that have their own.
fc.configureGlobal({ seed: SEED });

beforeEach(() => {
  onTestFailed(() => console.error(`Repeat it: SEED=${SEED}`));
});
