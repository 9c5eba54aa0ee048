import fc from "fast-check";

/**
 * Any character of Unicode, including control characters. fast-check's own unit `binary` first lists a million of them in a table, which
 * takes more than a second.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));
