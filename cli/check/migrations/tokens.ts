/** A piece of SQL that SQLite reads as one. White space is none. */
export interface SqlToken {
  /** A word is a keyword, a plain name or a number; a symbol is any other character. */
  kind: "comment" | "string" | "name" | "word" | "symbol";
  text: string;
  /** The position of its first character. */
  start: number;
}

const SPACE = /\s+/y;
const WORD = /[\w$\u{80}-\u{10FFFF}]+/uy;

/** Reads SQL as SQLite does, except that a string or a name with a doubled quote is two tokens. */
export function tokensOf(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let start = endOfMatch(SPACE, sql, 0); start < sql.length;) {
    const [kind, end] = kindAndEnd(sql, start);
    tokens.push({ kind, text: sql.slice(start, end), start });
    start = endOfMatch(SPACE, sql, end);
  }
  return tokens;
}

/** The word in capitals, or an empty text for any other token. */
export function keywordOf(token: SqlToken | undefined): string {
  return token?.kind === "word" ? token.text.toUpperCase() : "";
}

function kindAndEnd(sql: string, start: number): [SqlToken["kind"], number] {
  const first = sql.charAt(start);
  if (sql.startsWith("--", start)) return ["comment", endAfter("\n", sql, start)];
  if (sql.startsWith("/*", start)) return ["comment", endAfter("*/", sql, start + 2)];
  if (first === "'") return ["string", endAfter(first, sql, start + 1)];
  if (first === '"' || first === "`") return ["name", endAfter(first, sql, start + 1)];
  if (first === "[") return ["name", endAfter("]", sql, start)];
  const end = endOfMatch(WORD, sql, start);
  return end > start ? ["word", end] : ["symbol", start + 1];
}

/** What is not closed ends with the text. */
function endAfter(closing: string, sql: string, from: number): number {
  const at = sql.indexOf(closing, from);
  return at < 0 ? sql.length : at + closing.length;
}

function endOfMatch(pattern: RegExp, sql: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(sql)?.[0].length ?? 0);
}
