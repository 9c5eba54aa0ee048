import { type SQL, sql } from "drizzle-orm";

/** A word of a search as a term of the full-text index (platform/db/text/search-words.ts). */
export interface SearchTerm {
  term: string;
  /** Whether the index has this prefix as a term itself. */
  isWhole: boolean;
  /** The full-text query for it. */
  query: string;
}

/** A full-text index, its vocabulary, and the name of its list in list_counts. */
export interface TextIndex {
  search: SQL;
  vocabulary: SQL;
  list: SQL;
}

export const ORDER_TEXT: TextIndex = { search: sql`order_search`, vocabulary: sql`order_words`, list: sql`'orders'` };
export const ITEM_TEXT: TextIndex = { search: sql`item_search`, vocabulary: sql`item_words`, list: sql`'items'` };

/** The full-text expression that requires all of these words. */
export function matchOf(words: readonly SearchTerm[]): string {
  return words.map(({ query }) => query).join(" AND ");
}

/** SQL of how many rows have all of these words. For a single term, the vocabulary has the count. Terms contain their organization. */
export function matchCount(index: TextIndex, words: readonly SearchTerm[]): SQL {
  const [word] = words;
  if (word !== undefined && words.length === 1 && word.isWhole) {
    return sql`coalesce((select v.doc from ${index.vocabulary} v where v.term = ${word.term}), 0)`;
  }
  return sql`(select count(*) from ${index.search} f where f.${index.search} match ${matchOf(words)})`;
}
