import type { OrganizationsDb } from "../platform/db/database";
import { rowsWithoutSortKeys, SORTED_TABLES, type SortedTable, storeSortKeys } from "./sort-keys.sql.ts";
import { logError } from "../platform/log";
import { runBackfill } from "../platform/db/backfill";

const BATCH_SIZE = 500;

/**
 * Computes the sort keys of rows that were written before migration 0011. Until then, such a row is sorted by its text itself. Once all keys
 * are computed, the backfill reads no rows.
 */
export async function backfillSortKeys(databases: readonly OrganizationsDb[]): Promise<void> {
  for (const table of SORTED_TABLES) {
    await runBackfill(
      databases,
      async (db) => await backfillBatch(db, table),
      (error) => logError("backfill.sort_keys", error),
    );
  }
}

async function backfillBatch(db: OrganizationsDb, table: SortedTable): Promise<boolean> {
  const rows = await rowsWithoutSortKeys(db, table, BATCH_SIZE);
  if (rows.length === 0) return false;
  await storeSortKeys(db, table, rows);
  return rows.length === BATCH_SIZE;
}
