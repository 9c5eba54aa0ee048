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
const MAX_PARAMETER_BYTES = 1_500_000;

/** What `rowOf` makes of each value, as JSON arrays of at most 1.5 MB of UTF-8 each, in order. */
export function jsonChunks<T>(values: readonly T[], rowOf: (value: T, index: number) => object): string[] {
  return countedChunks(values, rowOf).map(({ json }) => json);
}

/** The same, each with the number of its rows. A row is made, written and let go of: only the texts stay in memory. */
export function countedChunks<T>(values: readonly T[], rowOf: (value: T, index: number) => object): { json: string; count: number }[] {
  const chunks: { json: string; count: number }[] = [];
  let open: string[] = [];
  let bytes = 2;
  const close = () => chunks.push({ json: `[${open.join(",")}]`, count: open.length });
  for (const [index, value] of values.entries()) {
    const text = JSON.stringify(rowOf(value, index));
    // A UTF-16 unit is at most three bytes of UTF-8: the bound is safe without encoding anything.
    const size = text.length * 3 + 1;
    if (open.length > 0 && bytes + size > MAX_PARAMETER_BYTES) {
      close();
      open = [];
      bytes = 2;
    }
    open.push(text);
    bytes += size;
  }
  if (open.length > 0) close();
  return chunks;
}
