import { type SearchTerm, matchOf } from "./text-search";

/**
 * Words of a text as the full-text index keeps them: folded (NFKD, no marks, lower case), split at everything that is
 * neither letter nor digit, each character outside a-z 0-9 written as `_` and its code point, so that the index's own
 * tokenizer has nothing left to decide. Each word as its characters.
 */
function words(text: string): string[][] {
  // Most texts are plain: what follows would leave their letters alone, at five times the cost.
  if (!/[^ -~]/.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.split(""));
  const folded = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    // Lower case writes a sigma at the end of a word differently: the beginning of a longer word must still be its prefix.
    .replaceAll("ς", "σ");
  // One character may fold into eighteen: a word that is repeated, or the end of a long one, is not worked on again for nothing.
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu))].map((word) =>
    Array.from(word.slice(0, MAX_READ_LENGTH), (character) =>
      /[a-z0-9]/.test(character) ? character : `_${(character.codePointAt(0) ?? 0).toString(16)}_`,
    ),
  );
}

/** Longest part of a word, as it is written in the index, that is indexed and searched for. */
const MAX_TERM_LENGTH = 64;

/** No more of a word is looked at: each character, of two units at most, is written as one at least. */
const MAX_READ_LENGTH = 2 * MAX_TERM_LENGTH;

/**
 * Beginnings of a word up to so many characters are terms of the index, so that asking for one is asking for a whole term.
 * A longer beginning names few rows: it is looked for among the words.
 */
const MAX_PREFIX_LENGTH = 16;

/**
 * Characters of terms that one row of the index takes: D1 refuses parameters of more than 2 MB. The largest order of ordinary words,
 * 2,000 items, needs two thirds of it.
 */
const MAX_INDEXED_LENGTH = 1_350_000;

/** A word as a term: its organization in front, so that no query reads another's. */
function termOf(organizationId: number, characters: readonly string[]): string {
  return `${organizationId}~${characters.join("").slice(0, MAX_TERM_LENGTH)}`;
}

/** The distinct words of several texts with their beginnings, for the index of one organization; those beyond 1.35 MB are left out. */
export function indexWords(organizationId: number, texts: Iterable<string | null | undefined>): string {
  const all = new Set<string>();
  let length = 0;
  // Many items of an order have the same texts.
  for (const text of new Set(texts)) {
    if (text === null || text === undefined) continue;
    for (const characters of words(text)) {
      const word = termOf(organizationId, characters);
      if (all.has(word)) continue;
      const terms = beginnings(organizationId, characters).filter((term) => term !== word && !all.has(term));
      terms.push(word);
      for (const term of terms) {
        length += term.length + 1;
        all.add(term);
      }
      if (length > MAX_INDEXED_LENGTH) return [...all].slice(0, -terms.length).join(" ");
    }
  }
  return [...all].join(" ");
}

/** Terms of the beginnings of a word, the shortest first. */
function beginnings(organizationId: number, characters: readonly string[]): string[] {
  const terms: string[] = [];
  let term = `${organizationId}~`;
  const longest = term.length + MAX_TERM_LENGTH;
  for (const character of characters.slice(0, MAX_PREFIX_LENGTH)) {
    term += character;
    if (term.length <= longest) terms.push(term);
  }
  return terms;
}

/**
 * The words of `q`, each of which must begin a word of what is found (docs/spec/lists-and-filters.md#search). Null where it holds no word.
 */
export function parseSearchTerms(organizationId: number, q: string): SearchTerm[] | null {
  const terms = new Map<string, SearchTerm>();
  for (const characters of words(q)) {
    const term = termOf(organizationId, characters);
    const isWhole = characters.length <= MAX_PREFIX_LENGTH;
    terms.set(term, { term, isWhole, query: isWhole ? `"${term}"` : `"${term}"*` });
  }
  return terms.size === 0 ? null : [...terms.values()];
}

/** A full-text query of all words of `q`; null where it holds none. */
export function matchExpression(organizationId: number, q: string): string | null {
  const asked = parseSearchTerms(organizationId, q);
  return asked === null ? null : matchOf(asked);
}
