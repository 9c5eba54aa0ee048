import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import { type SearchTerm, matchOf, type TextIndex } from "../text/text-search";

/** The most rows of the list to look up in the text index one by one. A lookup takes as long as reading about twenty matches. */
const MAX_LOOKUPS = 2000;

/** Common words may rarely occur together. If at most this many rows contain all words, all of them are read. */
const SMALL_RESULT = 500;

/**
 * If at least this share of the rows contains the words, the list is read in its order until the page is full, and each row is looked up among the
 * matches, which are read once. Both are read from an index, so this is faster than reading all matching rows and sorting them.
 */
const WALKED_SHARE = 1 / 4;

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
 * SQL for the ids of a page. If many rows contain the words, the first rows of the list are looked up in the text index one by one, as many as
 * should contain the page twice. If that has not filled the page, the list is walked, or all matching rows are read. So the most that is read is each
 * row of the list once and each match once, or about three rows for each match. A query that is not needed has a limit of 0, which SQLite checks
 * before it reads anything. Returns null if reading all matching rows is the best method.
 */
export function wordPage(org: OrgReader, { index, words, size, offset, rows, matches }: WordPage): SQL | null {
  if (words.length === 0 || words.length > MAX_WEIGHED_WORDS || words.some(({ isWhole }) => !isWhole)) return null;
  const expected = 2 * (offset + size);
  const matching = sql`f.${index.search} match ${matchOf(words)}`;
  // The share of rows that contain each word. Their product estimates the share that contains all words.
  const shares = words.map(({ term }) => sql`coalesce((select v.doc from ${index.vocabulary} v where v.term = ${term}), 0) / n.total`);
  const isMet =
    words.length === 1
      ? sql``
      : sql`and (select count(*) from (select 1 from ${index.search} f where ${matching} limit ${SMALL_RESULT + 1})) > ${SMALL_RESULT}`;
  const [lookups, isWalked] = [
    sql`iif(share * ${MAX_LOOKUPS} >= ${expected} ${isMet}, min(${MAX_LOOKUPS}, cast(${expected} / share as integer)), 0)`,
    sql`share >= ${WALKED_SHARE}`,
  ];
  const isFull = sql`(select count(*) from scanned) = ${size}`;
  const planned = (column: "lookups" | "is_walked") => sql`coalesce((select ${sql.raw(column)} from plan), 0)`;
  // Without a limit, SQLite would ignore the order of the rows.
  const all = sql.raw(String(Number.MAX_SAFE_INTEGER));
  const isWalk = sql`not ${isFull} and ${planned("is_walked")}`;
  // Not EXISTS, because SQLite may turn it into a join and then start from the text index.
  return sql`with plan as materialized (select ${lookups} as lookups, ${isWalked} as is_walked
      from (select ${sql.join(shares, sql` * `)} as share from (select cast(c.total as real) as total
        from list_counts c where c.organization_id = ${org.key} and c.list = ${index.list} and c.filter = '' and c.basis = 'all'
          and c.bucket = 0 and c.total > 0) n)),
    scanned as materialized (select r.id from (${rows(sql`limit ${planned("lookups")}`)}) r
      where (select 1 from ${index.search} f where ${matching} and f.rowid = r.id) = 1
      limit ${size} offset ${offset}),
    walked as materialized (select r.id from (${rows(sql`limit iif(${isWalk}, ${all}, 0)`)}) r
      where r.id in (select f.rowid from ${index.search} f where ${matching})
      limit ${size} offset ${offset})
    select id from scanned where ${isFull}
    union all select id from walked
    union all select id from (${matches(sql`limit iif(${isFull} or ${planned("is_walked")}, 0, ${size}) offset ${offset}`)})`;
}
