import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import { type SearchTerm, matchOf, type TextIndex } from "../text/text-search";

/** The most rows to look up one by one: a look-up in the index takes as long as reading about twenty of its matches. */
const MAX_LOOKUPS = 2000;

/** Common words may rarely occur together. If at most this many rows have several words, they are read instead of looked up. */
const SMALL_RESULT = 500;

/** With more words, the cost is not estimated, because D1 accepts only 100 parameters. */
const MAX_WEIGHED_WORDS = 4;

/** A page of what has some words. */
export interface WordPage {
  index: TextIndex;
  words: readonly SearchTerm[];
  size: number;
  offset: number;
  /** SQL for the ids of all rows of the organization in the order of the list, whatever their words: nothing may be passed over. `limit` is a clause. */
  rows: (limit: SQL) => SQL;
  /** SQL for the ids of the rows that have the words, all read and sorted. */
  matches: (limit: SQL) => SQL;
}

/**
 * SQL for the ids of a page. Where so many rows have the words that the list need not be walked far, its rows are walked in
 * order and looked up in the index; where they are few, or the walk has not filled the page, all that have them are read.
 * A branch that is not taken has a limit of 0, which SQLite tests before it reads anything. Null: reading all is the best there is.
 */
export function wordPage(org: OrgReader, { index, words, size, offset, rows, matches }: WordPage): SQL | null {
  const expected = 2 * (offset + size);
  if (expected > MAX_LOOKUPS || words.length === 0 || words.length > MAX_WEIGHED_WORDS || words.some(({ isWhole }) => !isWhole))
    return null;
  const matching = sql`f.${index.search} match ${matchOf(words)}`;
  // The share of rows that contain each word, were each word spread evenly.
  const shares = words.map(({ term }) => sql`coalesce((select v.doc from ${index.vocabulary} v where v.term = ${term}), 0) / n.total`);
  const isCommon = sql`(select ${sql.join(shares, sql` * `)} * ${MAX_LOOKUPS} >= ${expected} from (select cast(c.total as real) as total
    from list_counts c where c.organization_id = ${org.key} and c.list = ${index.list} and c.filter = '' and c.basis = 'all' and c.bucket = 0
      and c.total > 0) n)`;
  const isMet =
    words.length === 1
      ? sql``
      : sql`and (select count(*) from (select 1 from ${index.search} f where ${matching} limit ${SMALL_RESULT + 1})) > ${SMALL_RESULT}`;
  // Not EXISTS, which SQLite may turn into a join and then walk from the other side.
  return sql`with walked as materialized (select r.id from (${rows(sql`limit iif(${isCommon} ${isMet}, ${MAX_LOOKUPS}, 0)`)}) r
      where (select 1 from ${index.search} f where ${matching} and f.rowid = r.id) = 1
      limit ${size} offset ${offset})
    select id from walked where (select count(*) from walked) = ${size}
    union all select id from (${matches(sql`limit iif((select count(*) from walked) < ${size}, ${size}, 0) offset ${offset}`)})`;
}
