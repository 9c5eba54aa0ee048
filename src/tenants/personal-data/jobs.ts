import { inTurn, jobBudget } from "../../platform/budget";
import { controlDb } from "../../platform/db/database";
import { logError } from "../../platform/log";
import { continueErasure } from "./erasure";
import { unfinishedErasures } from "./erasures.sql.ts";

/** In one run of the cron. */
const MAX_ERASURES = 20;

/** Continues erasures that are not done, for the cron. `now` is in ms since 1970. The error of an erasure is only logged. */
export async function continueErasures(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  const unfinished = await unfinishedErasures(controlDb(budget.countCalls(env), { now }), MAX_ERASURES);
  await inTurn(unfinished, { now, budget }, async (erasure, part) => {
    try {
      const counted = part.countCalls(env);
      await continueErasure(counted, controlDb(counted, { now }), erasure, part);
    } catch (error) {
      logError("erasure.continue", error, { organization_id: erasure.organization_id });
    }
  });
}
