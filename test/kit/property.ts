import fc from "fast-check";
import { inForm } from "./form.ts";

/** How long a property goes on drawing cases, ms. It sets how many are tried, never whether the property holds. */
const BUDGET_MS = inForm({ test: 300, long: 2_000, full: Number.POSITIVE_INFINITY });

/** Checks a property with random cases: `numRuns` at most, at least one and the examples, and no new one once the budget is used up. */
export async function assertProperty<Case>(
  property: fc.IAsyncPropertyWithHooks<Case>,
  parameters: fc.Parameters<Case> = {},
): Promise<void> {
  const atLeast = 1 + (parameters.examples?.length ?? 0);
  const start = performance.now();
  let tried = 0;
  let hasFailed = false;
  const run: typeof property.run = async (drawn) => {
    // A failing case is still made smaller, however long that takes.
    if (!hasFailed && tried >= atLeast && performance.now() - start > BUDGET_MS) return null;
    tried += 1;
    const result = await property.run(drawn);
    hasFailed ||= result !== null;
    return result;
  };
  const bounded: fc.IAsyncPropertyWithHooks<Case> = Object.assign(Object.create(property), { run });
  await fc.assert(bounded, parameters);
}
