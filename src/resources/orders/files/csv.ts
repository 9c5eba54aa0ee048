import type { Row } from "./format.ts";
import { isDelimiterRecord, type TextStart, UnreadableFile } from "./text-file.ts";

/**
 * Formats values as a line of CSV (RFC 4180), without the line ending. A value with white space at an end is quoted too, because some readers
 * remove it.
 */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",");
}

/** The longest piece. Records are shorter (MAX_RECORD_LENGTH), so the parser rejects a piece in which no record ends. */
const MAX_PIECE_LENGTH = 4 * 1024 * 1024;

const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Splits a stream of CSV text at the ends of records, so that each piece can be parsed on its own. A record ends at a line break after an even
 * number of quotes, or after any line break if values are not quoted. Text with invalid quotes is split anywhere, and the parser rejects it.
 */
export async function* csvPieces(texts: AsyncIterable<string>, isQuoted: boolean): AsyncGenerator<string> {
  let pending = "";
  let quoted = false;
  for await (const text of texts) {
    let end = -1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) quoted = isQuoted && !quoted;
      else if (code === LINE_FEED && !quoted) end = at;
    }
    if (end === -1) pending += text;
    else {
      yield pending + text.slice(0, end + 1);
      pending = text.slice(end + 1);
    }
    if (pending.length > MAX_PIECE_LENGTH) {
      yield pending;
      pending = "";
    }
  }
  if (pending !== "") yield pending;
}

/** Longer than any real record. It prevents an unclosed quote from loading the whole file into memory. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

/** The options of csv-parse: RFC 4180 with this delimiter, and LF or CRLF. */
export function csvOptions({ delimiter, isQuoted }: Pick<TextStart, "delimiter" | "isQuoted">) {
  return {
    bom: true,
    delimiter,
    quote: isQuoted ? '"' : false,
    // Without this, the parser would only accept the line ending of the first line.
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    max_record_size: MAX_RECORD_LENGTH,
  };
}

/** Converts the records of a file to rows. Call it for every record in order, starting with the header. */
export class RowReader {
  readonly #file: string;
  #header: readonly string[] | null = null;
  // The parser could report the line, but would allocate two more objects for each record.
  #line = 0;

  /** `file` is the name in error messages. */
  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Converts the next record to a row, padded to the number of columns. Returns null for a record without values, for a first line that
   * declares the delimiter, for a title before the header, and where the header is repeated, as in files that were joined. Throws
   * UnreadableFile for a record with too many values.
   */
  next(record: string[]): Row | null {
    this.#line += 1 + lineBreaks(record);
    if (record.every((value) => value.trim() === "")) return null;
    const header = this.#header;
    if (header === null) {
      if (isDelimiterRecord(record) || isTitle(record)) return null;
      this.#header = [...record];
      return { line: this.#line, values: record };
    }
    while (record.length < header.length) record.push("");
    if (record.length > header.length && record.slice(header.length).some((value) => value !== "")) {
      const problem = `${record.length} values, but the header names ${header.length} columns.`;
      throw new UnreadableFile(`${this.#file}, line ${this.#line}: ${problem}`);
    }
    if (header.every((name, at) => name === record[at])) return null;
    return { line: this.#line, values: record };
  }
}

function isTitle(record: readonly string[]): boolean {
  return record.filter((value) => value.trim() !== "").length === 1;
}

function lineBreaks(record: string[]): number {
  let breaks = 0;
  for (const value of record) {
    for (let at = value.indexOf("\n"); at !== -1; at = value.indexOf("\n", at + 1)) breaks += 1;
  }
  return breaks;
}
