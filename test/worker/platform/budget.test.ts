import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { invocationBudget } from "../../../src/platform/budget";

/** Longer than the test takes, so that only the calls spend the budget. */
const A_MINUTE_MS = 60_000;

it.each([
  // Cloudflare allows 1,000 calls on the Paid plan, and 50 on the Free plan.
  [{}, 800],
  [{ WORKERS_PLAN: "free" }, 40],
  [{ WORKERS_PLAN: "free", MAX_DATABASE_CALLS: "60" }, 48],
])("background work with the settings %o stops after 80% of the allowed calls: %i", (settings, calls) => {
  const budget = invocationBudget({ ...env, ...settings }, A_MINUTE_MS);
  let made = 0;
  for (; !budget.isSpent; made += 1) budget.count();
  expect(made).toBe(calls);
});
