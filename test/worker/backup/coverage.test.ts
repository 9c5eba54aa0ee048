import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { BACKED_UP_TABLES, COMPUTED_TABLES } from "../../../src/tenants/move/tenant-tables.sql.ts";

/** A backup has everything (docs/spec/operator.md#backup). */

/** Tables that a backup does without, each for its reason. */
const NOT_BACKED_UP = new Set([
  // The numbers in it are in the backup as a part of the state of a database.
  "sequences",
  "sqlite_sequence",
  // Has rows only while an organization moves, when there is no backup, or during a backup.
  "row_changes",
  // Each installation has its own before a backup is restored into it.
  "cron_runs",
  // A restore needs the same migrations.
  "d1_migrations",
]);

const tables = await env.DB.prepare("select name, sql from sqlite_schema where type = 'table' and name not glob '_cf_*'").all<{
  name: string;
  sql: string;
}>();

/** Full-text indexes, whose words are computed from the rows, with their tables. */
const searches = tables.results.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
const isSearch = (name: string) => searches.some((search) => name === search || name.startsWith(`${search}_`));

it("each table of the database is backed up, computed from backed up ones, or named here with the reason why it is not", () => {
  const covered = new Set([...BACKED_UP_TABLES, ...COMPUTED_TABLES].map(({ name }) => name));
  const uncovered = tables.results
    .map(({ name }) => name)
    .filter((name) => !covered.has(name) && !NOT_BACKED_UP.has(name) && !isSearch(name));
  expect(uncovered).toEqual([]);
  expect(searches).toEqual(["order_search", "item_search", "product_search", "order_words", "item_words", "product_words"]);
});

it("each stored column of a table is backed up", async () => {
  for (const { name, columns } of BACKED_UP_TABLES) {
    // Without generated columns, which are computed from the others.
    const found = await env.DB.prepare("select name from pragma_table_info(?)").bind(name).all<{ name: string }>();
    expect({ name, columns: [...columns] }).toEqual({ name, columns: found.results.map((column) => column.name) });
  }
});

it("a table is restored after those that its rows refer to", async () => {
  const names = BACKED_UP_TABLES.map(({ name }) => name);
  for (const name of names) {
    const found = await env.DB.prepare('select distinct "table" as parent from pragma_foreign_key_list(?)')
      .bind(name)
      .all<{ parent: string }>();
    for (const { parent } of found.results) expect(names.slice(0, names.indexOf(name))).toContain(parent);
  }
});
