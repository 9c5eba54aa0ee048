import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MIGRATION_RULES, violationsIn } from "../../../cli/check/migrations/rules.ts";
import { runQuery } from "../deploy/d1-query.ts";
import { rowsOf } from "../guide/page.ts";
import { temporaryFolder } from "../server/worker.ts";
import { assertProperty } from "../../kit/property.ts";

const TABLE = "CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT, sales INTEGER);\n";
/** A trigger whose body begins in the third line. */
const withTrigger = (body: string) => `${TABLE}CREATE TRIGGER counted AFTER INSERT ON shops\nBEGIN\n${body}\nEND;\n`;

const CONFORMING = `-- What each shop has sold, in cents (see the order). The words begin, case and end are no keywords here.
CREATE TABLE \`shops\` (
	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	\`name\` text DEFAULT 'Ann''s "shop"' NOT NULL,
	\`is_new\` integer GENERATED ALWAYS AS ((case when "name" = '' then 1 else 0 end)) VIRTUAL
);
--> statement-breakpoint
CREATE INDEX \`shops_name\` ON \`shops\` (\`name\` collate nocase);--> statement-breakpoint
/* One more
   shop. */
CREATE TRIGGER shops_named AFTER UPDATE OF name ON shops
WHEN (old.name) IS NOT (new.name)
BEGIN
  INSERT INTO shops (name) SELECT iif(new.name = '', 'x', json_object('$.a', new.name)) WHERE new.id > 1;
  DELETE FROM shops WHERE id = old.id;
END;
--> statement-breakpoint
INSERT INTO shops (name) VALUES (x'00');
`;

