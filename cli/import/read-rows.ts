import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { PassThrough, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CsvError, parse } from "csv-parse";
import type { Row } from "./format.ts";

/** A file that can't be read as CSV. Its message says where and why. */
export class UnreadableFile extends Error {}

/** Longer than any real order line; an unclosed quote must not swallow a whole file into memory. */
const LONGEST_RECORD = 1024 * 1024;

/**
 * Streams the records of a CSV file (RFC 4180, UTF-8 with or without BOM, LF or CRLF), gzipped or not, header first.
 * Records shorter than the header are padded. Throws UnreadableFile.
 */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const csv = parse({
    bom: true,
    // Named, since the parser would otherwise take the first line's ending for all.
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
  });
  const reading = flow(file, csv);
  // The loop below sees the same failure through the parser; this keeps it from also being an unhandled rejection.
  reading.catch(() => undefined);
  let columns: number | null = null;
  // The parser could tell the line, at the price of two more objects a record.
  let line = 0;
  try {
    for await (const record of csv as AsyncIterable<string[]>) {
      line += 1 + lineBreaks(record);
      if (record.length === 1 && record[0] === "") continue;
      columns ??= record.length;
      while (record.length < columns) record.push("");
      if (record.length > columns && record.slice(columns).some((value) => value !== "")) {
        throw new UnreadableFile(`${file}, line ${line}: ${record.length} values, but the header names ${columns} columns.`);
      }
      yield { line, values: record };
    }
    await reading;
  } catch (error) {
    throw toUnreadable(file, error);
  } finally {
    csv.destroy();
  }
}

function lineBreaks(record: string[]): number {
  let breaks = 0;
  for (const value of record) {
    for (let at = value.indexOf("\n"); at !== -1; at = value.indexOf("\n", at + 1)) breaks += 1;
  }
  return breaks;
}

async function flow(file: string, csv: ReturnType<typeof parse>): Promise<void> {
  const unpack = (await isGzip(file)) ? createGunzip() : new PassThrough();
  try {
    await pipeline(createReadStream(file) as Readable, unpack, csv);
  } catch (error) {
    csv.destroy(error as Error);
    throw error;
  }
}

/** Told by the first two bytes: files are renamed more often than their contents change. */
async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function toUnreadable(file: string, error: unknown): unknown {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof CsvError) return new UnreadableFile(`${file}: ${error.message}`);
  if (error instanceof Error && "code" in error) return new UnreadableFile(`${file}: ${error.message}`);
  return error;
}
