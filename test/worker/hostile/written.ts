import { rows } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";

/**
 * Counts every row that is written from now on, for all organizations, with a trigger on each table, so that rolled back rows are not
 * counted. The last use of a credential is excluded, because each request may record it some time after its response.
 */
export async function countWrites(): Promise<void> {
  const tables = await rows<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table'
     and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' and name not like 'd1%'`,
  );
  if (tables.length < 20) throw new Error("the schema has lost its tables");
  const triggers = await Promise.all(tables.map(async ({ name }) => await triggersOf(name)));
  const statements = ["create table hostile_writes (n integer not null)", "insert into hostile_writes values (0)", ...triggers.flat()];
  await organizationD1().batch(statements.map((statement) => organizationD1().prepare(statement)));
}

async function triggersOf(table: string): Promise<string[]> {
  const columns = await rows<{ name: string }>("select name from pragma_table_info(?)", table);
  const countedColumns = columns.map(({ name }) => name).filter((name) => name !== "last_used_at");
  return ["insert", `update of ${countedColumns.map((name) => `"${name}"`).join()}`, "delete"].map(
    (verb) =>
      `create trigger "hostile_${table}_${verb.slice(0, 6)}" after ${verb} on "${table}" begin update hostile_writes set n = n + 1; end`,
  );
}

/** The number of rows written since `countWrites`. */
export async function writtenRowCount(): Promise<number> {
  const [row] = await rows<{ n: number }>("select n from hostile_writes");
  if (row === undefined) throw new Error("writes are not counted");
  return row.n;
}
