import type { DatabaseSync, StatementSync } from "node:sqlite";

type Value = string | number | null;

/** Inserts a row into a table. Returns its rowid, which is its id if that is a number. */
export type Insert = (table: string, row: Readonly<Record<string, Value>>) => number;

/** A function that inserts rows into the tables of a database file. A statement is compiled once for the same columns. */
export function inserterOf(database: DatabaseSync): Insert {
  const statements = new Map<string, StatementSync>();
  return (table, row) => {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return Number(statement.run(...Object.values(row)).lastInsertRowid);
  };
}
