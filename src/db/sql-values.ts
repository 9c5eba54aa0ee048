import { type SQL, sql } from "drizzle-orm";

/** SQL that yields these ids, as one bound parameter. */
export function ids(values: readonly number[]): SQL {
  return sql`select value from json_each(${JSON.stringify(values)})`;
}

/** SQL that yields one id, itself a number or SQL. */
export function selected(id: number | SQL): SQL {
  return sql`select ${id}`;
}

/** Bytes of one JSON parameter: D1 takes 2 MB, which the local one does not enforce. */
const MOST_BYTES = 1_500_000;

/** Rows as JSON arrays, each at most 1.5 MB of UTF-8, in order. */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let bytes = 2;
  for (const row of rows) {
    const text = JSON.stringify(row);
    // A UTF-16 unit is at most three bytes of UTF-8: the bound is safe without encoding anything.
    const size = text.length * 3 + 1;
    if (open.length > 0 && bytes + size > MOST_BYTES) {
      chunks.push(`[${open.join(",")}]`);
      open = [];
      bytes = 2;
    }
    open.push(text);
    bytes += size;
  }
  if (open.length > 0) chunks.push(`[${open.join(",")}]`);
  return chunks;
}
