/**
 * Characters that a person does not see and a model reads all the same: those that Unicode calls ignorable (spaces of no width, joiners,
 * tags, variation selectors, direction marks), separators that look like nothing, interlinear marks and controls.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB\u007F-\u009F]/gu;

/** Scripts whose letters take another form beside a joiner or a non-joiner (Unicode 16, section 23.2). */
const ENDS_WITH_JOINING_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Balinese}\p{Script=Javanese}]$/u;
/** An emoji that a joiner may connect to the next: with its skin tone, or the selector that makes it one. */
const ENDS_WITH_EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?$/u;
const BEGINS_WITH_EMOJI = /^\p{Extended_Pictographic}/u;
/** What an emoji or text selector (U+FE0E, U+FE0F) may follow: `#`, `*` and digits only where a keycap is made of them. */
const ENDS_WITH_PICTOGRAPH = /\p{Extended_Pictographic}$/u;
const ENDS_WITH_KEYCAP_BASE = /[0-9#*]$/;
const ENDS_WITH_MONGOLIAN = /\p{Script=Mongolian}$/u;

/** Enough to hold an emoji with its modifier on either side. */
const CONTEXT_LENGTH = 4;

/** Whether what stands around an invisible character needs it: a letter its joining form, an emoji its parts. */
function isNeeded(character: string, before: string, after: string): boolean {
  switch (character) {
    case "\u200C":
      return ENDS_WITH_JOINING_LETTER.test(before);
    case "\u200D":
      return ENDS_WITH_JOINING_LETTER.test(before) || (ENDS_WITH_EMOJI.test(before) && BEGINS_WITH_EMOJI.test(after));
    case "\uFE0E":
    case "\uFE0F":
      return ENDS_WITH_PICTOGRAPH.test(before) || (ENDS_WITH_KEYCAP_BASE.test(before) && after.startsWith("\u20E3"));
    case "\u180B":
    case "\u180C":
    case "\u180D":
    case "\u180F":
      return ENDS_WITH_MONGOLIAN.test(before);
    default:
      return false;
  }
}

/** `\u200B`, `\u{E0041}`. */
function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/**
 * A text with its invisible characters written as escapes, so that whoever reads the text in a log or a chat sees what a model was told.
 * Buyers write what is in an order. Characters that a script or an emoji needs stay as they are.
 */
export function withVisibleCharacters(text: string): string {
  return text.replaceAll(INVISIBLE, (character, at: number) => {
    const before = text.slice(Math.max(0, at - CONTEXT_LENGTH), at);
    const end = at + character.length;
    return isNeeded(character, before, text.slice(end, end + CONTEXT_LENGTH)) ? character : escapeOf(character);
  });
}

/** The same for every text in a value, names of fields too. */
export function withVisibleTexts(value: unknown): unknown {
  if (typeof value === "string") return withVisibleCharacters(value);
  if (Array.isArray(value)) return value.map(withVisibleTexts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withVisibleCharacters(key), withVisibleTexts(inner)]));
}
