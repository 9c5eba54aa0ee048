/** A file that can't be read as CSV. Its message says where and why. */
export class UnreadableFile extends Error {}

/** The bytes that are read to detect a file's encoding and delimiter. They must contain the first line. */
export const START_BYTES = 64 * 1024;

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The line that declares a file's delimiter to Excel: `sep=;`, with or without quotes. */
const DECLARED_DELIMITER = /^"?sep=([^"\w])"?$/i;

const SIGNATURES: readonly (readonly [bytes: readonly number[], problem: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "This is a ZIP archive or an Excel workbook. Unpack it, or save it as CSV UTF-8 in Excel."],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is an Excel workbook. Save it as CSV UTF-8 in Excel."],
  [[0x1f, 0x8b], "This file is compressed (gzip). Decompress it first."],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF document. Orders are read from CSV files."],
];
const BYTE_ORDER_MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** How to decode and split a file. */
export interface TextStart {
  /** A label that TextDecoder accepts. */
  encoding: string;
  delimiter: string;
  /** Whether quotes enclose values. If not, they are characters like any other. */
  isQuoted: boolean;
}

/**
 * Detects the encoding and the delimiter from the first START_BYTES of a file. The encoding comes from a byte order mark, else from `declared`,
 * else from the NUL bytes that UTF-16 has in ASCII text, else it is UTF-8. Throws UnreadableFile if it is not text or its lines end with CR alone.
 */
export function readFileStart(start: Uint8Array, declared: string | null): TextStart {
  const startsWith = ([bytes]: readonly [readonly number[], string]) => bytes.every((byte, at) => start[at] === byte);
  const problem = SIGNATURES.find(startsWith)?.[1];
  if (problem !== undefined) throw new UnreadableFile(problem);
  const encoding = BYTE_ORDER_MARKS.find(startsWith)?.[1] ?? declared ?? encodingByNulBytes(start);
  const text = new TextDecoder(encoding).decode(start, { stream: true });
  return { encoding, ...separationOf(text) };
}

/** Whether a record only declares the delimiter. The parser has split it at that delimiter. */
export function isDelimiterRecord([declared = "", ...others]: readonly string[]): boolean {
  return /^sep=.?$/i.test(declared) && others.every((value) => value === "");
}

function encodingByNulBytes([first, second]: Uint8Array): string {
  if (first !== undefined && first !== 0 && second === 0) return "utf-16le";
  return first === 0 && second !== undefined && second !== 0 ? "utf-16be" : "utf-8";
}

/** A report may begin with empty lines or a title before the line with the column names. */
const MAX_LINES_BEFORE_HEADER = 10;

/**
 * The delimiter that the first line declares, or else the one that occurs most often outside quotes in the header: the first line in which
 * it separates values. Amazon's reports have tabs and do not quote values, so that a quote is part of its value, unless a spreadsheet saved them.
 */
function separationOf(text: string): Pick<TextStart, "delimiter" | "isQuoted"> {
  const lines = firstLines(text);
  const declared = DECLARED_DELIMITER.exec(lines[0] ?? "")?.[1];
  if (declared !== undefined) return { delimiter: declared, isQuoted: true };
  const header = lines.find((line) => valuesOf(line, delimiterOf(line)).length > 1) ?? lines[0] ?? "";
  const delimiter = delimiterOf(header);
  return { delimiter, isQuoted: !(delimiter === "\t" && isAmazonHeader(header) && !hasQuotedValues(text)) };
}

/** Whether a line has the column names of Amazon's reports, in any order. */
function isAmazonHeader(header: string): boolean {
  const names = header.toLowerCase().split("\t");
  return !header.includes('"') && names.some((name) => /^(?:amazon-)?order-id$/.test(name.trim()));
}

/**
 * Whether a spreadsheet has saved a report of Amazon: it encloses values that have a quote in quotes, and doubles the quote. Amazon writes it as
 * it is, also at both ends of a value.
 */
function hasQuotedValues(text: string): boolean {
  const values = text.split(/[\t\r\n]/).filter((value) => value.includes('"'));
  const isEnclosed = (value: string) => value.length > 1 && value.startsWith('"') && value.endsWith('"');
  const inner = values.filter(isEnclosed).map((value) => value.slice(1, -1));
  const isDoubled = (value: string) => !value.replaceAll('""', "").includes('"');
  return inner.length === values.length && inner.every(isDoubled) && inner.some((value) => value.includes('""'));
}

function delimiterOf(line: string): string {
  const unquoted = line.split('"').filter((_, at) => at % 2 === 0);
  const countOf = (delimiter: string) => unquoted.reduce((count, part) => count + part.split(delimiter).length - 1, 0);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: countOf(delimiter) }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).delimiter;
}

/** The values of a line that are not empty. */
function valuesOf(line: string, delimiter: string): string[] {
  return line.split(delimiter).filter((value) => value.replaceAll('"', "").trim() !== "");
}

/** The first lines of a text, with line breaks only outside quotes. */
function firstLines(text: string): string[] {
  const lines: string[] = [];
  let [quoted, start] = [false, 0];
  for (let at = 0; at < text.length && lines.length < MAX_LINES_BEFORE_HEADER; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (character === "\r" && !quoted && text[at + 1] !== "\n") {
      throw new UnreadableFile("The lines of this file end with CR alone, as on old Macs. Save it with line endings LF or CRLF.");
    } else if (character === "\n" && !quoted) {
      lines.push(text.slice(start, at).replace(/\r$/, ""));
      start = at + 1;
    }
  }
  return lines.length < MAX_LINES_BEFORE_HEADER ? [...lines, text.slice(start)] : lines;
}

const LINE_FEED = 10;

/** Decodes a file in pieces. It throws UnreadableFile for bytes that are invalid in the encoding, instead of replacing them. */
export class TextReader {
  readonly #encoding: string;
  readonly #advice: string;
  readonly #decoder: TextDecoder;
  #linesBefore = 0;

  /** `advice` tells a person what to do about a file in another encoding. */
  constructor(encoding: string, advice: string) {
    this.#encoding = encoding;
    this.#advice = advice;
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
  }

  /** Decodes the next bytes. Without bytes, returns the rest of the text at the end of the file. */
  read(bytes?: Uint8Array): string {
    const text = this.#decode(bytes);
    if (text.includes("\0")) throw new UnreadableFile("This is not a text file.");
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#linesBefore += 1;
    return text;
  }

  #decode(bytes: Uint8Array | undefined): string {
    try {
      return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch {
      const line = this.#linesBefore + 1 + linesBeforeInvalid(bytes ?? new Uint8Array());
      const place = this.#encoding === "utf-8" ? `Line ${line}` : "This file";
      throw new UnreadableFile(`${place} is not ${this.#encoding.toUpperCase()} text. ${this.#advice}`);
    }
  }
}

/** The number of complete lines before the first one that is not UTF-8. */
function linesBeforeInvalid(bytes: Uint8Array): number {
  // Up to three bytes may belong to a character that started in the previous piece.
  let from = bytes.findIndex((byte, at) => at === 3 || byte < 0x80 || byte >= 0xc0);
  for (let lines = 0; from !== -1; lines += 1) {
    const end = bytes.indexOf(LINE_FEED, from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return lines;
    from = end + 1;
  }
  return 0;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
