import { foldCase } from "../values/fold-case";
import { type BuildColumns, type SQL, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  customType,
  integer,
  type SQLiteColumn,
  type SQLiteColumnBuilderBase,
  SQLiteCustomColumn,
  sqliteTable,
  type SQLiteTableExtraConfigValue,
  type SQLiteTableWithColumns,
  text,
} from "drizzle-orm/sqlite-core";

/**
 * Column shapes used by several tables. Property names equal column names everywhere in the schema,
 * so that a raw D1 row already has the type of the table's `$inferSelect`.
 */

/** The tenant column. Every table that OrgDb accepts has it. */
export const organizationId = () => integer().notNull();

declare const control: unique symbol;

/** A table of control data. Statements of an organization may not use it. */
export interface ControlTable {
  readonly [control]: true;
}

type ControlTableOf = <N extends string, C extends Record<string, SQLiteColumnBuilderBase>>(
  name: N,
  columns: C,
  extra?: (self: BuildColumns<N, C, "sqlite">) => SQLiteTableExtraConfigValue[],
) => SQLiteTableWithColumns<{ name: N; schema: undefined; columns: BuildColumns<N, C, "sqlite">; dialect: "sqlite" }> & ControlTable;

const controlTables = new WeakSet<object>();

/** Declares a table of control data. Tables of organizations are declared with sqliteTable. */
export const controlTable = ((...declared: Parameters<typeof sqliteTable>) => {
  const table = sqliteTable(...declared);
  controlTables.add(table);
  return table;
}) as unknown as ControlTableOf;

export function isControlTable(table: object): boolean {
  return controlTables.has(table);
}

/** A moment: milliseconds since 1970 UTC. */
export const moment = () => integer();

/** An amount of money: integer 1/10,000 of the currency's unit (docs/spec/amounts-and-figures.md#amounts). */
export const money = () => integer();

/** A boolean: 0 or 1. */
export const flag = () => integer();

/** A JSON array of strings, stored as text. */
export const stringList = () => text().notNull().default("[]");

/** A secret, encrypted (platform/crypto/encryption.ts). Exports of owners do not have these columns. */
export const encryptedSecret = customType<{ data: string; driverData: string }>({ dataType: () => "text" });

/** Whether a column is an encrypted secret: no other column has a type of our own. */
export function isEncryptedSecret(column: SQLiteColumn): boolean {
  return column instanceof SQLiteCustomColumn;
}

/**
 * The sort key of a text column, whose name is `…_sort_key`, and its folded text, `…_folded` (of a JSON list: `…_folded_list`). All are null for
 * printable ASCII, which SQLite sorts and compares ignoring case by itself. text/text-keys.ts computes them from the texts that are written.
 */
export const sortKeyColumn = () => text();
export const foldedColumn = () => text();

/** The form in which a tracking number is compared, whose name is that of its column and `_normalized`. text/text-keys.ts computes it. */
export const normalizedColumn = () => text();

/**
 * SQL of a text without regard to case: its key or, if that is null, the text itself. It contains no comma, because drizzle-kit would treat the
 * part after it as another column of an index.
 */
const keyOrText = (key: AnySQLiteColumn | SQL, ofText: AnySQLiteColumn | SQL): SQL =>
  sql`(case when ${key} is null then ${ofText} else ${key} end) collate nocase`;

/** SQL that sorts by a text, by its sort key. Each such sort has an index on this expression. */
export const inTextOrder = keyOrText;

/** SQL of the column `name` to be compared ignoring case. `alias` is that of its row, or null in the definition of an index. */
export function ignoringCase(alias: string | null, name: string): SQL {
  const column = (of: string): SQL => sql.raw(alias === null ? of : `${alias}.${of}`);
  return keyOrText(column(`${name}_folded`), column(name));
}

/**
 * SQL condition: a text equals another one, ignoring case (docs/spec/lists-and-filters.md#case). `other` is a text, or SQL of one that is folded.
 * `is not null` is needed to use a partial index.
 */
export function equalsIgnoringCase(alias: string, name: string, other: string | SQL): SQL {
  const folded = typeof other === "string" ? sql`${foldCase(other)}` : other;
  return sql`(${sql.raw(`${alias}.${name}`)} is not null and ${ignoringCase(alias, name)} = ${folded})`;
}

/** SQL of a text in lower case, as the keys of counts have it. */
export const foldedText = (alias: string, name: string): SQL => sql.raw(`lower(coalesce(${alias}.${name}_folded, ${alias}.${name}))`);

export const createdAndUpdated = () => ({
  created_at: moment().notNull(),
  updated_at: moment().notNull(),
});
