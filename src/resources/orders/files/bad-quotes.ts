import { MAX_RECORD_LENGTH } from "./csv.ts";
import type { TextStart } from "./text-file.ts";

/** What is wrong with the quotes of a file, and the line to correct. */
export interface BadQuotes {
  line: number;
  problem: string;
}

const MAX_RECORD_MIB = MAX_RECORD_LENGTH / 1024 / 1024;

const notClosed = (line: number): BadQuotes => ({
  line,
  problem: "a value begins with a quote that is not closed. Close it. A quote inside a value is written twice.",
});

const followedByText = (line: number, end: number): BadQuotes => ({
  line,
  problem: `a value begins with a quote, and text follows the closing quote${end === line ? "" : ` on line ${end}`}. A closing quote is missing, or a quote inside the value is not written twice.`,
});

const insidePlain = (line: number): BadQuotes => ({
  line,
  problem: "a value has a quote, but does not begin with one. Enclose the value in quotes, and write a quote inside it twice.",
});

const tooLong = (line: number): BadQuotes => ({ line, problem: `a row is longer than ${MAX_RECORD_MIB} MiB.` });

/** Where the next character is: before a value, in a plain or a quoted one, after a quote in a quoted one, or after a CR that followed it. */
type Place = "start" | "plain" | "quoted" | "quote" | "cr";

/** Finds the first value of a CSV text (RFC 4180) whose quotes are wrong. The parser knows that there is one, but not where it begins. */
export class QuoteCheck {
  readonly #delimiter: string;
  #place: Place = "start";
  #line = 1;
  #recordLine = 1;
  #recordLength = 0;
  /** The line on which the quoted value begins. */
  #opened = 0;

  constructor({ delimiter }: Pick<TextStart, "delimiter">) {
    this.#delimiter = delimiter;
  }

  /** Reads the next characters. Returns what is wrong with them, or null. */
  read(text: string): BadQuotes | null {
    for (let at = 0; at < text.length; at += 1) {
      const problem = this.#next(text.charAt(at));
      if (problem !== null) return problem;
    }
    return null;
  }

  /** What is wrong at the end of the text, or null. */
  end(): BadQuotes | null {
    if (this.#place === "quoted") return notClosed(this.#opened);
    return this.#place === "cr" ? followedByText(this.#opened, this.#line) : null;
  }

  #next(character: string): BadQuotes | null {
    const problem = this.#place === "quoted" ? null : this.#misplaced(character);
    if (problem !== null) return problem;
    this.#recordLength += 1;
    if (this.#recordLength > MAX_RECORD_LENGTH) return this.#place === "quoted" ? notClosed(this.#opened) : tooLong(this.#recordLine);
    this.#move(character);
    return null;
  }

  /** What is wrong with a character outside a quoted value. */
  #misplaced(character: string): BadQuotes | null {
    if (this.#place === "plain") return character === '"' ? insidePlain(this.#line) : null;
    const ends = this.#place === "quote" ? [this.#delimiter, "\n", "\r", '"'] : ["\n"];
    return this.#place === "start" || ends.includes(character) ? null : followedByText(this.#opened, this.#line);
  }

  #move(character: string): void {
    const isQuoted = this.#place === "quoted";
    if (character === "\n") {
      this.#line += 1;
      if (!isQuoted) {
        this.#place = "start";
        this.#recordLine = this.#line;
        this.#recordLength = 0;
      }
    } else if (character === '"') {
      if (this.#place === "start") this.#opened = this.#line;
      this.#place = isQuoted ? "quote" : "quoted";
    } else if (!isQuoted) {
      if (character === this.#delimiter) this.#place = "start";
      else this.#place = this.#place === "quote" ? "cr" : "plain";
    }
  }
}

/** Describes why the parser rejected a file, as `orders.csv, line 2: …`. `texts` is the text of the file from its beginning. */
export async function describeBadQuotes(
  name: string,
  texts: AsyncIterable<string>,
  { delimiter, isQuoted }: Pick<TextStart, "delimiter" | "isQuoted">,
): Promise<string> {
  const check = new QuoteCheck({ delimiter });
  let found: BadQuotes | null = null;
  if (isQuoted) {
    for await (const text of texts) {
      found = check.read(text);
      if (found !== null) break;
    }
    found ??= check.end();
  }
  return found === null ? `${name}: a row is longer than ${MAX_RECORD_MIB} MiB.` : `${name}, line ${found.line}: ${found.problem}`;
}
