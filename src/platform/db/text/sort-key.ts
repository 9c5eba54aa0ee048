import { foldLetters } from "../../values/fold-case.ts";

/** Letters that Unicode does not decompose into a base letter and marks, with the letters that they are sorted and searched as. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ĸ: "k",
  þ: "th",
};

/** Writes letters that Unicode does not decompose, such as `ø` and `ł`, as the letters that they are sorted and searched as. */
export function toBaseLetters(folded: string): string {
  return folded.replaceAll(/[^\0-\x7f]/g, (letter) => BASE_LETTERS[letter] ?? letter);
}

/** Accents and other marks that belong to no specific script. This excludes the vowel signs of Indic scripts, which distinguish words. */
const SHARED_MARKS = /[\p{M}&&\p{Script=Inherited}]/gv;

/** Needed because one character can become eighteen. */
const MAX_SORT_KEY_LENGTH = 255;

/**
 * Returns the text by which a text is sorted in every locale: in lower case and without accents. Null for printable ASCII, which SQLite
 * already sorts in this way (platform/db/columns.ts).
 */
export function sortKey(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !/[^ -~]/.test(text)) return null;
  const folded = toBaseLetters(foldLetters(text.normalize("NFKD").replaceAll(SHARED_MARKS, "")));
  return folded.length > MAX_SORT_KEY_LENGTH ? folded.slice(0, MAX_SORT_KEY_LENGTH) : folded;
}

export function compareTexts(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => sortKey(text) ?? foldLetters(text));
  if (first === second || first === undefined || second === undefined) return 0;
  return first < second ? -1 : 1;
}
