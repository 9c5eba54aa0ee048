import { organizationDatabases } from "./database";
import { settingsOf } from "../../env";

const MAX_BATCHES = 20;

/**
 * Runs a backfill on every database, some batches with each run of the cron. `runBatch` tells whether there may be more to do. Each batch
 * commits by itself, so a run that dies is continued by the next one. An error is logged by `logError`. It pauses during maintenance.
 */
export async function runBackfill(
  env: Env,
  runBatch: (d1: D1Database) => Promise<boolean>,
  logError: (error: unknown) => void,
): Promise<void> {
  try {
    if (settingsOf(env).MAINTENANCE) return;
    for (const database of organizationDatabases(env)) {
      let [batches, hasMore] = [0, true];
      while (hasMore && batches < MAX_BATCHES) {
        hasMore = await runBatch(database);
        batches += 1;
      }
    }
  } catch (error) {
    logError(error);
  }
}