describe("migrations", () => {
  it("have LF at the ends of their lines on every system, because git writes it", () => {
    expect(readFileSync(".gitattributes", "utf8")).toMatch(/^\* text=auto eol=lf$/m);
  });

  it("may have comments, strings, quoted names, triggers, and a CASE outside triggers", () => {
    expect(violationsIn(CONFORMING)).toEqual([]);
    expect(violationsIn("-- A file with no statement\n")).toEqual([]);
  });

  it.each<[keyof typeof MIGRATION_RULES, string, number]>([
    ["additive", `${TABLE}drop\n  table shops;`, 2],
    ["additive", `${TABLE}CREATE TABLE \`__new_shops\` (id INTEGER);`, 2],
    ["additive", `${TABLE}CREATE TABLE items (\n  shop INTEGER REFERENCES shops (id)\n  ON DELETE CASCADE\n);`, 4],
    ["lineEnds", `${TABLE}SELECT 1;\r\nSELECT 2;\r\n`, 2],
    ["comment", `${TABLE}-- The shop's name\nSELECT 1;`, 2],
    ["comment", `${TABLE}/* A\n "new" shop */\nSELECT 1;`, 3],
    ["comment", `${TABLE}SELECT 1; -- The column \`name\`\n`, 2],
    ["comment", `${TABLE}-- A shop; its name\nSELECT 1;`, 2],
    ["comment", `${TABLE}-- A body starts with BEGIN\nSELECT 1;`, 2],
    ["triggerComment", withTrigger("  -- All of them, to the end\n  UPDATE shops SET sales = 1;"), 4],
    ["string", `${TABLE}INSERT INTO shops (name) VALUES\n('a; b');`, 3],
    ["string", `${TABLE}INSERT INTO shops (name) VALUES ('a -- b');`, 2],
    ["string", `${TABLE}SELECT 1 AS "a /* b";`, 2],
    ["string", `${TABLE}SELECT 1 AS [a;b];`, 2],
    ["capitals", `${TABLE}CREATE TRIGGER a AFTER INSERT ON shops\nbegin\n  SELECT 1;\nEND;`, 3],
    ["capitals", `${TABLE}CREATE TRIGGER a AFTER INSERT ON shops BEGIN\n  SELECT 1;\nEnd;`, 4],
    ["case", withTrigger("  SELECT 1;\n  UPDATE shops SET sales = CASE WHEN sales > 1 THEN 1 END;"), 5],
    ["case", withTrigger("  UPDATE shops SET sales = (case when sales > 1 then 1 END);"), 4],
    ["transaction", `BEGIN TRANSACTION;\n${TABLE}`, 1],
    ["transaction", `${TABLE}COMMIT;`, 2],
    ["transaction", `${TABLE}SAVEPOINT one;`, 2],
    ["semicolon", `${TABLE}SELECT\n1\n`, 3],
    ["semicolon", `${TABLE};SELECT 1;`, 2],
    ["length", `${TABLE}\n-- ${"é".repeat(30_000)}\n-- ${"é".repeat(20_000)}\nSELECT 1;`, 3],
    ["split", `${TABLE}CREATE TRIGGER a AFTER INSERT ON shops BEGIN\tSELECT 1; END;`, 2],
    ["split", withTrigger("  SELECT (1) AS END\n;"), 5],
  ])("are rejected, with the line: %s in %j", (rule, sql, line) => {
    expect(violationsIn(sql)).toEqual([{ line, rule }]);
  });

  it("are reported with each violation once for each line", () => {
    expect(violationsIn(`-- "a" and 'b'\n-- c;\n${TABLE}DROP TABLE shops`)).toEqual([
      { line: 1, rule: "comment" },
      { line: 2, rule: "comment" },
      { line: 4, rule: "semicolon" },
      { line: 4, rule: "additive" },
    ]);
  });

  it("are split by D1's stand-in as by SQLite if they have no violation", { tags: "long" }, async () => {
    const fragment = fc.constantFrom(
      "-- a comment\n",
      "-- It's one\n",
      "/* the end; */",
      "-- BEGIN\n",
      "(",
      ")",
      "'",
      " ",
      "SELECT 1",
      "SELECT 'a;b'",
      "SELECT CASE WHEN 1 THEN 2 END",
      "CREATE TABLE IF NOT EXISTS items (id INTEGER, size INTEGER DEFAULT (CASE WHEN 1 THEN 2 END))",
      "CREATE TRIGGER IF NOT EXISTS counted AFTER INSERT ON shops BEGIN\n",
      "CREATE TRIGGER IF NOT EXISTS named AFTER UPDATE ON shops\nbegin\n",
      "UPDATE shops SET sales = iif(sales > 1, 1, 2)",
      ";\n",
      ";\n",
      "END;\n",
    );
    const schemaAfter = (run: (data: DatabaseSync) => void) => {
      const data = new DatabaseSync(":memory:");
      try {
        run(data);
        return data.prepare("select name, sql from sqlite_schema").all();
      } catch {
        return "rejected";
      } finally {
        data.close();
      }
    };
    let conforming = 0;
    await assertProperty(
      fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
        const sql = TABLE + fragments.join("");
        if (violationsIn(sql).length > 0) return;
        conforming += 1;
        expect(schemaAfter((data) => runQuery(data, `${sql}\nSELECT 1;`))).toEqual(schemaAfter((data) => data.exec(sql)));
      }),
      { cases: 1000 },
    );
    expect(conforming).toBeGreaterThan(50);
  });
});

describe("npm run check -- migrations", () => {
  it("names the file and the line of a quote that was added to a comment", () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "migrations"));
    const check = (sql: string) => {
      writeFileSync(join(folder.path, "migrations/0001_shops.sql"), sql);
      const { status, stderr } = spawnSync(process.execPath, [resolve("cli/check/migrations.ts")], { cwd: folder.path, encoding: "utf8" });
      return { status, stderr };
    };
    expect(check(CONFORMING)).toEqual({ status: 0, stderr: "" });
    const { rule, reason } = MIGRATION_RULES.comment;
    expect(check(CONFORMING.replace("/* One more", "/* Ann's"))).toEqual({
      status: 1,
      stderr: `migrations/0001_shops.sql:9: ${rule} ${reason}\n  /* Ann's\n`,
    });
  });

  it("has the rules that CONTRIBUTING.md lists", () => {
    const [, section = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("\n### Migrations\n");
    const listed = rowsOf(section.split("\n## ")[0] ?? "");
    expect(listed).toEqual(Object.values(MIGRATION_RULES).map(({ rule, reason }) => [rule, reason]));
  });
});
