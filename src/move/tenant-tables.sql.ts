import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { isControlTable } from "../platform/db/columns";
import * as tables from "../tables";

/** A table with rows of organizations, for statements that are the same for all of them. */
export interface TenantTable {
  name: string;
  /** Without generated columns. */
  columns: readonly string[];
  /** The columns of the primary key. */
  key: readonly string[];
  /** Whether an index finds the rows of an organization in the order of the key. */
  hasKeyIndex: boolean;
  /** Without such an index: the table whose `id` is the first column of the key, and whose index finds the rows instead. Null: there is none. */
  parent: string | null;
}

/** Triggers compute the rows of these tables from others (migrations 0001, 0003, 0006 and 0011). */
const COMPUTED: ReadonlySet<string> = new Set(["order_rollups", "item_rollups", "list_counts", "order_days", "expense_rollups"]);

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
  return {
    name,
    columns: columns.filter(({ generated }) => generated === undefined).map((column) => column.name),
    key: keyNames,
    hasKeyIndex,
    parent: parent ?? null,
  };
}

const declared = Object.values(tables).filter((table) => "organization_id" in table && !isControlTable(table)) as SQLiteTable[];

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

const all = inOrderOfReferences(declared).map(describe);

/** The tables whose rows are copied, each after those that its foreign keys refer to. */
export const COPIED_TABLES: readonly TenantTable[] = all.filter(({ name }) => !COMPUTED.has(name));

/** The tables whose rows triggers compute. */
export const COMPUTED_TABLES: readonly TenantTable[] = all.filter(({ name }) => COMPUTED.has(name));
