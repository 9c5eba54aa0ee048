/** A text as the database keeps it: SQLite would end one at a NUL character, and has no halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
