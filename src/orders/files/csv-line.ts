/** Values as a line of CSV (RFC 4180), without its ending. */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",");
}
