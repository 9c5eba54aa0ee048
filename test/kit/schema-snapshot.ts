import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Tables that SQLite creates itself: its own, and those of a full-text index. */
const MADE_BY_SQLITE = /^sqlite_|_(?:data|idx|content|docsize|config)$/;

/** The table in which wrangler records the migrations that it has applied. */
export const MIGRATIONS_TABLE = `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** D1 allows 100 KB of SQL in a call. */
const MAX_SQL_LENGTH = 80_000;

/**
 * SQL that creates a database in the state after all migrations in `folder`, with the few rows that they write: as few texts as D1's limit allows,
 * because each test file runs them. The migrations are applied once in memory.
 */
export function schemaSnapshot(folder: string): string[] {
  using database = new DatabaseSync(":memory:");
  database.exec(MIGRATIONS_TABLE);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  for (const file of files.toSorted()) {
    database.exec(readFileSync(join(folder, file), "utf8"));
    database.prepare("insert into d1_migrations (name) values (?)").run(file);
  }
  const objects = database.prepare("select type, name, sql from sqlite_schema where sql is not null order by rowid").all();
  const statements: string[] = [];
  for (const { type, name, sql } of objects) {
    if (MADE_BY_SQLITE.test(String(name))) continue;
    statements.push(String(sql));
    if (type === "table" && !/^create virtual/i.test(String(sql))) statements.push(...rowsOf(database, String(name)));
  }
  return joinStatements(statements);
}

/** Joins statements to texts of at most MAX_SQL_LENGTH. */
function joinStatements(statements: readonly string[]): string[] {
  const texts: string[] = [];
  let text = "";
  for (const statement of statements) {
    if (text.length + statement.length > MAX_SQL_LENGTH) {
      texts.push(text);
      text = "";
    }
    text += `${statement};\n`;
  }
  return [...texts, text];
}

/** Statements that insert a table's rows. */
function rowsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all();
  const names = columns.map(({ name }) => quoteName(String(name)));
  const values = names.map((name) => `quote(${name})`).join(" || ',' || ");
  const rows = database.prepare(`select ${values} as written from ${quoteName(table)}`).all();
  return rows.map(({ written }) => `insert into ${quoteName(table)} (${names.join(", ")}) values (${String(written)})`);
}
