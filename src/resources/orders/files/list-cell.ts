/** Formats a list of texts for one cell, separated by commas. A text with a comma or a quote is enclosed in quotes, as a cell of CSV is. */
export function formatListCell(texts: readonly string[]): string {
  return texts.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");
}

const QUOTED = /"((?:[^"]|"")*)"/y;

/** Reads a list of texts from one cell. Empty texts are left out. */
export function readListCell(cell: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < cell.length;) {
    const quoted = quotedAt(cell, at);
    const comma = cell.indexOf(",", quoted?.end ?? at);
    const end = comma === -1 ? cell.length : comma;
    // Text beside the quotes makes them a part of the text.
    const isQuoted = quoted !== null && cell.slice(quoted.end, end).trim() === "";
    const next = isQuoted ? end : cell.indexOf(",", at);
    const text = isQuoted ? quoted.text : cell.slice(at, next === -1 ? cell.length : next).trim();
    if (text !== "") texts.push(text);
    at = next === -1 ? cell.length : next + 1;
  }
  return texts;
}

/** The quoted text that begins at a place, after white space, and where its closing quote ends. Null if there is none. */
function quotedAt(cell: string, at: number): { text: string; end: number } | null {
  QUOTED.lastIndex = at;
  while (/\s/.test(cell.charAt(QUOTED.lastIndex))) QUOTED.lastIndex += 1;
  const [, text] = QUOTED.exec(cell) ?? [];
  return text === undefined ? null : { text: text.replaceAll('""', '"'), end: QUOTED.lastIndex };
}
