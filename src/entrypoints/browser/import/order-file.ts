import { assembleGroup } from "../../../resources/orders/files/assemble.ts";
import { type ColumnProblem, columnProblems } from "../../../resources/orders/files/column-problems.ts";
import type { Format, Issue, Order, OrderUpdate, Row } from "../../../resources/orders/files/format.ts";
import { FORMATS } from "../../../resources/orders/files/formats.ts";
import { type ColumnReport, columnReport, type Header, orderKey, readHeader } from "../../../resources/orders/files/header.ts";
import { recognizeFormat } from "../../../resources/orders/files/recognize.ts";
import { UnreadableFile } from "../../../resources/orders/files/text-file.ts";
import { fileRows, readStart } from "./read-file.ts";

/** The rows with one order number, and the order that they contain. */
export interface FileOrder {
  /** The order number. */
  name: string;
  rows: Row[];
  /** Null if its rows are invalid. `error` then has the reason. */
  order: Order | OrderUpdate | null;
  error: Issue | null;
  /** The reasons to check the order, such as totals that do not add up. */
  warnings: Issue[];
  /** In 1/10,000 of the currency. */
  total: number;
}

export interface OrderFile {
  name: string;
  format: string;
  /** The platform whose files are in this format. Undefined: any. */
  platform: string | undefined;
  /** Whether its orders exist, and are updated by their ids. */
  updates: boolean;
  /** The encoding that it was read in. */
  encoding: string;
  header: string[];
  columns: ColumnReport;
  /** What a person has to agree to about the columns. */
  columnProblems: ColumnProblem[];
  /** The number of rows below the header. */
  rows: number;
  /** Empty if a required column is missing. */
  orders: FileOrder[];
  /** For each row that was skipped on purpose, the reason. */
  skipped: string[];
}

/** What the person has chosen about a file. */
interface Choice {
  /** Null to detect UTF-8 and UTF-16. */
  encoding: string | null;
  /** The format. Null to recognize it by the columns. */
  format: Format | null;
}

/** The names of the columns of a file, and its first rows. */
export interface ColumnSample {
  names: string[];
  rows: Row[];
}

const MAX_SAMPLE_ROWS = 50;

/** Reads the beginning of a file, whatever its format. Throws UnreadableFile. */
export async function readColumns(file: File, encoding: string | null): Promise<ColumnSample> {
  const sample: Row[] = [];
  for await (const row of fileRows(file, await readStart(file, encoding), () => undefined)) {
    sample.push(row);
    if (sample.length > MAX_SAMPLE_ROWS) break;
  }
  const [header, ...rows] = sample;
  if (header === undefined) throw new UnreadableFile("This file has no line with column names.");
  return { names: header.values.map((name) => name.trim()), rows };
}

/** Reads a file in the same way as the command-line importer. Throws UnreadableFile. */
export async function readOrderFile(file: File, choice: Choice, onProgress: (share: number) => void): Promise<OrderFile> {
  const start = await readStart(file, choice.encoding);
  let { format } = choice;
  let header: Header | null = null;
  let rows = 0;
  const groups = new Map<string, Row[]>();
  for await (const row of fileRows(file, start, onProgress)) {
    if (header === null || format === null) {
      format ??= recognizeFormat(row.values, FORMATS);
      header = readHeader(row, format);
      continue;
    }
    rows += 1;
    // Null for a footer, which belongs to no order.
    const key = orderKey(format, row, header.value);
    const group = key === null ? undefined : groups.get(key);
    if (group !== undefined) group.push(row);
    else if (key !== null) groups.set(key, [row]);
  }
  if (header === null || format === null) {
    throw new UnreadableFile("This file has no line with column names. Columns must be separated by commas, semicolons, tabs or |.");
  }
  const columns = columnReport(header.names, format);
  const isComplete = columns.missing.length === 0;
  if (isComplete && groups.size === 0) throw new UnreadableFile("This file has a header, but no orders.");
  const content = isComplete ? assembleOrders(groups, format, header) : { orders: [], skipped: [] };
  return {
    name: file.name,
    format: format.name,
    platform: format.platform,
    updates: format.updates === true,
    encoding: start.encoding.toUpperCase(),
    header: header.names,
    columns,
    columnProblems: columnProblems(columns, format),
    rows,
    ...content,
  };
}

function assembleOrders(groups: ReadonlyMap<string, Row[]>, format: Format, { value }: Header): Pick<OrderFile, "orders" | "skipped"> {
  const orders: FileOrder[] = [];
  const skipped: string[] = [];
  for (const [name, rows] of groups) {
    const result = assembleGroup(format, { key: name, rows }, value);
    skipped.push(...result.skipped.map(({ reason }) => reason));
    const { order, error, warnings, total } = result;
    if (order !== null || error !== null) orders.push({ name, rows, order, error, warnings, total });
  }
  return { orders, skipped };
}
