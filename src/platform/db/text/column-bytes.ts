import { type SQL, sql } from "drizzle-orm";

/** SQL of the UTF-8 bytes of columns of a row. */
export function columnBytes(table: string, columns: readonly string[]): SQL {
  return sql.raw(columns.map((column) => `coalesce(octet_length(${table}.${column}), 0)`).join(" + "));
}

/** UTF-8 bytes of a character of a text whose length is limited: a UTF-16 code unit takes at most three. */
export const BYTES_PER_CHARACTER = 3;
