import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import { type SearchTerm, matchOf, type TextIndex } from "../text/text-search";

/** The most rows of the list to look up in the text index one by one. A lookup takes as long as reading about twenty matches. */
const MAX_LOOKUPS = 2000;

/** Common words may rarely occur together. If at most this many rows contain all words, all of them are read. */
const SMALL_RESULT = 500;

/** With more words than this, the cost is not estimated, because D1 accepts at most 100 parameters in a statement. */
const MAX_WEIGHED_WORDS = 4;

/** A page of the rows that contain all of some words. */
export interface WordPage {
  index: TextIndex;
  words: readonly SearchTerm[];
  size: number;
  offset: number;
  /** SQL for the ids of all rows of the organization in the order of the list, without any filter. `limit` is a LIMIT clause. */
  rows: (limit: SQL) => SQL;
  /** SQL for the ids of the rows that contain the words. It reads all of them and sorts them. */
  matches: (limit: SQL) => SQL;
}

/**
 * SQL for the ids of a page. If many rows contain the words, the rows of the list are scanned in order, and each is looked up in the text
 * index. If few rows contain them, or the scan has not filled the page, all matching rows are read. The query that is not needed has a limit
 * of 0, which SQLite checks before it reads anything. Returns null if reading all matching rows is the best method.
 */
export function wordPage(org: OrgReader, { index, words, size, offset, rows, matches }: WordPage): SQL | null {
  const expected = 2 * (offset + size);
  if (expected > MAX_LOOKUPS || words.length === 0 || words.length > MAX_WEIGHED_WORDS || words.some(({ isWhole }) => !isWhole))
    return null;
  const matching = sql`f.${index.search} match ${matchOf(words)}`;
  // The share of rows that contain each word. Their product estimates the share that contains all words.
  const shares = words.map(({ term }) => sql`coalesce((select v.doc from ${index.vocabulary} v where v.term = ${term}), 0) / n.total`);
  const isCommon = sql`(select ${sql.join(shares, sql` * `)} * ${MAX_LOOKUPS} >= ${expected} from (select cast(c.total as real) as total
    from list_counts c where c.organization_id = ${org.key} and c.list = ${index.list} and c.filter = '' and c.basis = 'all' and c.bucket = 0
      and c.total > 0) n)`;
  const isMet =
    words.length === 1
      ? sql``
      : sql`and (select count(*) from (select 1 from ${index.search} f where ${matching} limit ${SMALL_RESULT + 1})) > ${SMALL_RESULT}`;
  // Not EXISTS, because SQLite may turn it into a join and then start from the text index.
  return sql`with scanned as materialized (select r.id from (${rows(sql`limit iif(${isCommon} ${isMet}, ${MAX_LOOKUPS}, 0)`)}) r
      where (select 1 from ${index.search} f where ${matching} and f.rowid = r.id) = 1
      limit ${size} offset ${offset})
    select id from scanned where (select count(*) from scanned) = ${size}
    union all select id from (${matches(sql`limit iif((select count(*) from scanned) < ${size}, ${size}, 0) offset ${offset}`)})`;
}
