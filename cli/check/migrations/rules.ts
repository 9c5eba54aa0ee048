import { MAX_STATEMENT_BYTES, splitAsPlatform, TRANSACTION_KEYWORDS } from "./platform-splitter.ts";
import { isEmpty, type SqlStatement, statementsOf } from "./statements.ts";
import { keywordOf, type SqlToken } from "./tokens.ts";

interface MigrationRule {
  rule: string;
  reason: string;
}

/** The rules for migrations, as the check prints them and CONTRIBUTING.md lists them. */
export const MIGRATION_RULES = {
  additive: {
    rule: "Do not drop or rebuild a table, and do not delete by a cascade.",
    reason: "On D1, dropping a table fires every cascade. A rebuild can therefore empty child tables.",
  },
  lineEnds: { rule: "End lines with LF.", reason: "D1 does not recognize BEGIN before CRLF." },
  comment: {
    rule: "Write no quote, apostrophe, backtick, semicolon or BEGIN in capitals in a comment.",
    reason: "D1 reads comments as SQL.",
  },
  triggerComment: {
    rule: "Write a comment before a trigger, not in it.",
    reason: "D1 takes the word end in it for the end of the trigger.",
  },
  string: {
    rule: "Write no semicolon and no comment mark (`--`, `/*`) in a string or a quoted name.",
    reason: "D1 is reported to have ended statements there.",
  },
  capitals: { rule: "Write the BEGIN and END of a trigger in capitals.", reason: "D1 finds the body of a trigger by them." },
  case: { rule: "Write iif() instead of CASE in a trigger.", reason: "D1 takes the END of a CASE for that of the trigger." },
  transaction: { rule: "Do not begin, commit or roll back a transaction.", reason: "D1 runs a migration in a transaction of its own." },
  semicolon: {
    rule: "End each statement with one semicolon.",
    reason: "wrangler appends a statement to each migration, and D1 rejects empty statements.",
  },
  length: {
    rule: `Write at most ${MAX_STATEMENT_BYTES.toLocaleString("en-US")} bytes in a statement and the comments before it.`,
    reason: "D1 rejects longer statements.",
  },
  split: {
    rule: "Write only statements that D1 splits as SQLite does.",
    reason: "`cli/check/migrations/platform-splitter.ts` describes how D1 splits a migration.",
  },
} as const satisfies Record<string, MigrationRule>;

export interface MigrationViolation {
  line: number;
  rule: keyof typeof MIGRATION_RULES;
}

interface Found {
  at: number;
  rule: keyof typeof MIGRATION_RULES;
}

/** The violations in the text of a migration, in the order of their lines: at most one for each line and rule. */
export function violationsIn(sql: string): MigrationViolation[] {
  const statements = statementsOf(sql);
  const found = [...lineEndsIn(sql), ...lengthsIn(sql, statements), ...statements.flatMap(statementViolations)];
  if (found.every(({ rule }) => rule === "additive")) found.push(...splitViolation(sql, statements));
  const lines = new Map(found.map(({ at, rule }) => [`${lineOf(sql, at)} ${rule}`, { line: lineOf(sql, at), rule }]));
  return [...lines.values()].toSorted((one, other) => one.line - other.line);
}

function lineOf(sql: string, position: number): number {
  return sql.slice(0, position).split("\n").length;
}

/** The first line end that is not LF. The others of the file have the same cause. */
function lineEndsIn(sql: string): Found[] {
  const at = sql.indexOf("\r");
  return at < 0 ? [] : [{ at, rule: "lineEnds" }];
}

function lengthsIn(sql: string, statements: readonly SqlStatement[]): Found[] {
  return statements.flatMap(({ end }, index) => {
    const text = sql.slice(statements[index - 1]?.end ?? 0, end ?? undefined);
    const at = (statements[index - 1]?.end ?? 0) + text.length - text.trimStart().length;
    return Buffer.byteLength(text.trim()) > MAX_STATEMENT_BYTES ? [{ at, rule: "length" }] : [];
  });
}

function statementViolations(statement: SqlStatement): Found[] {
  const { tokens, comments, isTrigger, end } = statement;
  const [first] = tokens;
  const found = comments.flatMap((comment) => commentViolations(comment, isTrigger && comment.start > (first?.start ?? 0)));
  if (first === undefined) return found;
  if (TRANSACTION_KEYWORDS.has(keywordOf(first))) found.push({ at: first.start, rule: "transaction" });
  if (end === null || isEmpty(statement)) found.push({ at: (tokens.at(-1) ?? first).start, rule: "semicolon" });
  return [...found, ...tokens.flatMap((token, index) => tokenViolations(token, tokens.slice(index, index + 3), isTrigger))];
}

function commentViolations({ text, start }: SqlToken, isInTrigger: boolean): Found[] {
  const found: Found[] = [...text.matchAll(/['"`;]|\bBEGIN\b/g)].map(({ index }) => ({ at: start + index, rule: "comment" }));
  return isInTrigger ? [...found, { at: start, rule: "triggerComment" }] : found;
}

/** The violations that begin at a token, the first of `next`. */
function tokenViolations(token: SqlToken, next: readonly SqlToken[], isTrigger: boolean): Found[] {
  const { kind, text, start: at } = token;
  const found: Found[] = [];
  const keyword = keywordOf(token);
  if (text.toLowerCase().includes("__new_") || /^(?:DROP TABLE|ON DELETE CASCADE)\b/.test(next.map(keywordOf).join(" ")))
    found.push({ at, rule: "additive" });
  if ((kind === "string" || kind === "name") && /;|--|\/\*/.test(text)) found.push({ at, rule: "string" });
  if (isTrigger && (keyword === "BEGIN" || keyword === "END") && text !== keyword) found.push({ at, rule: "capitals" });
  if (isTrigger && keyword === "CASE") found.push({ at, rule: "case" });
  return found;
}

/** The first place where D1 ends a statement that SQLite does not end, or the reverse. */
function splitViolation(sql: string, statements: readonly SqlStatement[]): Found[] {
  const platform = splitAsPlatform(sql).map(({ end }) => end ?? sql.length);
  const sqlite = statements.map(({ end }) => end ?? sql.length);
  const at = [...platform, ...sqlite].filter((end) => platform.includes(end) !== sqlite.includes(end)).toSorted((a, b) => a - b)[0];
  return at === undefined ? [] : [{ at: at - 1, rule: "split" }];
}
