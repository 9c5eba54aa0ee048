import { type SQL, sql } from "drizzle-orm";
import { columnGroups, columnOf, rowJson } from "../../platform/db/packed";
import { jsonArrays, jsonRows } from "../../platform/db/sql-values";
import { Statement, WriteStatement } from "../../platform/db/statement";
import type { TenantTable } from "./tenant-tables.sql.ts";
import { parseStored } from "../../platform/reading/json";

export type Key = readonly (string | number)[];

/** Keys after one (null: from the first), up to another. */
export interface KeyRange {
  after: Key | null;
  last: Key;
  /** The most rows that are read at once. Default: 500. */
  maxRows?: number;
}

/** A row of any table as JSON texts: its columns (`valuesIn`), and an array of its primary key. */
export interface CopiedRow {
  key: string;
  row: string;
}

export interface ChangedRow {
  key: string;
  row: string | null;
}

/** Size of a part of the copy: the rows of at most this many bytes of text, but at least one row. */
export const MAX_PART_BYTES = 4_000_000;
const MAX_PART_ROWS = 500;

/** SQL for a list of columns. */
export const quotedNames = (names: readonly string[], prefix = ""): SQL => sql.raw(names.map((name) => `${prefix}"${name}"`).join(", "));

export function rowTextOf({ columns }: TenantTable, prefix = ""): SQL {
  return sql.raw(rowJson(columns.map((name) => `${prefix}"${name}"`)));
}

/** The JSON text of a row with these values, in the order of the table's columns: the opposite of `valuesIn`. */
export function rowText(values: readonly (string | number | null)[]): string {
  return JSON.stringify(columnGroups(values));
}

/** The values of a row that was read as a JSON text, in the order of the table's columns. */
export function valuesIn(row: string): (string | number | null)[] {
  return parseStored<(string | number | null)[][]>(row).flat();
}

/** SQL for the size of a row's texts, which SQLite computes without reading them. */
export const bytesOf = ({ columns }: TenantTable, prefix: string): string =>
  columns.map((name) => `coalesce(octet_length(${prefix}"${name}"), 0)`).join(" + ");

/** SQL condition: the row belongs to the organization. Without a suitable index, the rows are read in the order of their key. */
function ofOrganization({ hasKeyIndex }: TenantTable, organizationId: number): SQL {
  return sql`${sql.raw(hasKeyIndex ? "" : "+")}organization_id = ${organizationId}`;
}

/** SQL for the rows of an organization after a key, from which they can be read in the order of the key. */
function rowsAfter(table: TenantTable, organizationId: number, after: Key | null): SQL {
  const name = sql.raw(table.name);
  const rest = sql`${ofOrganization(table, organizationId)} and ${afterKey(table, after)}`;
  if (table.parent === null) return sql`${name} where ${rest}`;
  const from = after === null ? sql`true` : sql`id >= ${after[0]}`;
  const parents = sql`select id as parent_id from ${sql.raw(table.parent)} where organization_id = ${organizationId} and ${from}`;
  return sql`(${parents}) cross join ${name} on ${sql.raw(`"${table.key[0]}"`)} = parent_id where ${rest}`;
}

const allRows = (table: TenantTable, organizationId: number): SQL =>
  table.parent === null ? sql`${sql.raw(table.name)} where organization_id = ${organizationId}` : rowsAfter(table, organizationId, null);

/** The columns of the key, by which the rows of `rowsAfter` are sorted without reading all of them. */
const sortedBy = ({ key, parent }: TenantTable): string[] =>
  key.map((column, index) => (index === 0 && parent !== null ? "parent_id" : `"${column}"`));

function afterKey({ key }: TenantTable, after: Key | null): SQL {
  if (after === null) return sql`true`;
  return sql`(${quotedNames(key)}) > (${valuesOf(after)})`;
}

const valuesOf = (key: Key): SQL =>
  sql.join(
    key.map((value) => sql`${value}`),
    sql`, `,
  );

/** The last primary key of an organization's rows in a table. */
export function lastKey(table: TenantTable, organizationId: number): Statement<{ key: string }> {
  // A plus keeps SQLite from reading the rows of all organizations in the order of their key.
  const unsorted = table.hasKeyIndex || table.parent !== null ? "" : "+";
  const descending = sql.raw(
    sortedBy(table)
      .map((column) => `${unsorted}${column} desc`)
      .join(", "),
  );
  return new Statement(sql`select json_array(${quotedNames(table.key)}) as "key" from ${allRows(table, organizationId)}
    order by ${descending} limit 1`);
}

export function countRows(table: TenantTable, organizationId: number): Statement<unknown> {
  return new Statement(sql`select count(*) as rows from ${allRows(table, organizationId)}`);
}

/** The next rows of a table, in the order of its primary key, up to the key `last`. */
export function readPart(
  table: TenantTable,
  organizationId: number,
  { after, last, maxRows = MAX_PART_ROWS }: KeyRange,
): Statement<CopiedRow> {
  const rows = sql`${rowsAfter(table, organizationId, after)} and (${quotedNames(table.key)}) <= (${valuesOf(last)})`;
  return partOf(table, rows, { order: sql.raw(sortedBy(table).join(", ")), maxRows });
}

/** The next rows of a table after a key, of all organizations, in the order of its primary key. */
export function readRows(table: TenantTable, after: Key | null): Statement<CopiedRow> {
  return partOf(table, sql`${sql.raw(table.name)} where ${afterKey(table, after)}`, {
    order: quotedNames(table.key),
    maxRows: MAX_PART_ROWS,
  });
}

