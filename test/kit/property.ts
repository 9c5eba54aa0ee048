import fc from "fast-check";
import { inject, TestRunner } from "vitest";
import { inForm, randomOf } from "./form.ts";
import "./property-run.ts";

/** The factor for the number of cases of `npm test`. */
const FACTOR = inForm({ test: 1, long: 20, full: 40 });

declare module "vitest" {
  interface ProvidedContext {
    /** The number of runs with different seeds in which a property is checked (`PROPERTY_RUNS=50`). Null: one. */
    propertyRuns: number | null;
  }
}

const RUNS = inject("propertyRuns");

interface PropertyParameters<Case> extends Pick<fc.Parameters<Case>, "endOnFailure" | "examples"> {
  /** The number of cases in `npm test`, including the examples: enough to find a fault with every seed. */
  cases: number;
  /** Creates the shared data of all cases of a run, if a case changes it. */
  begin?: () => Promise<void>;
}

/**
 * Checks a property in several runs as `npm test` would with several seeds, and fails with the number of runs that found a fault. The
 * mutation check reads the message.
 */
async function assertInRuns<Case>(
  property: fc.IRawProperty<Case>,
  { cases, begin, ...parameters }: PropertyParameters<Case>,
  runs: number,
): Promise<void> {
  const random = randomOf("runs of a property");
  /** The number of cases of each run that found a fault. */
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await begin?.();
    const seed = Math.floor(random() * 2 ** 31);
    const { failed, numRuns } = await fc.check(property, { ...parameters, numRuns: cases, seed, endOnFailure: true });
    if (failed) found.push(numRuns);
  }
  if (found.length > 0) {
    throw new Error(`found in ${found.length} of ${runs} runs, after at most ${Math.max(...found)} of ${cases} cases`);
  }
}

/** Checks a property with a fixed number of cases, however long they take. Cases that `fc.pre` rejects are not counted. */
export async function assertProperty<Case>(
  property: fc.IAsyncProperty<Case> | fc.IProperty<Case>,
  { cases, begin, ...parameters }: PropertyParameters<Case>,
): Promise<void> {
  if (RUNS !== null) return assertInRuns(property, { cases, ...(begin && { begin }), ...parameters }, RUNS);
  await begin?.();
  const required = cases * FACTOR;
  let tried = 0;
  const count = <Result>(result: Result): Result => {
    if (result === null) tried += 1;
    return result;
  };
  const run: fc.IRawProperty<Case>["run"] = (drawn) => {
    const result = property.run(drawn);
    return result instanceof Promise ? result.then(count) : count(result);
  };
  const counted: fc.IRawProperty<Case> = Object.assign(Object.create(property), { run });
  const started = performance.now();
  // oxlint-disable-next-line no-restricted-properties -- Here the cases are counted.
  await fc.assert(counted, { ...parameters, numRuns: required });
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error("A property is checked by a test.");
  (test.meta.properties ??= []).push({ tried, required, ms: performance.now() - started });
  if (tried < required) throw new Error(`Of the ${required} cases of this property, only ${tried} were tried.`);
}
