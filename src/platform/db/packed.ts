import { type SQL, sql } from "drizzle-orm";
import { parseStored } from "../reading/json";

/** D1 functions take at most 32 arguments, so a row is an array of arrays of this many columns. */
const COLUMNS_TOGETHER = 30;

/** Splits the columns of a row into the arrays of its JSON text. */
export function columnGroups<Column>(columns: readonly Column[]): Column[][] {
  return Array.from({ length: Math.ceil(columns.length / COLUMNS_TOGETHER) }, (_, n) =>
    columns.slice(n * COLUMNS_TOGETHER, (n + 1) * COLUMNS_TOGETHER),
  );
}

/** SQL for a row as one JSON text, from SQL of its columns. */
export function rowJson(columns: readonly string[]): string {
  return `json_array(${columnGroups(columns)
    .map((group) => `json_array(${group.join(", ")})`)
    .join(", ")})`;
}

/** SQL for the text of a column of a row `value` that `rowJson` has made, by its index. */
export const columnOf = (index: number): SQL =>
  sql.raw(`value->>'$[${Math.floor(index / COLUMNS_TOGETHER)}][${index % COLUMNS_TOGETHER}]'`);

/** A row whose columns are read from its parsed JSON text by getters. */
class PackedRow {
  constructor(readonly packed: readonly (readonly unknown[])[]) {}
}

/**
 * Columns that a statement returns as one JSON text per row. D1 copies and converts every value of a row by itself, so a page of orders with
 * their items takes a third less CPU in this form (docs/performance.md#lists). The row's text must stay below 2 MB in JSON.
 *
 * A row has getters of its columns, because copying all values into an object takes longer than parsing them. Spreading a row does not copy
 * its columns.
 */
export class PackedColumns {
  /** SQL for the column list of a SELECT. */
  readonly sql: SQL;
  readonly #Row: typeof PackedRow;

  /** `columns` has the name of each column with its SQL. */
  constructor(columns: Readonly<Record<string, string>>) {
    this.sql = sql.raw(`${rowJson(Object.values(columns))} as packed`);
    this.#Row = class extends PackedRow {};
    for (const [group, names] of columnGroups(Object.keys(columns)).entries()) {
      for (const [index, name] of names.entries()) {
        Object.defineProperty(this.#Row.prototype, name, {
          get(this: PackedRow) {
            return this.packed[group]?.[index];
          },
        });
      }
    }
  }

  /** The rows of a result. Columns that were selected in addition are properties as usual. */
  unpack(results: readonly unknown[]): object[] {
    return (results as { packed: string | null }[]).map((result) => {
      const { packed, ...others } = result;
      // A row that was left out because a page has no room for it has no columns.
      return Object.assign(new this.#Row(packed === null ? [] : parseStored<unknown[][]>(packed)), others);
    });
  }
}
