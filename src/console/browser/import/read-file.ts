import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { csvPieces } from "../../../order-files/csv-pieces.ts";
import type { Row } from "../../../order-files/format.ts";
import { CSV_OPTIONS, Records } from "../../../order-files/records.ts";
import { UnreadableFile } from "../../../order-files/unreadable-file.ts";

const MOST_BYTES = 50 * 1024 * 1024;

/** Says which kind of file it is that is no text, by its first bytes; null where it may be text. */
async function otherKind(file: File): Promise<string | null> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0x50 && second === 0x4b) return "This is a ZIP archive or an Excel workbook. Unpack it, or save it as CSV UTF-8 in Excel.";
  if (first === 0x1f && second === 0x8b) return "This file is packed (gzip). Unpack it first.";
  return null;
}

/** The file's text as it is read. Throws UnreadableFile for what is not UTF-8. */
async function* textsOf(file: File): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = file.stream().getReader();
  try {
    for (let read = await reader.read(); ; read = await reader.read()) {
      const text = read.done ? decoder.decode() : decoder.decode(read.value, { stream: true });
      if (text.includes("\0")) throw new UnreadableFile("This is not a text file. Choose the CSV file that Shopify has made.");
      yield text;
      if (read.done) return;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableFile("This file is not UTF-8 text. A spreadsheet may have saved it anew: save it as CSV UTF-8.");
  }
}

/** Lets the page be drawn and used between two pieces of work. */
function breath(): Promise<void> {
  return new Promise((go) => setTimeout(go, 0));
}

/** Streams the rows of a CSV file, header first, and tells how much of it is read, 0 to 1. Throws UnreadableFile. */
export async function* fileRows(file: File, read: (share: number) => void): AsyncGenerator<Row> {
  if (file.size === 0) throw new UnreadableFile("This file is empty.");
  if (file.size > MOST_BYTES)
    throw new UnreadableFile("This file is larger than 50 MB. Export fewer orders at a time, by date for example.");
  const kind = await otherKind(file);
  if (kind !== null) throw new UnreadableFile(kind);
  const records = new Records(file.name);
  let characters = 0;
  for await (const piece of csvPieces(textsOf(file))) {
    const before = records.line;
    for (const record of recordsOf(piece, file.name, before)) {
      const row = records.next(record);
      if (row !== null) yield row;
    }
    characters += piece.length;
    read(Math.min(characters / file.size, 1));
    await breath();
  }
}

function recordsOf(piece: string, file: string, linesBefore: number): string[][] {
  try {
    return parse(piece, CSV_OPTIONS);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const told = error.message.replace(/line (\d+)/, (_, line: string) => `line ${linesBefore + Number(line)}`);
    throw new UnreadableFile(`${file}: ${told}`);
  }
}
