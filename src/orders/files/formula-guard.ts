/** The characters that start a formula, including their full-width forms. */
const FORMULA_STARTS = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const SEPARATORS = /[;\t\r\n]/;
/** Characters that may precede a formula. Quotes may: if a semicolon separates cells, `""=1` is an empty quoted part and the formula `=1`. */
const LEADING = /[\s"]/;

/**
 * Inserts an apostrophe wherever a spreadsheet would start a formula: at the start of the text, or after a semicolon, tab or line break that a
 * spreadsheet may take for a cell separator. White space and quotes may precede the formula. This is a single pass, because a regular
 * expression for the same takes quadratic time on runs of white space.
 */
export function guardFormulas(text: string): string {
  if (!FORMULA_STARTS.test(text)) return text;
  let [guarded, copied, atCellStart] = ["", 0, true];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (atCellStart && FORMULA_STARTS.test(character)) {
      guarded += `${text.slice(copied, at)}'`;
      copied = at;
    }
    atCellStart = SEPARATORS.test(character) || (atCellStart && LEADING.test(character));
  }
  return guarded + text.slice(copied);
}
