import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import { matchCount, matchOf, type SearchTerm, type TextIndex } from "../text/text-search";
import { countOf } from "./list-counts";
import type { Walk } from "./page-plan";

/** Common words may rarely occur together. If at most this many rows contain all words, all of them are read. */
const SMALL_RESULT = 500;

/** With more words than this, their rows are not estimated, because D1 accepts at most 100 parameters in a statement. */
const MAX_WEIGHED_WORDS = 4;

/** A row is looked up in the text index. This takes as long as reading about five matches with their rows. */
const LOOKUP_COST = 5;

/**
 * A walk to the rows that contain all of some words, in the order of a list. `rows` is SQL for the ids of all rows of the list. Null if the words are
 * not terms of the index, so that their rows can't be estimated.
 */
export function wordWalk(org: OrgReader, index: TextIndex, words: readonly SearchTerm[], rows: Walk["scan"]): Walk | null {
  if (words.length === 0 || words.length > MAX_WEIGHED_WORDS || words.some(({ isWhole }) => !isWhole)) return null;
  const matching = sql`f.${index.search} match ${matchOf(words)}`;
  const listed = countOf(org, { list: index.list, filter: sql`''` });
  return {
    found: words.length === 1 ? matchCount(index, words) : sql`iif(${hasFew(index, matching)}, 0, ${estimate(index, words, listed)})`,
    listed,
    rowCost: LOOKUP_COST,
    // Not EXISTS, because SQLite may turn it into a join and then start from the text index.
    scan: (direction, limit) => sql`select r.id, (select 1 from ${index.search} f where ${matching} and f.rowid = r.id) = 1 as matches
      from (${rows(direction, limit)}) r`,
  };
}

const hasFew = (index: TextIndex, matching: SQL): SQL =>
  sql`(select count(*) from (select 1 from ${index.search} f where ${matching} limit ${SMALL_RESULT + 1})) <= ${SMALL_RESULT}`;

/** SQL for how many rows contain all of the words, if each of them is spread evenly over those that contain the others. */
function estimate(index: TextIndex, words: readonly SearchTerm[], listed: SQL): SQL {
  const counts = words.map((word) => matchCount(index, [word]));
  return sql`cast(${sql.join(counts, sql` * 1.0 / max(1, ${listed}) * `)} as integer)`;
}
