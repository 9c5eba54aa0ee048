import { QuoteCheck } from "./bad-quotes.ts";
import { type TextStart, UnreadableFile } from "./text-file.ts";

/** No file has as many columns. It keeps a line of delimiters from becoming a list of empty values that takes all memory. */
const MAX_VALUES = 1000;

/** The place after the value that begins at `start`: that of the delimiter, the line break or the end. */
function endOf(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at += 1;
  return at;
}

/** The quote that closes the value after `start`. A quote inside it is written twice. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/**
 * Parses CSV (RFC 4180, LF or CRLF) that is in memory, as csv-parse does with `csvOptions`: that one would add much to what is deployed. Throws
 * UnreadableFile for invalid quotes, with their line, and for a record with too many values.
 */
export function* parseCsv(text: string, { delimiter, isQuoted }: Pick<TextStart, "delimiter" | "isQuoted">): Generator<string[]> {
  if (isQuoted) assertQuotes(text, delimiter);
  let [at, record]: [number, string[]] = [0, []];
  while (at < text.length || record.length > 0) {
    if (isQuoted && text[at] === '"') {
      // It is there, because `assertQuotes` has read the whole text.
      const end = closingQuote(text, at + 1);
      record.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const end = endOf(text, at, delimiter);
      const hasReturn = text[end] === "\n" && text[end - 1] === "\r" && end > at;
      record.push(text.slice(at, hasReturn ? end - 1 : end));
      at = end;
    }
    if (record.length > MAX_VALUES) throw new UnreadableFile(`A row has more than ${MAX_VALUES} values.`);
    if (text[at] === delimiter) {
      at += 1;
      // A delimiter at the end is followed by an empty value.
      if (at < text.length) continue;
      record.push("");
    }
    yield record;
    record = [];
    at += text[at] === "\r" ? 2 : 1;
  }
}

function assertQuotes(text: string, delimiter: string): void {
  const check = new QuoteCheck({ delimiter });
  const found = check.read(text) ?? check.end();
  if (found !== null) throw new UnreadableFile(`Line ${found.line}: ${found.problem}`);
}
