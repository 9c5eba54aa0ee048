/**
 * Control characters other than tab, line feed and carriage return. No shop displays them, SQLite would end a text at U+0000, and JSON
 * escapes one stored byte as up to six (docs/spec/resources.md#text).
 */
// oxlint-disable-next-line no-control-regex -- These are the characters to remove.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Makes a text storable: replaces control characters (by default with nothing) and lone surrogates. */
export function toStorableText(text: string, replacement = ""): string {
  return text.replaceAll(CONTROL_CHARACTERS, replacement).toWellFormed();
}
