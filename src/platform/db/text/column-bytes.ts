import { type SQL, sql } from "drizzle-orm";

/** SQL of the total size of columns of a row, in UTF-8 bytes. */
export function columnBytes(table: string, columns: readonly string[]): SQL {
  return sql.raw(columns.map((column) => `coalesce(octet_length(${table}.${column}), 0)`).join(" + "));
}

/** The most UTF-8 bytes per UTF-16 code unit, the unit in which text lengths are limited. */
export const BYTES_PER_CHARACTER = 3;
