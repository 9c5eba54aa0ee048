import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { temporaryFolder } from "../server/worker.ts";

/**
 * The tables and indexes of a database: columns and foreign keys sorted, and the text of each index. The virtual tables of the text search
 * (…_search, …_words) are omitted, because Drizzle can't declare them.
 */
function schemaOf(folder: string) {
  using database = new DatabaseSync(":memory:");
  for (const file of readdirSync(folder).toSorted()) if (file.endsWith(".sql")) database.exec(readFileSync(join(folder, file), "utf8"));
  const rowsOf = (sql: string, ...values: string[]) => database.prepare(sql).all(...values);
  const tables = rowsOf(
    "select name from sqlite_schema where type = 'table' and name not like '%\\_search%' escape '\\' and name not like '%\\_words' escape '\\' order by name",
  ).map(({ name }) => String(name));
  return {
    columns: tables.map((table) => [
      table,
      rowsOf('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?) order by name', table),
    ]),
    keys: tables.map((table) => [
      table,
      rowsOf('select "table", "from", "to", on_delete from pragma_foreign_key_list(?) order by 1, 2, 3', table),
    ]),
    indexes: rowsOf("select sql from sqlite_schema where type = 'index' and sql is not null order by name"),
  };
}

it("the migrations create the tables and indexes that src/tenants/tables.ts declares", () => {
  using folder = temporaryFolder();
  execFileSync(
    process.execPath,
    ["node_modules/drizzle-kit/bin.cjs", "generate", "--dialect=sqlite", "--schema=./src/tenants/tables.ts", `--out=${folder.path}`],
    { stdio: "ignore" },
  );
  expect(schemaOf("migrations")).toEqual(schemaOf(folder.path));
});
