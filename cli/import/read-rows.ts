import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { PassThrough, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CsvError, parse } from "csv-parse";
import type { Row } from "../../src/order-files/format.ts";
import { CSV_OPTIONS, Records } from "../../src/order-files/records.ts";
import { UnreadableFile } from "../../src/order-files/unreadable-file.ts";

/**
 * Streams the records of a CSV file (RFC 4180, UTF-8 with or without BOM, LF or CRLF), gzipped or not, header first.
 * Records shorter than the header are padded. Throws UnreadableFile.
 */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const csv = parse(CSV_OPTIONS);
  const reading = flow(file, csv);
  // The loop below sees the same failure through the parser; this keeps it from also being an unhandled rejection.
  reading.catch(() => undefined);
  const records = new Records(file);
  try {
    for await (const record of csv as AsyncIterable<string[]>) {
      const row = records.next(record);
      if (row !== null) yield row;
    }
    await reading;
  } catch (error) {
    throw toUnreadable(file, error);
  } finally {
    csv.destroy();
  }
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
