import { getTableColumns, sql } from "drizzle-orm";
import { auditLog } from "../../accounts/audit-log/table";
import { insertRows, quotedNames, rowText } from "../move/rows.sql.ts";
import { COPIED_TABLES, type TenantTable } from "../move/tenant-tables.sql.ts";
import { assertCondition } from "../../platform/db/change";
import { jsonArrays, jsonRows } from "../../platform/db/sql-values";
import { Statement, WriteStatement } from "../../platform/db/statement";
import type { RowValues } from "./row-values";

/** Tables that a new organization can have rows in: its credentials and members are in the audit log. */
const MAY_HAVE_ROWS: ReadonlySet<string> = new Set(["audit_log", "write_markers"]);

/** The names of tables in which an organization has rows, each in the result of its own statement. None: it is empty. */
export function usedTables(organizationId: number): Statement<{ name: string }>[] {
  return COPIED_TABLES.filter(({ name }) => !MAY_HAVE_ROWS.has(name)).map(
    ({ name }) =>
      new Statement(sql`select ${name} as name where exists (select 1 from ${sql.raw(name)} where organization_id = ${organizationId})`),
  );
}

/** The last id that a database has given out for a table. No row: it has given out none. */
export function lastGivenId({ name, numberedBy }: TenantTable): Statement<{ id: number }> {
  if (numberedBy === "sequences") return new Statement(sql`select value as id from sequences where name = ${name}`);
  return new Statement(sql`select seq as id from sqlite_sequence where name = ${name}`);
}

/** Raises the last id that a database has given out for a table, so that it does not give out a restored one. */
export function raiseLastId({ name, numberedBy }: Pick<TenantTable, "name" | "numberedBy">, id: number): WriteStatement[] {
  if (numberedBy === "sequences")
    return [new WriteStatement(sql`update sequences set value = ${id} where name = ${name} and value < ${id}`)];
  return [
    new WriteStatement(sql`insert into sqlite_sequence (name, seq) select ${name}, ${id}
      where not exists (select 1 from sqlite_sequence where name = ${name})`),
    new WriteStatement(sql`update sqlite_sequence set seq = ${id} where name = ${name} and seq < ${id}`),
  ];
}

const keyTexts = ({ key }: TenantTable, rows: readonly RowValues[]) => rows.map((row) => JSON.stringify(key.map((column) => row[column])));

/**
 * SQL that selects rows of other organizations with one of these keys (a JSON array of arrays). With the plus, SQLite finds the rows by their key.
 */
function takenKeys({ name, key }: TenantTable, json: string, organizationId: number) {
  const values = sql.raw(key.map((_column, index) => `value->>${index}`).join(", "));
  return sql`select 1 from ${sql.raw(name)}
    where +organization_id <> ${organizationId} and (${quotedNames(key)}) in (select ${values} from json_each(${json}))`;
}

/** Returns a row if another organization has rows with the keys of these rows. */
export function findTaken(table: TenantTable, rows: readonly RowValues[], organizationId: number): Statement<{ found: 1 }>[] {
  return jsonArrays(keyTexts(table, rows)).map(
    ({ json }) => new Statement(sql`select 1 as found where exists (${takenKeys(table, json, organizationId)})`),
  );
}

/** Returns a row if a file of another organization has one of the objects of these files. The cross join looks up each key in the index of the files. */
export function findTakenObjects(files: readonly RowValues[], organizationId: number): Statement<{ found: 1 }>[] {
  const keys = files.flatMap(({ object_key, preview_key }) => [object_key, preview_key]).filter((key) => key !== null);
  return jsonArrays(keys.map((key) => JSON.stringify(key))).map(
    ({ json }) =>
      new Statement(sql`select 1 as found from json_each(${json}) j cross join files f on f.object_key = j.value where f.organization_id <> ${organizationId}
        union all select 1 from json_each(${json}) j cross join files f on f.preview_key = j.value where f.organization_id <> ${organizationId} limit 1`),
  );
}

/** Inserts rows with their keys. Those that exist already stay. Its batch fails if another organization has rows with these keys. */
export function restoreRows(table: TenantTable, rows: readonly RowValues[], organizationId: number): WriteStatement[] {
  const texts = rows.map((row) => rowText(table.columns.map((column) => row[column] ?? null)));
  const assertions = jsonArrays(keyTexts(table, rows)).map(({ json }) =>
    assertCondition(sql`not exists (${takenKeys(table, json, organizationId)})`),
  );
  return [...assertions, ...insertRows(table, texts, organizationId, "stay")];
}

/** Columns of an audit entry without its id: the directory of the restoring installation may have given that id to another entry. */
const ENTRY_COLUMNS = Object.keys(getTableColumns(auditLog)).filter((name) => name !== "id" && name !== "organization_id");

/** Inserts entries of the audit log under new ids. Those that exist already stay. */
export function restoreEntries(rows: readonly RowValues[], organizationId: number): WriteStatement[] {
  const values = sql.raw(ENTRY_COLUMNS.map((_column, index) => `j.value->>${index}`).join(", "));
  const isSame = sql.raw(ENTRY_COLUMNS.map((column, index) => `a.${column} is j.value->>${index}`).join(" and "));
  return jsonArrays(rows.map((row) => JSON.stringify(ENTRY_COLUMNS.map((column) => row[column] ?? null)))).map(
    ({ json }) =>
      new WriteStatement(sql`insert into audit_log (organization_id, ${quotedNames(ENTRY_COLUMNS)}) select ${organizationId}, ${values} from ${jsonRows(json)} j
        where not exists (select 1 from audit_log a where a.organization_id = ${organizationId} and ${isSame})`),
  );
}

export function countRows({ name }: TenantTable, organizationId: number): Statement<{ count: number }> {
  return new Statement(sql`select count(*) as count from ${sql.raw(name)} where organization_id = ${organizationId}`);
}
