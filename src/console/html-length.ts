/** How long a text is in HTML: an escaped character takes at most six. */
export function htmlLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) if (/["&'<>]/.test(text.charAt(at))) length += 5;
  return length;
}

/** The most characters of the texts of a form's rows. A row repeats its texts and escapes them, so it may have many times the text that was read. */
const MAX_FORM_LENGTH = 512 * 1024;

/** Takes the first rows that fit in a form, up to `count`, and at least one. `lengthOf`: how long the texts of a row are in HTML. */
export function fittingRows<Row>(rows: readonly Row[], count: number, lengthOf: (row: Row) => number): readonly Row[] {
  let length = 0;
  const end = rows.findIndex((row, index) => {
    length += lengthOf(row);
    return index === count || (index > 0 && length > MAX_FORM_LENGTH);
  });
  return end === -1 ? rows : rows.slice(0, end);
}
