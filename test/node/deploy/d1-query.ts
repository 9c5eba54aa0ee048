import type { DatabaseSync } from "node:sqlite";
import { MAX_STATEMENT_BYTES, splitAsPlatform, TRANSACTION_KEYWORDS } from "../../../cli/check/migrations/platform-splitter.ts";
import { isEmpty, statementsOf } from "../../../cli/check/migrations/statements.ts";
import { keywordOf } from "../../../cli/check/migrations/tokens.ts";

interface QueryResult {
  results: unknown[];
  success: true;
  meta: { duration: number };
}

/** Runs SQL as D1's query endpoint does: it splits the text itself, and runs all statements or none. Throws with D1's message. */
export function runQuery(data: DatabaseSync, sql: string): QueryResult[] {
  data.exec("begin");
  try {
    const results = splitAsPlatform(sql).map((statement) => runStatement(data, statement.sql));
    data.exec("commit");
    return results;
  } catch (error) {
    data.exec("rollback");
    throw error;
  }
}

function runStatement(data: DatabaseSync, sql: string): QueryResult {
  if (Buffer.byteLength(sql.trim()) > MAX_STATEMENT_BYTES) throw new Error("statement too long: SQLITE_TOOBIG");
  const [statement, ...others] = statementsOf(sql).filter((part) => !isEmpty(part));
  if (statement === undefined) throw new Error("SQL code did not contain a statement.");
  if (others.length > 0) throw new Error("A prepared SQL statement must contain only one statement.");
  const keyword = keywordOf(statement.tokens[0]);
  if (TRANSACTION_KEYWORDS.has(keyword)) throw new Error(`To execute a transaction, use batch() instead of the SQL statement ${keyword}.`);
  try {
    return { results: data.prepare(sql).all(), success: true, meta: { duration: 1 } };
  } catch (error) {
    throw new Error(`${messageOf(error)}: SQLITE_ERROR`, { cause: error });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
