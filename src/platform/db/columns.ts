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

/** Whether a table was declared with `controlTable`. */
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

/** The sort key of a text column (platform/db/text/sort-key.ts): null for a text of printable ASCII, which sorts by itself. */
export const sortKeyColumn = () => text();

/**
 * SQL that sorts by a text: by its sort key or, if that is null, by the text itself. Each such sort has an index on this expression.
 * It contains no comma, because drizzle-kit would treat the part after it as another column of the index.
 */
export const inTextOrder = (key: AnySQLiteColumn | SQL, ofText: AnySQLiteColumn | SQL): SQL =>
  sql`(case when ${key} is null then ${ofText} else ${key} end) collate nocase`;

export const createdAndUpdated = () => ({
  created_at: moment().notNull(),
  updated_at: moment().notNull(),
});
