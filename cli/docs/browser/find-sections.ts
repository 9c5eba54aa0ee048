import type { IndexedSection } from "../search-index.ts";

/** A section that a search has found. */
export interface FoundSection {
  section: IndexedSection;
  /** The part of its text around the first word that was found. */
  excerpt: string;
}

export const MAX_RESULTS = 12;
const EXCERPT_LENGTH = 140;

/** The words of a search, without case. */
export function termsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/))].filter((term) => term !== "");
}

/** The best sections that have all words of a search: first those with a word in the heading, then in the page's title, then in the text. */
export function findSections(sections: readonly IndexedSection[], query: string): FoundSection[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, terms) }));
}

/** 0 if a word is missing. */
function scoreOf({ page, heading, text }: IndexedSection, terms: readonly string[]): number {
  const [title, own, body] = [page.toLowerCase(), heading.toLowerCase(), text.toLowerCase()];
  let sum = own === terms.join(" ") ? 20 : 0;
  for (const term of terms) {
    const score = 8 * matchOf(own, term) + 3 * matchOf(title, term) + matchOf(body, term);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** 2 if a word of the text begins with the term, 1 if the term is inside of a word, 0 if it is missing. */
function matchOf(text: string, term: string): number {
  let at = text.indexOf(term);
  if (at === -1) return 0;
  for (; at !== -1; at = text.indexOf(term, at + 1)) if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return 2;
  return 1;
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(" ", first - EXCERPT_LENGTH / 3) + 1;
  const rest = text.slice(from);
  const end = rest.length <= EXCERPT_LENGTH ? rest.length : rest.lastIndexOf(" ", EXCERPT_LENGTH);
  return `${from === 0 ? "" : "… "}${rest.slice(0, end === -1 ? EXCERPT_LENGTH : end)}${end === rest.length ? "" : " …"}`;
}

/** The parts of a text, each with whether it is one of the words. */
export function markedParts(text: string, terms: readonly string[]): { text: string; isTerm: boolean }[] {
  const lower = text.toLowerCase();
  const parts: { text: string; isTerm: boolean }[] = [];
  for (let at = 0; at < text.length;) {
    const next = terms.map((term) => ({ at: lower.indexOf(term, at), length: term.length })).filter((found) => found.at !== -1);
    const nearest = next.toSorted((one, other) => one.at - other.at || other.length - one.length)[0];
    if (nearest === undefined) {
      parts.push({ text: text.slice(at), isTerm: false });
      break;
    }
    if (nearest.at > at) parts.push({ text: text.slice(at, nearest.at), isTerm: false });
    parts.push({ text: text.slice(nearest.at, nearest.at + nearest.length), isTerm: true });
    at = nearest.at + nearest.length;
  }
  return parts;
}
