import type { Format, OrderRows, ReadCell, Row } from "../../src/resources/orders/files/format.ts";
import { type Header, readHeader, missingColumns, orderKey } from "../../src/resources/orders/files/header.ts";
import { recognizeFormat } from "../../src/resources/orders/files/recognize.ts";
import { UnreadableFile } from "../../src/resources/orders/files/text-file.ts";
import { type CsvFile, inspectFile, readRows } from "./read-rows.ts";

/** The result of the first pass over the file. */
export interface Outline {
  file: CsvFile;
  format: Format;
  header: string[];
  rows: number;
  /** For each order's key, the index of its last row. */
  lastRow: Map<string, number>;
  value: ReadCell;
}

/** How to read a file. */
export interface FileChoice {
  /** Null to recognize the format by the file's columns. */
  format: Format | null;
  /** The formats that are recognized. */
  formats: readonly Format[];
  /** The user's choice. Null to detect UTF-8 and UTF-16. */
  encoding: string | null;
}

/**
 * Reads the file once to find the last row of each order, and to check that it is readable before anything is sent. Throws UnreadableFile,
 * also if the format is not recognized, a required column is missing or there are no orders.
 */
export async function outlineFile(path: string, { format: chosen, formats, encoding }: FileChoice): Promise<Outline> {
  const file = await inspectFile(path, encoding);
  let format = chosen;
  let header: Header | null = null;
  let rows = 0;
  const lastRow = new Map<string, number>();
  for await (const row of readRows(file)) {
    if (header === null || format === null) {
      format ??= recognizedFormat(path, row, formats);
      header = readHeader(row, format);
      const missing = missingColumns(header.names, format);
      if (missing.length > 0) {
        throw new UnreadableFile(`${path} has no column ${missing.map((name) => `"${name}"`).join(", ")} (${format.name}).`);
      }
      continue;
    }
    const key = orderKey(format, row, header.value);
    if (key !== null) lastRow.set(key, rows);
    rows += 1;
  }
  if (header === null || format === null) {
    throw new UnreadableFile(`${path} has no line with column names. Columns must be separated by commas, semicolons, tabs or |.`);
  }
  if (lastRow.size === 0) throw new UnreadableFile(`${path} has a header but no orders.`);
  return { file, format, header: header.names, rows, lastRow, value: header.value };
}

function recognizedFormat(path: string, header: Row, formats: readonly Format[]): Format {
  try {
    return recognizeFormat(header.values, formats);
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(`${path}: ${error.message}\n--format sets the format.`) : error;
  }
}

/**
 * Reads the file a second time and yields each order after its last row. The rows of an order need not be adjacent. Only incomplete orders
 * are kept in memory.
 */
export async function* groupRows(outline: Outline): AsyncGenerator<OrderRows> {
  const incomplete = new Map<string, Row[]>();
  let index = -1;
  for await (const row of readRows(outline.file)) {
    if (index === -1) {
      index = 0;
      continue;
    }
    const key = orderKey(outline.format, row, outline.value);
    const rows = key === null ? undefined : incomplete.get(key);
    if (rows !== undefined) rows.push(row);
    else if (key !== null) incomplete.set(key, [row]);
    if (key !== null && outline.lastRow.get(key) === index) {
      yield { key, rows: incomplete.get(key) ?? [] };
      incomplete.delete(key);
    }
    index += 1;
  }
  if (index !== outline.rows || incomplete.size > 0) throw new UnreadableFile(`${outline.file.path} changed while it was read.`);
}
