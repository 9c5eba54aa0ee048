import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { describeBadQuotes } from "../../../resources/orders/files/bad-quotes.ts";
import { csvOptions, csvPieces, RowReader } from "../../../resources/orders/files/csv.ts";
import type { Row } from "../../../resources/orders/files/format.ts";
import { readFileStart, START_BYTES, TextReader, type TextStart, UnreadableFile } from "../../../resources/orders/files/text-file.ts";

const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Streams the file's text. Throws UnreadableFile if its bytes are invalid in the encoding. */
async function* textsOf(file: File, encoding: string): AsyncGenerator<string> {
  const decoder = new TextReader(encoding, "Choose the encoding of the file, or save it as CSV UTF-8.");
  const reader = file.stream().getReader();
  for (let read = await reader.read(); ; read = await reader.read()) {
    yield decoder.read(read.done ? undefined : read.value);
    if (read.done) return;
  }
}

function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Detects how a file is to be read. `encoding` is the person's choice; null to detect UTF-8 and UTF-16. Throws UnreadableFile. */
export async function readStart(file: File, encoding: string | null): Promise<TextStart> {
  if (file.size === 0) throw new UnreadableFile("This file is empty.");
  if (file.size > MAX_FILE_BYTES)
    throw new UnreadableFile("This file is larger than 50 MB. Export fewer orders at a time, for example by date.");
  return readFileStart(new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer()), encoding);
}

/** Streams the rows of a CSV file, header first, and reports the progress as a share from 0 to 1. Throws UnreadableFile. */
export async function* fileRows(file: File, start: TextStart, onProgress: (share: number) => void): AsyncGenerator<Row> {
  const records = new RowReader(file.name);
  let characters = 0;
  for await (const piece of csvPieces(textsOf(file, start.encoding), start.isQuoted)) {
    const parsed = recordsOf(piece, start);
    if (parsed === null) throw new UnreadableFile(await describeBadQuotes(file.name, textsOf(file, start.encoding), start));
    for (const record of parsed) {
      const row = records.next(record);
      if (row !== null) yield row;
    }
    characters += piece.length;
    onProgress(Math.min(characters / file.size, 1));
    await yieldToBrowser();
  }
}

/** The records of a piece of a file. Null if its quotes are wrong. */
function recordsOf(piece: string, start: TextStart): string[][] | null {
  try {
    return parse(piece, csvOptions(start));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
