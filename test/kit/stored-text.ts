/**
 * A text as the service stores it: trimmed, without control characters except tab, line feed and carriage return, without characters that
 * change the direction of text, and with U+FFFD in place of each lone surrogate (docs/spec/resources.md#text).
 */
export const storedText = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Bidi_Control}/gu, (character) => (KEPT_MARKS.has(character) ? character : ""))
    .toWellFormed()
    .trim();

/** Directional marks, which only affect the position of adjacent characters. */
const KEPT_MARKS = new Set(["\u061C", "\u200E", "\u200F"]);
