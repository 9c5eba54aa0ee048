/**
 * Control characters other than tab, line feed and carriage return. No shop shows them, SQLite would end a text at U+0000, and a JSON escape makes up
 * to six bytes of one that is stored in one (docs/spec/resources.md#text).
 */
// oxlint-disable-next-line no-control-regex -- These are the characters to remove.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** A text as the database stores it: without control characters, or with another text in their place, and without halves of surrogate pairs. */
export function storable(text: string, replacement = ""): string {
  return text.replaceAll(CONTROL_CHARACTERS, replacement).toWellFormed();
}
