import type { OrganizationsDb } from "./database";

const MAX_BATCHES = 20;

/**
 * Runs a backfill on every database, some batches with each run of the cron. `runBatch` tells whether there may be more to do. Each batch
 * commits by itself, so a run that dies is continued by the next one. An error is logged by `logError`.
 */
export async function runBackfill(
  databases: readonly OrganizationsDb[],
  runBatch: (db: OrganizationsDb) => Promise<boolean>,
  logError: (error: unknown) => void,
): Promise<void> {
  try {
    for (const database of databases) {
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
