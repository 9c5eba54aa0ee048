/**
 * Control characters other than tab, line feed and carriage return: no shop displays them, SQLite would end a text at U+0000, and JSON escapes
 * one stored byte as up to six. And the characters that change the direction of the text after them: with them, a carrier or an address looks
 * like another one (docs/spec/resources.md#text).
 */
// oxlint-disable-next-line no-control-regex -- These are the characters to remove.
const REMOVED_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Makes a text storable: replaces these characters (by default with nothing) and lone surrogates. */
export function toStorableText(text: string, replacement = ""): string {
  return text.replaceAll(REMOVED_CHARACTERS, replacement).toWellFormed();
}

/** Letters without a shape, next to the format characters (such as U+200B) and spaces. */
const VISIBLE = /[^\s\p{Cf}\u115F\u1160\u3164\uFFA0\u2800]/u;

/** Whether a text has characters, but none that a person sees. Spaces alone are for whoever trims them. */
export const isInvisible = (text: string): boolean => text.trim() !== "" && !VISIBLE.test(text);
