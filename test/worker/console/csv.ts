/** Reads CSV as RFC 4180 has it, lines ended by CR LF alone: the cells of each line. Throws on anything else. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    if (cell.lastIndex <= at) throw new Error(`No CSV at ${at}: ${text.slice(at, at + 40)}`);
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n" && cell.lastIndex < text.length) lines.push([]);
    // A comma at the very end has an empty cell behind it.
    if (end === "," && cell.lastIndex === text.length) lines.at(-1)?.push("");
  }
  return lines;
}

/** The lines behind the first, which names the cells. A byte order mark is passed over. */
export function readNamedCsv(text: string): Record<string, string>[] {
  const [names = [], ...lines] = readCsv(text.replace(/^\ufeff/, ""));
  return lines.map((cells) => {
    if (cells.length !== names.length) throw new Error(`${cells.length} cells for ${names.length} names: ${cells.join("|").slice(0, 80)}`);
    return Object.fromEntries(names.map((name, nth) => [name, cells[nth] ?? ""]));
  });
}
