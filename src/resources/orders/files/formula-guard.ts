/** The characters that start a formula, including their full-width forms. */
const FORMULA_STARTS = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const SEPARATORS = /[;\t\r\n]/;
/**
 * Characters that may precede a formula. Quotes: if a semicolon separates cells, `""=1` is an empty quoted part and the formula `=1`. Apostrophes: a text
 * that has one already gets another one, so that what is removed when it is read back is ours.
 */
const LEADING = /[\s"']/;

/** The places in a text at which a spreadsheet would start a formula, if it were not for apostrophes. */
function* formulaStarts(text: string): Generator<number> {
  if (!FORMULA_STARTS.test(text)) return;
  let atCellStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (atCellStart && FORMULA_STARTS.test(character)) yield at;
    atCellStart = SEPARATORS.test(character) || (atCellStart && LEADING.test(character));
  }
}

/**
 * Inserts an apostrophe wherever a spreadsheet would start a formula: at the start of the text, or after a semicolon, tab or line break that a
 * spreadsheet may take for a cell separator. White space, quotes and apostrophes may precede the formula. This is a single pass, because a
 * regular expression for the same takes quadratic time on runs of white space.
 */
export function guardFormulas(text: string): string {
  let [guarded, copied] = ["", 0];
  for (const at of formulaStarts(text)) {
    guarded += `${text.slice(copied, at)}'`;
    copied = at;
  }
  return guarded + text.slice(copied);
}

/** Removes the apostrophes that guardFormulas has inserted. A formula without one stays, for example one that a person has typed. */
export function unguardFormulas(text: string): string {
  let [unguarded, copied] = ["", 0];
  for (const at of formulaStarts(text)) {
    if (text.charAt(at - 1) !== "'") continue;
    unguarded += text.slice(copied, at - 1);
    copied = at;
  }
  return unguarded + text.slice(copied);
}
