import { type SQL, sql } from "drizzle-orm";
import { foldLetters } from "../../values/fold-case.ts";
import { toBaseLetters } from "./sort-key.ts";

/** A word of a search as a term of the full-text index. */
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
  list: "orders" | "items";
}

export const ORDER_TEXT: TextIndex = { search: sql`order_search`, vocabulary: sql`order_words`, list: "orders" };
export const ITEM_TEXT: TextIndex = { search: sql`item_search`, vocabulary: sql`item_words`, list: "items" };

/** The full-text expression that requires all of these words. */
export function matchOf(words: readonly SearchTerm[]): string {
  return words.map(({ query }) => query).join(" AND ");
}

/** SQL for how many rows have all of these words. For a single term, the vocabulary has the count. Terms contain their organization. */
export function matchCount(index: TextIndex, words: readonly SearchTerm[]): SQL {
  const [word] = words;
  if (word !== undefined && words.length === 1 && word.isWhole) {
    return sql`coalesce((select v.doc from ${index.vocabulary} v where v.term = ${word.term}), 0)`;
  }
  return sql`(select count(*) from ${index.search} f where f.${index.search} match ${matchOf(words)})`;
}

/** The characters of a word as they are written in the index. A word of a-z 0-9 is a text of them. */
type Characters = string | readonly string[];

/**
 * Splits a text into words for the full-text index, and each word into characters. The text is folded (NFKD, no marks, lower case,
 * base letters) and split at everything that is neither letter nor digit.
 */
function splitWords(text: string): Characters[] {
  // A fast path for ASCII, which most texts are. The code below has the same result but takes five times as long.
  if (!/[^ -~]/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const folded = foldText(text);
  // One character may fold into eighteen, so we process repeated words only once and cut long ones.
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu))].map((word) => toCharacters(word.slice(0, MAX_READ_LENGTH)));
}

/** A text as its words are indexed and searched: without marks, in lower case, in base letters. */
export function foldText(text: string): string {
  return toBaseLetters(foldLetters(text.normalize("NFKD").replaceAll(/\p{M}+/gu, "")));
}

/**
 * The characters of a folded text as they are written in the index: one outside a-z 0-9 is its code point between underscores, so that the
 * result does not depend on the index's tokenizer.
 */
export function toCharacters(folded: string): string[] {
  return Array.from(folded, (character) => (/[a-z0-9]/.test(character) ? character : `_${(character.codePointAt(0) ?? 0).toString(16)}_`));
}

/** Longer words are cut to this length, as written in the index, when indexed or searched for. */
const MAX_TERM_LENGTH = 64;

/** The part of a word that can affect its term: a character of at most two UTF-16 units is written as at least one. */
const MAX_READ_LENGTH = 2 * MAX_TERM_LENGTH;

/**
 * Prefixes of a word up to this many characters are terms of the index, so that searching for one is an exact lookup. A longer prefix
 * matches few rows, so it uses a prefix query.
 */
const MAX_PREFIX_LENGTH = 16;

/**
 * Maximum length of the terms of one row of the index: D1 rejects parameters of more than 2 MB. The largest order of ordinary words,
 * with 2,000 items, needs two thirds of it.
 */
const MAX_INDEXED_LENGTH = 1_350_000;

/** A word as a term. The prefix with the organization's id separates organizations. */
function termOf(organizationId: number, characters: Characters): string {
  const word = typeof characters === "string" ? characters : characters.join("");
  return `${organizationId}~${word.slice(0, MAX_TERM_LENGTH)}`;
}

/**
 * The distinct words of several texts and their prefixes, for the index of one organization, after exact terms. Terms beyond 1.35 MB are
 * omitted.
 */
export function indexWords(
  organizationId: number,
  texts: Iterable<string | null | undefined>,
  exactTerms: readonly SearchTerm[] = [],
): string {
  const all = new Set(exactTerms.map(({ term }) => term));
  let length = [...all].join(" ").length;
  // Many items of an order have the same texts.
  for (const text of new Set(texts)) {
    if (text === null || text === undefined) continue;
    for (const characters of splitWords(text)) {
      const word = termOf(organizationId, characters);
      if (all.has(word)) continue;
      const before = all.size;
      for (const term of prefixesOf(organizationId, characters)) {
        if (term === word || all.has(term)) continue;
        length += term.length + 1;
        all.add(term);
      }
      length += word.length + 1;
      all.add(word);
      if (length > MAX_INDEXED_LENGTH) return [...all].slice(0, before).join(" ");
    }
  }
  return [...all].join(" ");
}

/** The terms of the prefixes of a word, the shortest first. */
function prefixesOf(organizationId: number, characters: Characters): string[] {
  const terms: string[] = [];
  let term = `${organizationId}~`;
  const longest = term.length + MAX_TERM_LENGTH;
  for (const character of characters.slice(0, MAX_PREFIX_LENGTH)) {
    term += character;
    if (term.length <= longest) terms.push(term);
  }
  return terms;
}

/** The term of a word that a row's word must begin with. */
export function prefixTerm(organizationId: number, characters: string | readonly string[]): SearchTerm {
  const term = termOf(organizationId, characters);
  const isWhole = characters.length <= MAX_PREFIX_LENGTH;
  return { term, isWhole, query: isWhole ? `"${term}"` : `"${term}"*` };
}

/**
 * The words of `q`. Each must be the prefix of a word in a matching row (docs/spec/lists-and-filters.md#search). Null if there is none.
 */
export function parseSearchTerms(organizationId: number, q: string): SearchTerm[] | null {
  const terms = new Map<string, SearchTerm>();
  for (const characters of splitWords(q)) {
    const term = prefixTerm(organizationId, characters);
    terms.set(term.term, term);
  }
  return terms.size === 0 ? null : [...terms.values()];
}
