/** Folded characters, because a text has the same ones again and again. */
const folded = new Map<string, string>();
const MAX_CACHED = 5000;

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  // Not `I`, its capital letter: folding keeps the dotted and the dotless letter apart.
  const upper = character === "ı" ? character : single(character.toUpperCase(), character);
  const result = single(upper.toLowerCase(), upper);
  if (folded.size < MAX_CACHED) folded.set(character, result);
  return result;
}

/** A text if it is one character, else `otherwise`. */
function single(text: string, otherwise: string): string {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xff_ff) ? text : otherwise;
}

/**
 * Folds each character of a text by Unicode's simple case folding, which never changes the number of characters: `ẞ` becomes `ß` and not `ss`,
 * and the Turkish `İ` and `ı` stay as they are. The result does not depend on a locale or on the characters around.
 */
export function foldLetters(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll(/[^\0-\x7f]/gu, foldCharacter);
}

/**
 * The text by which texts are compared ignoring case: equal for texts that differ only in case, in every language, or in how Unicode writes the
 * same letter (docs/spec/lists-and-filters.md#case). It is never shown.
 */
export function foldCase(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  // A letter and its marks may compose only in one case: `ǰ` is one character, and `J̌` is two.
  return foldLetters(text.normalize("NFC")).normalize("NFC");
}
