/**
 * Characters that are invisible to people but not to models: Unicode's default ignorable characters (zero-width spaces, joiners, tags,
 * variation selectors, direction marks), line and paragraph separators, the blank Braille pattern, interlinear annotations and control characters.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB\u007F-\u009F]/gu;

/** Scripts whose letters change their form next to a joiner or a non-joiner (Unicode 16, section 23.2). */
const ENDS_WITH_JOINING_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Balinese}\p{Script=Javanese}]$/u;
/** An emoji that a joiner may connect to the next one, with its skin tone or variation selector. */
const ENDS_WITH_EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?$/u;
const BEGINS_WITH_EMOJI = /^\p{Extended_Pictographic}/u;
/** A variation selector (U+FE0E, U+FE0F) may follow a pictograph or, in a keycap, `#`, `*` or a digit. */
const ENDS_WITH_PICTOGRAPH = /\p{Extended_Pictographic}$/u;
const ENDS_WITH_KEYCAP_BASE = /[0-9#*]$/;
const ENDS_WITH_MONGOLIAN = /\p{Script=Mongolian}$/u;

/** Enough for an emoji with its modifier on either side. */
const CONTEXT_LENGTH = 4;

/** Whether the characters around an invisible one need it for a joining form or an emoji. */
function isNeeded(character: string, before: string, after: string): boolean {
  switch (character) {
    case "\u200C": // Zero-width non-joiner.
      return ENDS_WITH_JOINING_LETTER.test(before);
    case "\u200D": // Zero-width joiner.
      return ENDS_WITH_JOINING_LETTER.test(before) || (ENDS_WITH_EMOJI.test(before) && BEGINS_WITH_EMOJI.test(after));
    case "\uFE0E":
    case "\uFE0F":
      return ENDS_WITH_PICTOGRAPH.test(before) || (ENDS_WITH_KEYCAP_BASE.test(before) && after.startsWith("\u20E3"));
    // Variation selectors of Mongolian.
    case "\u180B":
    case "\u180C":
    case "\u180D":
    case "\u180F":
      return ENDS_WITH_MONGOLIAN.test(before);
    default:
      return false;
  }
}

/** The escape of a character: `\u200B`, `\u{E0041}`. */
function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/**
 * Replaces invisible characters by escapes, so that a person who reads the text in a log or a chat sees the same as the model. This matters
 * because buyers write texts in orders. Characters that a script or an emoji needs are unchanged.
 */
export function withVisibleCharacters(text: string): string {
  return text.replaceAll(INVISIBLE, (character, at: number) => {
    const before = text.slice(Math.max(0, at - CONTEXT_LENGTH), at);
    const end = at + character.length;
    return isNeeded(character, before, text.slice(end, end + CONTEXT_LENGTH)) ? character : escapeOf(character);
  });
}

/** Applies `withVisibleCharacters` to every text in a value, including field names. */
export function withVisibleTexts(value: unknown): unknown {
  if (typeof value === "string") return withVisibleCharacters(value);
  if (Array.isArray(value)) return value.map(withVisibleTexts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withVisibleCharacters(key), withVisibleTexts(inner)]));
}
