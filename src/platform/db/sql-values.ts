import { type SQL, sql } from "drizzle-orm";

export function selectIds(values: readonly number[]): SQL {
  return sql`select value from json_each(${JSON.stringify(values)})`;
}

/** A subquery of one id, where a set of ids is expected. */
export function selectId(id: number | SQL): SQL {
  return sql`select ${id}`;
}

/** Maximum size of one JSON parameter. D1's limit is 2 MB, which local D1 does not enforce. */
const MAX_PARAMETER_BYTES = 1_500_000;

/** Converts values with `rowOf`, and returns the rows in order as JSON arrays of at most 1.5 MB of UTF-8 each. */
export function jsonChunks<T>(values: readonly T[], rowOf: (value: T, index: number) => object): string[] {
  return countedChunks(values, rowOf).map(({ json }) => json);
}

/** Like `jsonChunks`, with the number of rows in each array. Only the JSON stays in memory, not the row objects. */
export function countedChunks<T>(values: readonly T[], rowOf: (value: T, index: number) => object): { json: string; count: number }[] {
  return jsonArrays(textsOf(values, rowOf));
}

function* textsOf<T>(values: readonly T[], rowOf: (value: T, index: number) => object): Generator<string> {
  for (const [index, value] of values.entries()) yield JSON.stringify(rowOf(value, index));
}

/** The brackets of a JSON array. */
const BRACKETS_BYTES = 2;

/** Joins JSON texts, in order, to arrays of at most 1.5 MB of UTF-8 each. */
export function jsonArrays(texts: Iterable<string>): { json: string; count: number }[] {
  const chunks: { json: string; count: number }[] = [];
  let open: string[] = [];
  let bytes = BRACKETS_BYTES;
  const close = () => chunks.push({ json: `[${open.join(",")}]`, count: open.length });
  for (const text of texts) {
    // This bound with a comma is safe and needs no encoding.
    const size = text.length * BYTES_PER_CHARACTER + 1;
    if (open.length > 0 && bytes + size > MAX_PARAMETER_BYTES) {
      close();
      open = [];
      bytes = BRACKETS_BYTES;
    }
    open.push(text);
    bytes += size;
  }
  if (open.length > 0) close();
  return chunks;
}

/**
 * SQL of the rows of a JSON array, as a table with the column `value`. SQLite writes the value of a row of `json_each` as JSON each time that it is named, so
 * an insert that took 60 columns from it spent two thirds of its time on that. A subquery with an offset is not merged into its query
 * (https://www.sqlite.org/optoverview.html#flattening), so each value is written once.
 */
export const jsonRows = (json: string | SQL): SQL => sql`(select value from json_each(${json}) limit -1 offset 0)`;

/** SQL for the total size of columns of a row, in UTF-8 bytes. */
export function columnBytes(table: string, columns: readonly string[]): SQL {
  return sql.raw(columns.map((column) => `coalesce(octet_length(${table}.${column}), 0)`).join(" + "));
}

/** The most UTF-8 bytes per UTF-16 code unit, the unit in which text lengths are limited. */
export const BYTES_PER_CHARACTER = 3;
