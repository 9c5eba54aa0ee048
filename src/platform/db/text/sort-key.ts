/** Letters that Unicode does not decompose into a base letter and marks, each as the letters that it is sorted as. */
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
  // The form of sigma at the end of a word.
  ς: "σ",
};

/** Accents and other marks that no script has for itself. The vowel signs of Indic scripts are not among them: without them, words would be others. */
const SHARED_MARKS = /[\p{M}&&\p{Script=Inherited}]/gv;

/** One character can become eighteen. */
const MAX_SORT_KEY_LENGTH = 255;

/**
 * The text by which a text is sorted: lower case, base letters without accents, whatever the locale. Null for a text of printable
 * ASCII, which SQLite compares in the same way by itself (schema/columns.ts).
 */
export function sortKey(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !/[^ -~]/.test(text)) return null;
  const folded = text
    .normalize("NFKD")
    .replaceAll(SHARED_MARKS, "")
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (letter) => BASE_LETTERS[letter] ?? letter);
  return folded.length > MAX_SORT_KEY_LENGTH ? folded.slice(0, MAX_SORT_KEY_LENGTH) : folded;
}

/** Compares two texts as lists are sorted; for a few texts at hand. */
export function compareTexts(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => sortKey(text) ?? text.toLowerCase());
  if (first === second || first === undefined || second === undefined) return 0;
  return first < second ? -1 : 1;
}
