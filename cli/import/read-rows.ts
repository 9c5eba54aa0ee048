import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CsvError, parse } from "csv-parse";
import type { Row } from "../../src/resources/orders/files/format.ts";
import { describeBadQuotes } from "../../src/resources/orders/files/bad-quotes.ts";
import { csvOptions, RowReader } from "../../src/resources/orders/files/csv.ts";
import { readFileStart, START_BYTES, TextReader, type TextStart, UnreadableFile } from "../../src/resources/orders/files/text-file.ts";

const ADVICE = "Save it as CSV UTF-8, or set its encoding, for example --encoding windows-1252.";

/** A CSV file with its encoding, delimiter and compression. */
export interface CsvFile extends TextStart {
  path: string;
  isGzip: boolean;
}

/** Detects the compression, encoding and delimiter from the file's beginning. `encoding` is the user's choice. Throws UnreadableFile. */
export async function inspectFile(path: string, encoding: string | null): Promise<CsvFile> {
  try {
    const isGzip = await beginsAsGzip(path);
    return { path, isGzip, ...readFileStart(await startOf({ path, isGzip }), encoding) };
  } catch (error) {
    throw toUnreadable(path, error);
  }
}

/**
 * Streams the records of a CSV file (RFC 4180, LF or CRLF), header first. Records shorter than the header are padded.
 * Throws UnreadableFile.
 */
export async function* readRows(file: CsvFile): AsyncGenerator<Row> {
  const csv = parse(csvOptions(file));
  const reading = pipeToParser(file, csv);
  // The loop below sees the same failure through the parser; this keeps it from also being an unhandled rejection.
  reading.catch(() => undefined);
  const records = new RowReader(file.path);
  try {
    for await (const record of csv as AsyncIterable<string[]>) {
      const row = records.next(record);
      if (row !== null) yield row;
    }
    await reading;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(await describeBadQuotes(file.path, textsOf(file), file));
    throw toUnreadable(file.path, error);
  } finally {
    csv.destroy();
  }
}

/** Streams the text of a file. */
async function* textsOf(file: CsvFile): AsyncGenerator<string> {
  const reader = new TextReader(file.encoding, ADVICE);
  const unpack = file.isGzip ? createGunzip() : new PassThrough();
  // It rejects if the loop below ends early, which is not an error.
  pipeline(createReadStream(file.path) as Readable, unpack).catch(() => undefined);
  for await (const bytes of unpack as AsyncIterable<Buffer>) yield reader.read(bytes);
}

async function pipeToParser(file: CsvFile, csv: ReturnType<typeof parse>): Promise<void> {
  const unpack = file.isGzip ? createGunzip() : new PassThrough();
  try {
    await pipeline(createReadStream(file.path) as Readable, unpack, (bytes) => toUtf8(bytes as AsyncIterable<Buffer>, file.encoding), csv);
  } catch (error) {
    csv.destroy(error as Error);
    throw error;
  }
}

/** Passes UTF-8 bytes through unchanged, which saves a copy, and decodes other encodings to text. */
async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer | string> {
  const reader = new TextReader(encoding, ADVICE);
  for await (const bytes of chunks) {
    const text = reader.read(bytes);
    yield encoding === "utf-8" ? bytes : text;
  }
  reader.read();
}

async function startOf({ path, isGzip }: Pick<CsvFile, "path" | "isGzip">): Promise<Uint8Array> {
  const unpack = isGzip ? createGunzip() : new PassThrough();
  // It rejects if the loop ends early, which is not an error. The loop itself sees all other errors.
  pipeline(createReadStream(path) as Readable, unpack).catch(() => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpack as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= START_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, START_BYTES);
}

/** Checks the first two bytes, because the file name may be wrong. */
async function beginsAsGzip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function toUnreadable(path: string, error: unknown): unknown {
  if (error instanceof UnreadableFile) return error.message.startsWith(path) ? error : new UnreadableFile(`${path}: ${error.message}`);
  if (error instanceof Error && "code" in error) return new UnreadableFile(`${path}: ${error.message}`);
  return error;
}
