import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { messageOf, runQuery } from "./d1-query.ts";

const TABLE = "CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT, sales INTEGER DEFAULT 0);\n";
const INCOMPLETE = "incomplete input: SQLITE_ERROR";
const SEVERAL = "A prepared SQL statement must contain only one statement.";
const NONE = "SQL code did not contain a statement.";

/** The error of a query on an empty database, or null. A query with an error leaves nothing. */
function errorOf(sql: string): string | null {
  const data = new DatabaseSync(":memory:");
  try {
    runQuery(data, sql);
    return null;
  } catch (error) {
    expect(data.prepare("select name from sqlite_schema").all()).toEqual([]);
    return messageOf(error);
  } finally {
    data.close();
  }
}

/** A table and a trigger with this body, which begins and ends as written. */
const withTrigger = (body: string) => `${TABLE}CREATE TRIGGER named AFTER INSERT ON shops ${body};\nSELECT 1;`;

describe("the stand-in of D1 accepts", () => {
  it.each([
    ["plain comments", `-- A shop, and what it sold (in cents)\n${TABLE}--> statement-breakpoint\n/* no more */ SELECT 1;`],
    ["semicolons and both quotes in strings", `${TABLE}INSERT INTO shops (name) VALUES ('Ann''s; "B"');`],
    ["a trigger on several lines", withTrigger("\nBEGIN\n  UPDATE shops SET sales = 1;\n  DELETE FROM shops;\nEND")],
    ["a trigger on one line", withTrigger("BEGIN UPDATE shops SET sales = 1; END")],
    ["a lowercase end", withTrigger("BEGIN\n  UPDATE shops SET sales = 1;\nend")],
    ["a CASE in parentheses in a trigger", withTrigger("BEGIN\n  SELECT (CASE WHEN true THEN 1 END);\nEND")],
    [
      "a CASE outside triggers",
      "CREATE TABLE items (cost INTEGER, missing INTEGER GENERATED ALWAYS AS (case when cost is null then 1 else 0 end) VIRTUAL);\n" +
        "UPDATE items SET cost = CASE WHEN cost > 1 THEN 1 END, cost = 2;\nSELECT 1;",
    ],
    ["a last statement without a semicolon", `${TABLE}SELECT 1`],
  ])("%s", (_name, sql) => {
    expect(errorOf(sql)).toBeNull();
  });

  it("several statements, with a result for each", () => {
    const data = new DatabaseSync(":memory:");
    const results = runQuery(data, `${TABLE}INSERT INTO shops (name) VALUES ('Ann');\nSELECT name FROM shops;`);
    expect(results.map((result) => result.results)).toEqual([[], [], [{ name: "Ann" }]]);
  });
});

describe("the stand-in of D1 rejects what production is reported to reject:", () => {
  it.each([
    ["an apostrophe in a comment", `-- It's a shop\n${TABLE}SELECT 1;`, SEVERAL],
    ["a quote in a comment", `/* 5" */\n${TABLE}SELECT 1;`, SEVERAL],
    ["a backtick in a comment", `-- A \` mark\n${TABLE}SELECT 1;`, SEVERAL],
    ["a semicolon in a comment", `${TABLE}-- A shop; its sales\nSELECT 1;`, NONE],
    ["a statement in a comment", `-- SELECT 1;\n${TABLE}`, NONE],
    ["a comment after the last statement", `${TABLE}-- That was all`, NONE],
    ["BEGIN in a comment", `-- BEGIN is in capitals\n${TABLE}SELECT 1;`, SEVERAL],
    ["a lowercase begin", withTrigger("\nbegin\n  UPDATE shops SET sales = 1;\nEND"), INCOMPLETE],
    ["CRLF after BEGIN", withTrigger("\r\nBEGIN\r\n  UPDATE shops SET sales = 1;\r\nEND"), INCOMPLETE],
    ["a CASE in a trigger", withTrigger("BEGIN\n  SELECT CASE WHEN true THEN 1 END;\nEND"), INCOMPLETE],
    ["the word end in a comment of a trigger", withTrigger("BEGIN\n  -- to the end\n  UPDATE shops SET sales = 1;\nEND"), INCOMPLETE],
    ["the start of a transaction", `BEGIN TRANSACTION;\n${TABLE}COMMIT;`, SEVERAL],
    ["a savepoint", `${TABLE}SAVEPOINT one;`, "To execute a transaction, use batch() instead of the SQL statement SAVEPOINT."],
    ["a statement of more than 100,000 bytes", `SELECT '${"é".repeat(50_000)}';`, "statement too long: SQLITE_TOOBIG"],
    ["what SQLite rejects", `${TABLE}SELECT price FROM shops;`, "no such column: price: SQLITE_ERROR"],
  ])("%s", (_name, sql, message) => {
    expect(errorOf(sql)).toEqual(message);
  });
});
