import fc from "fast-check";
import { onTestFailed, beforeEach } from "vitest";
import { SEED } from "./form.ts";

// Every property of the run follows from the one seed; those that name their own keep it.
fc.configureGlobal({ seed: SEED });

beforeEach(() => {
  onTestFailed(() => console.error(`Repeat it: SEED=${SEED}`));
});
