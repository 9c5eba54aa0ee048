import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { CATEGORIES } from "../../resources/expenses/fields";
import { ITEM_STATUSES } from "../../resources/orders/items/item-status";
import * as tables from "../tables";
import { PERSONAL_DATA, type PersonalData, type TableKeys } from "./columns.sql.ts";

/** The standard values of columns in which people may also write their own. */
const STANDARD_VALUES: Readonly<Record<string, readonly string[]>> = {
  "order_items.status": ITEM_STATUSES,
  "expenses.category": CATEGORIES,
};

export interface PersonalColumn {
  name: string;
  /** Values that are no personal data, even if a person has such a name. */
  standard: readonly string[];
  kind: Exclude<PersonalData, "no" | "staff">;
  isRequired: boolean;
}

export interface PersonalTable {
  name: string;
  columns: readonly PersonalColumn[];
  /** All columns that are stored, in order. */
  stored: readonly string[];
  table: SQLiteTable;
}

/** The declared tables, with the kinds of their columns. */
const DECLARED = (Object.entries(tables) as [TableKeys, unknown][]).flatMap(([key, table]) => {
  const kinds: Readonly<Record<string, PersonalData>> = PERSONAL_DATA[key];
  return table instanceof SQLiteTable ? [{ ...getTableConfig(table), kinds, table }] : [];
});

/** The tables with columns that may hold a person's data. */
export const PERSONAL_TABLES: ReadonlyMap<string, PersonalTable> = new Map(
  DECLARED.flatMap(({ name, columns, kinds, table }) => {
    const personal = columns.flatMap((column) => {
      const kind = kinds[column.name];
      return kind === undefined || kind === "no" || kind === "staff"
        ? []
        : [
            {
              name: column.name,
              kind,
              isRequired: column.notNull,
              standard: STANDARD_VALUES[`${name}.${column.name}`] ?? [],
            },
          ];
    });
    const stored = columns.filter(({ generated }) => generated === undefined).map((column) => column.name);
    return personal.length === 0 ? [] : [[name, { name, columns: personal, stored, table }] as const];
  }),
);

/** Finds the declaration of a column by the names that the database uses. Undefined if it has none. */
export function declarationOf(table: string, column: string): PersonalData | undefined {
  return DECLARED.find(({ name }) => name === table)?.kinds[column];
}
