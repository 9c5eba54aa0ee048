/** Parses CSV strictly by RFC 4180, with CR LF as the only line ending. Returns the cells of each row, and throws on anything else. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  // A cell with quotes or without, and what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    if (cell.lastIndex <= at) throw new Error(`No CSV at ${at}: ${text.slice(at, at + 40)}`);
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n" && cell.lastIndex < text.length) lines.push([]);
    // A comma at the very end is followed by an empty cell.
    if (end === "," && cell.lastIndex === text.length) lines.at(-1)?.push("");
  }
  return lines;
}

/** The rows after the header, by column names. A byte order mark is skipped. */
export function readNamedCsv(text: string): Record<string, string>[] {
  const [names = [], ...lines] = readCsv(text.replace(/^\ufeff/, ""));
  return lines.map((cells) => {
    if (cells.length !== names.length) throw new Error(`${cells.length} cells for ${names.length} names: ${cells.join("|").slice(0, 80)}`);
    return Object.fromEntries(names.map((name, nth) => [name, cells[nth] ?? ""]));
  });
}
