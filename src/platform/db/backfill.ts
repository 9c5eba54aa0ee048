import type { OrganizationsDb } from "./database";

const MAX_BATCHES = 20;

/**
 * Runs a backfill on every database, a limited number of batches with each run of the cron. `runBatch` returns whether there may be more to
 * do. Each batch commits separately, so that the next run can continue an interrupted one. Errors are passed to `logError`.
 */
export async function runBackfill(
  databases: readonly OrganizationsDb[],
  runBatch: (db: OrganizationsDb) => Promise<boolean>,
  logError: (error: unknown) => void,
): Promise<void> {
  for (const database of databases) {
    try {
      let [batches, hasMore] = [0, true];
      while (hasMore && batches < MAX_BATCHES) {
        hasMore = await runBatch(database);
        batches += 1;
      }
    } catch (error) {
      logError(error);
    }
  }
}
