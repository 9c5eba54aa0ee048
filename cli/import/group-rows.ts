import type { Format, OrderRows, ReadCell, Row } from "../../src/orders/files/format.ts";
import { type Header, readHeader, missingColumns } from "../../src/orders/files/header.ts";
import { UnreadableFile } from "../../src/orders/files/text-file.ts";
import { type CsvFile, inspectFile, readRows } from "./read-rows.ts";

/** The result of the first pass over the file. */
export interface Outline {
  file: CsvFile;
  header: string[];
  rows: number;
  /** For each order's key, the index of its last row. */
  lastRow: Map<string, number>;
  value: ReadCell;
}

/**
 * Reads the file once to find the last row of each order, and to check that it is readable before anything is sent. `encoding` is the
 * user's choice. Throws UnreadableFile, also if a required column is missing or there are no orders.
 */
export async function outlineFile(path: string, format: Format, encoding: string | null): Promise<Outline> {
  const file = await inspectFile(path, encoding);
  let header: Header | null = null;
  let rows = 0;
  const lastRow = new Map<string, number>();
  for await (const row of readRows(file)) {
    if (header === null) {
      header = readHeader(row);
      const missing = missingColumns(header.names, format);
      if (missing.length > 0)
        throw new UnreadableFile(`${path} has no column ${missing.map((name) => `"${name}"`).join(", ")}.${hint(header)}`);
      continue;
    }
    lastRow.set(header.value(row, format.keyColumn), rows);
    rows += 1;
  }
  if (header === null) throw new UnreadableFile(`${path} is empty.`);
  if (rows === 0) throw new UnreadableFile(`${path} has a header but no orders.`);
  return { file, header: header.names, rows, lastRow, value: header.value };
}

/** A hint about the delimiter, for a header with only one name. */
function hint({ names }: Header): string {
  return names.length > 1 ? "" : ` Its first line has only one value. Columns must be separated by commas, semicolons, tabs or |.`;
}

/**
 * Reads the file a second time and yields each order after its last row. The rows of an order need not be adjacent. Only incomplete orders
 * are kept in memory.
 */
export async function* groupRows(format: Format, outline: Outline): AsyncGenerator<OrderRows> {
  const incomplete = new Map<string, Row[]>();
  let index = -1;
  for await (const row of readRows(outline.file)) {
    if (index === -1) {
      index = 0;
      continue;
    }
    const key = outline.value(row, format.keyColumn);
    const rows = incomplete.get(key);
    if (rows === undefined) incomplete.set(key, [row]);
    else rows.push(row);
    if (outline.lastRow.get(key) === index) {
      yield { key, rows: incomplete.get(key) ?? [] };
      incomplete.delete(key);
    }
    index += 1;
  }
  if (index !== outline.rows || incomplete.size > 0) throw new UnreadableFile(`${outline.file.path} changed while it was read.`);
}
