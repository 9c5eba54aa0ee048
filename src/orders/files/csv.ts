import type { Row } from "./format.ts";
import { isDelimiterRecord, UnreadableFile } from "./text-file.ts";

/** Values as a line of CSV (RFC 4180), without its ending. */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (/[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(",");
}

/** No record is longer (MAX_RECORD_LENGTH): if none ends within this, the parser says what is wrong. */
const MAX_PIECE_LENGTH = 4 * 1024 * 1024;

const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Cuts a stream of CSV text into pieces that end where a record ends, so that each can be parsed by itself: a line break
 * behind an even number of quotes. Text whose quotes are not CSV's is cut anywhere; the parser refuses it.
 */
export async function* csvPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let open = "";
  let quoted = false;
  for await (const text of texts) {
    let end = -1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) quoted = !quoted;
      else if (code === LINE_FEED && !quoted) end = at;
    }
    if (end === -1) open += text;
    else {
      yield open + text.slice(0, end + 1);
      open = text.slice(end + 1);
    }
    if (open.length > MAX_PIECE_LENGTH) {
      yield open;
      open = "";
    }
  }
  if (open !== "") yield open;
}

/** Longer than any real order line; an unclosed quote must not swallow a whole file into memory. */
const MAX_RECORD_LENGTH = 1024 * 1024;

/** How csv-parse reads a file with a delimiter: RFC 4180, LF or CRLF. */
export function csvOptions(delimiter: string) {
  return {
    bom: true,
    delimiter,
    // Named, since the parser would otherwise take the first line's ending for all.
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    max_record_size: MAX_RECORD_LENGTH,
  };
}

/** Makes rows of a file's records, in their order and header first. */
export class Records {
  readonly #file: string;
  #columns: number | null = null;
  // The parser could tell the line, at the price of two more objects a record.
  #line = 0;

  /** `file` is the name that violations tell. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The line on which the last record ended. */
  get line(): number {
    return this.#line;
  }

  /**
   * The next record as a row, padded to the header's length; null for an empty line, and for a first line that names the delimiter.
   * Throws UnreadableFile for one that is too long.
   */
  next(record: string[]): Row | null {
    this.#line += 1 + lineBreaks(record);
    if (record.length === 1 && record[0] === "") return null;
    if (this.#columns === null && isDelimiterRecord(record)) return null;
    this.#columns ??= record.length;
    while (record.length < this.#columns) record.push("");
    if (record.length > this.#columns && record.slice(this.#columns).some((value) => value !== "")) {
      const told = `${record.length} values, but the header names ${this.#columns} columns.`;
      throw new UnreadableFile(`${this.#file}, line ${this.#line}: ${told}`);
    }
    return { line: this.#line, values: record };
  }
}

function lineBreaks(record: string[]): number {
  let breaks = 0;
  for (const value of record) {
    for (let at = value.indexOf("\n"); at !== -1; at = value.indexOf("\n", at + 1)) breaks += 1;
  }
  return breaks;
}
