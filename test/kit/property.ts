import fc from "fast-check";
import { TestRunner } from "vitest";
import { inForm } from "./form.ts";
import "./property-run.ts";

/** How many times the cases of `npm test` are tried. */
const FACTOR = inForm({ test: 1, long: 20, full: 40 });

interface PropertyParameters<Case> extends Pick<fc.Parameters<Case>, "endOnFailure" | "examples"> {
  /** How many cases `npm test` tries, the examples among them: enough to find a fault with every seed. */
  cases: number;
}

/** Checks a property with a fixed number of cases, however long they take. Those that `fc.pre` rejects are not counted. */
export async function assertProperty<Case>(
  property: fc.IAsyncProperty<Case> | fc.IProperty<Case>,
  { cases, ...parameters }: PropertyParameters<Case>,
): Promise<void> {
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
