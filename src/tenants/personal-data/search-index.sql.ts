import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../platform/db/database";
import { ITEM_TEXT, ORDER_TEXT } from "../../platform/db/text/text-search";
import { Statement, WriteStatement } from "../../platform/db/statement";

/**
 * The full-text indexes. A word that no row has any more stays in the index's storage until its parts are merged, so an erasure and the
 * removal of an old copy or of an organization merge them all, in bounded steps (FTS5, section "The 'merge' command").
 */
const INDEXES = [ORDER_TEXT.search, ITEM_TEXT.search, sql`product_search`];

/** Where the merging has got to: the index, and whether it has begun. */
export type MergePosition = readonly [index: number, hasBegun: 0 | 1];

export const MERGE_START: MergePosition = [0, 0];

/** Pages of 4 KB that one step writes. */
const MERGE_PAGES = 500;

/** Merges the next part of an index. Returns the position after it; null at the end. */
export async function mergeIndexes(db: OrganizationsDb, [at, hasBegun]: MergePosition): Promise<MergePosition | null> {
  const index = INDEXES[at];
  if (index === undefined) return null;
  const changes = new Statement<{ count: number }>(sql`select total_changes() as count`);
  // A negative number starts a merge of all parts, a positive one continues it.
  const merge = new WriteStatement(
    sql`insert into ${index} (${index}, rank) values ('merge', ${hasBegun === 1 ? MERGE_PAGES : -MERGE_PAGES})`,
  );
  const { before, after } = await db.run({ before: changes, merge, after: changes });
  // The command itself counts as one change.
  const hasMore = (after[0]?.count ?? 0) - (before[0]?.count ?? 0) > 1;
  return hasMore ? [at, 1] : [at + 1, 0];
}
