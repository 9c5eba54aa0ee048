import { conditions } from "./conditions";
import { MAX_ARGUMENTS, mostArguments } from "./function-arguments";

/** The documented limits of D1 that the local one does not have. The local one rejects too many columns and too long statements itself. */
const MAX_PARAMETERS = 100;
const MAX_VALUE_BYTES = 2_000_000;
const MAX_RESULT_BYTES = 50_000_000;
const MAX_BATCH_MS = 30_000;

export interface SentStatement {
  sql: string;
  params: readonly unknown[];
}

export interface ReceivedRows {
  results?: { columns?: readonly string[]; rows?: readonly (readonly unknown[])[] };
  meta?: { rows_read?: number; rows_written?: number };
}

const encoder = new TextEncoder();

/** The bytes of a value in D1. A text that is short enough with any characters is not encoded: each character counts as one. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length * 3 <= MAX_VALUE_BYTES ? value.length : encoder.encode(value).byteLength;
  if (Array.isArray(value)) return value.length;
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 8;
}

/** Throws D1's error if a statement is beyond a limit. */
export function assertStatement({ sql, params }: SentStatement): void {
  if (params.length > MAX_PARAMETERS) throw new Error(`D1_ERROR: too many SQL variables at offset ${sql.length}: SQLITE_ERROR`);
  for (const value of params) {
    if (bytesOf(value) > MAX_VALUE_BYTES) throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
  }
  if (mostArguments(sql) > MAX_ARGUMENTS) throw new Error("D1_ERROR: too many arguments on function: SQLITE_ERROR");
}

/** Throws D1's error if the rows of a statement are beyond a limit. */
export function assertRows({ results }: ReceivedRows): void {
  let total = 0;
  for (const row of results?.rows ?? []) {
    let bytes = 0;
    for (const value of row) bytes += bytesOf(value);
    if (bytes > MAX_VALUE_BYTES) throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
    total += bytes;
  }
  if (total > MAX_RESULT_BYTES) throw new Error("D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.");
}

/**
 * Throws D1's error if a batch would take too long. The time is estimated from the rows, because the time of a local database depends on
 * the machine. The batch has taken effect, which is the worse of the two possible results.
 */
export function assertDuration(batch: readonly ReceivedRows[]): void {
  let ms = 0;
  for (const { meta } of batch) ms += (meta?.rows_read ?? 0) * conditions.rowReadMs + (meta?.rows_written ?? 0) * conditions.rowWrittenMs;
  if (ms > MAX_BATCH_MS) throw new Error("D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.");
}
