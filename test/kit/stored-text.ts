/**
 * What the service stores of a text: no control characters but tab, line feed and carriage return, nothing that changes the direction of text, and
 * no half of a surrogate pair (docs/spec/resources.md#text).
 */
export const storedText = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Bidi_Control}/gu, (character) => (KEPT_MARKS.has(character) ? character : ""))
    .toWellFormed()
    .trim();

/** Marks of a direction, which change nothing but the place of the signs beside them. */
const KEPT_MARKS = new Set(["\u061C", "\u200E", "\u200F"]);
