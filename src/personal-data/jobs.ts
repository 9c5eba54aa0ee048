import { controlDb } from "../platform/db/database";
import { logError } from "../platform/log";
import { continueErasure } from "./erasure";
import { unfinishedErasures } from "./erasures.sql.ts";

/** How long one run of the cron continues all erasures. */
const CRON_MS = 20_000;
const MAX_ERASURES = 20;

/** Continues erasures that are not done, for the cron. `now` is in ms since 1970. Errors are only logged. */
export async function continueErasures(env: Env, now: number): Promise<void> {
  const control = controlDb(env, { now });
  try {
    const unfinished = await unfinishedErasures(control, MAX_ERASURES);
    for (const erasure of unfinished) {
      try {
        await continueErasure(env, control, erasure, Date.now() + CRON_MS / unfinished.length);
      } catch (error) {
        logError("erasure.continue", error, { organization_id: erasure.organization_id });
      }
    }
  } catch (error) {
    logError("erasure.list", error);
  }
}
