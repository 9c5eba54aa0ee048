/** The characters that a formula begins with, the full-width ones too. */
const FORMULA_STARTS = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const SEPARATORS = /[;\t\r\n]/;
/** What may stand before a formula. A quote may: where a semicolon begins a cell, `""=1` is the formula `=1` behind an empty quoted part. */
const LEADING = /[\s"]/;

/**
 * A text with an apostrophe before each place where a spreadsheet would begin to run a formula: at the beginning of a cell, or of a part that
 * a semicolon, a tab or a line end would make a cell, with or without white space and quotes before it. It takes one pass: a regular expression for the
 * same takes time that is quadratic in a run of white space.
 */
export function guardFormulas(text: string): string {
  if (!FORMULA_STARTS.test(text)) return text;
  let [guarded, copied, begins] = ["", 0, true];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (begins && FORMULA_STARTS.test(character)) {
      guarded += `${text.slice(copied, at)}'`;
      copied = at;
    }
    begins = SEPARATORS.test(character) || (begins && LEADING.test(character));
  }
  return guarded + text.slice(copied);
}
