import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteInteger, SQLiteTable } from "drizzle-orm/sqlite-core";
import { isControlTable, isEncryptedSecret } from "../../platform/db/columns";
import * as tables from "../tables";

/** A column, for checking the values of rows that are restored. */
export interface TenantColumn {
  name: string;
  type: "number" | "text";
  isNullable: boolean;
  /** The value of a row without the column. */
  fallback: string | number | null;
  /** The only values of a text; empty for any. */
  values: readonly string[];
  isSecret: boolean;
}

export interface TenantTable {
  name: string;
  /** Without generated columns. */
  columns: readonly string[];
  /** The same columns, in the same order. */
  definitions: readonly TenantColumn[];
  key: readonly string[];
  /** Whether an index finds the rows of an organization in the order of the key. */
  hasKeyIndex: boolean;
  /** Without such an index: the table whose `id` is the first column of the key, and whose index finds the rows instead. Null: there is none. */
  parent: string | null;
  /** What numbers its rows: `sqlite_sequence` or `sequences`. Null: their keys are not numbers that are given out. */
  numberedBy: "sqlite_sequence" | "sequences" | null;
}

/** Triggers compute the rows of these tables from others. */
const COMPUTED: ReadonlySet<string> = new Set([
  "order_rollups",
  "item_rollups",
  "list_counts",
  "order_days",
  "expense_rollups",
  "order_tags",
  "file_totals",
]);

function defineColumn(column: SQLiteColumn): TenantColumn {
  const { name, dataType, notNull, enumValues } = column;
  const fallback: unknown = column.default;
  return {
    name,
    type: dataType === "number" ? "number" : "text",
    isNullable: !notNull,
    fallback: typeof fallback === "string" || typeof fallback === "number" ? fallback : null,
    values: enumValues ?? [],
    isSecret: isEncryptedSecret(column),
  };
}

function describe(table: SQLiteTable): TenantTable {
  const { name, columns, primaryKeys, indexes, foreignKeys } = getTableConfig(table);
  const [composite] = primaryKeys;
  const key = composite === undefined ? columns.filter(({ primary }) => primary) : composite.columns;
  const keyNames = key.map((column) => column.name);
  const byOrganization = ["organization_id", ...keyNames.filter((column) => column !== "organization_id")].join();
  const indexed = indexes.map(({ config }) => config.columns.map((column) => ("name" in column ? column.name : "")).join());
  const hasKeyIndex = keyNames.join() === byOrganization || indexed.includes(byOrganization);
  // The referenced columns are the organization and the id, so they have a unique index.
  const parents = foreignKeys.map(({ reference }) => reference()).filter((to) => to.columns[1]?.name === keyNames[0]);
  const [parent] = hasKeyIndex ? [] : parents.map(({ foreignTable }) => getTableConfig(foreignTable).name);
  const stored = columns.filter(({ generated }) => generated === undefined);
  const [id] = key;
  const isNumbered = id instanceof SQLiteInteger && key.length === 1 && id.name !== "organization_id";
  return {
    name,
    columns: stored.map((column) => column.name),
    definitions: stored.map(defineColumn),
    numberedBy: isNumbered ? (id.autoIncrement ? "sqlite_sequence" : "sequences") : null,
    key: keyNames,
    hasKeyIndex,
    parent: parent ?? null,
  };
}

const ALL_TABLES = Object.values<unknown>(tables).filter((table): table is SQLiteTable => is(table, SQLiteTable));
const ORGANIZATION_TABLES = ALL_TABLES.filter((table) => "organization_id" in table);

/** The tables, each after those that its foreign keys refer to. */
function inOrderOfReferences(unsorted: readonly SQLiteTable[]): SQLiteTable[] {
  const sorted = new Set<SQLiteTable>();
  const add = (table: SQLiteTable) => {
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const { foreignTable } = reference();
      if (foreignTable !== table && unsorted.includes(foreignTable)) add(foreignTable);
    }
    sorted.add(table);
  };
  for (const table of unsorted) add(table);
  return [...sorted];
}

const describeAll = (some: readonly SQLiteTable[]) => inOrderOfReferences(some).map(describe);
const DATA_TABLES = describeAll(ORGANIZATION_TABLES.filter((table) => !isControlTable(table)));

/** The tables of the directory with control data of organizations, each after those that its foreign keys refer to. */
export const CONTROL_TABLES: readonly TenantTable[] = describeAll(ORGANIZATION_TABLES.filter(isControlTable));

/** The tables whose rows are copied, each after those that its foreign keys refer to. */
export const COPIED_TABLES: readonly TenantTable[] = DATA_TABLES.filter(({ name }) => !COMPUTED.has(name));

/** The tables whose rows triggers compute. */
export const COMPUTED_TABLES: readonly TenantTable[] = DATA_TABLES.filter(({ name }) => COMPUTED.has(name));

/**
 * `sequences` is state of the database rather than rows, `row_changes` has the changes that a running move or backup still has to copy, and
 * `cron_runs` says what the crons of this installation did last.
 */
const NOT_BACKED_UP: ReadonlySet<string> = new Set([...COMPUTED, "sequences", "row_changes", "cron_runs"]);

/** The tables whose rows a backup has, each after those that its foreign keys refer to. */
export const BACKED_UP_TABLES: readonly TenantTable[] = describeAll(ALL_TABLES).filter(({ name }) => !NOT_BACKED_UP.has(name));