/** The first of some rows. */
function partOf(table: TenantTable, rows: SQL, { order, maxRows }: { order: SQL; maxRows: number }): Statement<CopiedRow> {
  const count = sql`
    select count(*) from (
      select sum(bytes) over (order by n) as total, n from (
        select ${sql.raw(bytesOf(table, ""))} as bytes, row_number() over (order by ${order}) as n from ${rows} order by ${order} limit ${maxRows}))
    where total <= ${MAX_PART_BYTES} or n = 1`;
  return new Statement(sql`select json_array(${quotedNames(table.key)}) as "key", ${rowTextOf(table)} as "row" from ${rows}
    order by ${order} limit (${count})`);
}

/** SQL for the last change of the next group of at most `limit` changes; null if there are none. */
function lastOfGroup(organizationId: number, limit: number): SQL {
  return sql`(select max(seq) from (
    select seq, sum(bytes) over (order by seq) as total, row_number() over (order by seq) as n from (
      select seq, bytes from row_changes where organization_id = ${organizationId} order by seq limit ${limit}))
    where total <= ${MAX_PART_BYTES} or n = 1)`;
}

/** The last change of the next group, and the last of all. */
export function changeGroup(organizationId: number, limit: number): Statement<{ last: number | null; newest: number | null }> {
  return new Statement(sql`select ${lastOfGroup(organizationId, limit)} as last,
    (select max(seq) from row_changes where organization_id = ${organizationId}) as newest`);
}

/**
 * The rows of a table with changes in the next group of at most `limit`, as they are now. `uncopied`: without the rows after one key and up
 * to another, which are not copied yet. Below 0, the id is that of a backup, which has the changes of all organizations (triggers.sql.ts).
 */
export function readChanges(
  table: TenantTable,
  organizationId: number,
  { limit, uncopied }: { limit: number; uncopied: KeyRange | null },
): Statement<ChangedRow> {
  const name = sql.raw(table.name);
  const match = table.key.map((column, index) => sql.raw(`t."${column}" = c.key->>${index}`));
  const isOwn = organizationId < 0 ? sql`` : sql`and t.organization_id = ${organizationId}`;
  const changedKey = sql.raw(table.key.map((_column, index) => `c.key->>${index}`).join(", "));
  const isCopied = [
    ...(uncopied === null ? [sql`true`] : [sql`(${changedKey}) > (${valuesOf(uncopied.last)})`]),
    ...(uncopied === null || uncopied.after === null ? [] : [sql`(${changedKey}) <= (${valuesOf(uncopied.after)})`]),
  ];
  return new Statement(sql`
    select c.key as "key", iif(${sql.raw(`t."${table.key[0]}"`)} is null, null, ${rowTextOf(table, "t.")}) as "row"
    from (select distinct key from row_changes
      where organization_id = ${organizationId} and table_name = ${table.name} and seq <= ${lastOfGroup(organizationId, limit)}) c
    left join ${name} t on ${sql.join(match, sql` and `)} ${isOwn}
    where ${sql.join(isCopied, sql` or `)}`);
}

export function removeChanges(organizationId: number, seq: number): WriteStatement {
  return new WriteStatement(sql`delete from row_changes where organization_id = ${organizationId} and seq <= ${seq}`);
}

/**
 * Inserts rows that were read as JSON texts. Rows that exist already fail the batch, or stay as they are. Without an organization, each row
 * belongs to its own.
 */
export function insertRows(
  { name, columns, key }: TenantTable,
  rows: readonly string[],
  organizationId: number | null,
  existing: "fail" | "stay" = "fail",
): WriteStatement[] {
  const onConflict = existing === "stay" ? sql`where true on conflict (${quotedNames(key)}) do nothing` : sql``;
  const values = columns.map((column, index) =>
    column === "organization_id" && organizationId !== null ? sql`${organizationId}` : columnOf(index),
  );
  return jsonArrays(rows).map(
    ({ json }) =>
      new WriteStatement(sql`insert into ${sql.raw(name)} (${quotedNames(columns)})
        select ${sql.join(values, sql`, `)} from ${jsonRows(json)} ${onConflict}`),
  );
}

/** Deletes the rows with these primary keys (JSON arrays). The plus keeps SQLite from reading all rows of the organization instead. */
export function deleteRows({ name, key }: TenantTable, keys: readonly string[], organizationId: number): WriteStatement[] {
  const values = sql.raw(key.map((_column, index) => `value->>${index}`).join(", "));
  return jsonArrays(keys).map(
    ({ json }) =>
      new WriteStatement(sql`delete from ${sql.raw(name)}
        where +organization_id = ${organizationId} and (${quotedNames(key)}) in (select ${values} from json_each(${json}))`),
  );
}

export function deleteRange(table: TenantTable, organizationId: number, { after, last }: KeyRange): WriteStatement {
  return new WriteStatement(sql`delete from ${sql.raw(table.name)}
    where ${ofOrganization(table, organizationId)} and ${afterKey(table, after)} and (${quotedNames(table.key)}) <= (${valuesOf(last)})`);
}

/** Deletes some rows of an organization that match a condition, and returns one row for each. `rows` is SQL for their primary keys. */
export function deleteSome(table: TenantTable, organizationId: number, where: SQL): { rows: SQL; statement: WriteStatement<{ found: 1 }> } {
  const key = quotedNames(table.key);
  const name = sql.raw(table.name);
  const order = table.hasKeyIndex ? sql`order by ${key}` : sql``;
  const rows = sql`select ${key} from ${name} where organization_id = ${organizationId} and ${where} ${order} limit ${MAX_PART_ROWS}`;
  return { rows, statement: new WriteStatement(sql`delete from ${name} where (${key}) in (${rows}) returning 1 as found`) };
}
