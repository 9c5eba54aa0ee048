import { Meter } from "../platform/db/meter";
import { rowsWithoutSortKeys, SORTED_TABLES, type SortedTable, storeSortKeys } from "./sort-keys.sql.ts";
import { logFault } from "../platform/log";
import { runBackfill } from "../platform/db/backfill";

const BATCH_SIZE = 500;

/**
 * Computes the sort keys of rows that were written before sort keys were stored (migration 0011). Until then such a row is sorted by its
 * text as it is. If all are done it reads nothing.
 */
export async function backfillSortKeys(env: Env): Promise<void> {
  for (const table of SORTED_TABLES) {
    await runBackfill(
      env,
      async (d1) => await backfillBatch(d1, table),
      (error) => logFault("backfill.sort_keys", error),
    );
  }
}

async function backfillBatch(d1: D1Database, table: SortedTable): Promise<boolean> {
  const rows = await rowsWithoutSortKeys(d1, new Meter(), table, BATCH_SIZE);
  if (rows.length === 0) return false;
  await storeSortKeys(d1, new Meter(), table, rows);
  return rows.length === BATCH_SIZE;
}
