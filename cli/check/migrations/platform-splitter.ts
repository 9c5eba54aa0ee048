/** The longest statement that D1 accepts. */
export const MAX_STATEMENT_BYTES = 100_000;

/** The first words of the statements that D1 rejects, because it runs each request in a transaction of its own. */
export const TRANSACTION_KEYWORDS: ReadonlySet<string> = new Set(["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"]);

/** A part of the SQL that D1 runs as one statement. */
export interface PlatformStatement {
  /** Its text, without the semicolon. */
  sql: string;
  /** The position after its semicolon, or null for the last one if it has none. */
  end: number | null;
}

const MARKS = /['"`();]|\w+/g;

/**
 * Splits SQL as D1's query endpoint does. `wrangler d1 migrations apply --remote` sends each file there as one text. Cloudflare does not
 * document the rules. These follow the public reports of rejected migrations, and the strictest one if reports differ:
 *
 * - Comments are read as SQL. A quote in a comment begins a string, and a semicolon ends the statement.
 * - The body of a trigger begins at BEGIN in capitals before a space or a line feed. The semicolons in it do not end the statement.
 * - The body ends at the next END, in any case, that is not in parentheses. The END of a CASE therefore ends it too.
 */
export function splitAsPlatform(sql: string): PlatformStatement[] {
  const statements: PlatformStatement[] = [];
  let [start, quote, isBody, depth] = [0, "", false, 0];
  for (const { 0: mark, index } of sql.matchAll(MARKS)) {
    if (quote !== "") quote = mark === quote ? "" : quote;
    else if (/['"`]/.test(mark)) quote = mark;
    else if (mark === "(") depth += 1;
    else if (mark === ")") depth -= 1;
    else if (mark === "BEGIN" && !isBody && /[ \n]/.test(sql.charAt(index + mark.length))) [isBody, depth] = [true, 0];
    else if (mark.toUpperCase() === "END" && depth === 0) isBody = false;
    else if (mark === ";" && !isBody) {
      statements.push({ sql: sql.slice(start, index), end: index + 1 });
      start = index + 1;
    }
  }
  const rest = sql.slice(start);
  return rest.trim() === "" ? statements : [...statements, { sql: rest, end: null }];
}
