import { keywordOf, type SqlToken, tokensOf } from "./tokens.ts";

/** A statement, with the comments before and in it. */
export interface SqlStatement {
  tokens: SqlToken[];
  comments: SqlToken[];
  isTrigger: boolean;
  /** The position after its semicolon, or null for the last statement if it has none. */
  end: number | null;
}

/** The statements that SQLite reads in this SQL. The last one may consist of comments alone, and any of a semicolon alone. */
export function statementsOf(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let current = emptyStatement();
  for (const token of tokensOf(sql)) {
    if (token.kind === "comment") current.comments.push(token);
    else {
      current.tokens.push(token);
      current.isTrigger ||= startsTrigger(current.tokens);
      if (token.text === ";" && isComplete(current)) {
        statements.push({ ...current, end: token.start + 1 });
        current = emptyStatement();
      }
    }
  }
  if (current.tokens.length > 0 || current.comments.length > 0) statements.push(current);
  return statements;
}

/** Whether the statement has more than comments and its semicolon. */
export function isEmpty({ tokens }: SqlStatement): boolean {
  return tokens.every(({ text }) => text === ";");
}

function emptyStatement(): SqlStatement {
  return { tokens: [], comments: [], isTrigger: false, end: null };
}

function startsTrigger(tokens: readonly SqlToken[]): boolean {
  return tokens.length <= 3 && /^CREATE (?:TEMP |TEMPORARY )?TRIGGER$/.test(tokens.map(keywordOf).join(" "));
}

/** A trigger ends with the END that follows the semicolon of its last statement, and any other statement with its first semicolon. */
function isComplete({ tokens, isTrigger }: SqlStatement): boolean {
  return !isTrigger || (keywordOf(tokens.at(-2)) === "END" && tokens.at(-3)?.text === ";");
}
