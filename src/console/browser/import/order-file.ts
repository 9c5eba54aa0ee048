import { assembleGroup } from "../../../orders/files/assemble.ts";
import { type ColumnReport, columnReport, foldCase, type Header, readHeader } from "../../../orders/files/header.ts";
import type { Order, Issue, Row } from "../../../orders/files/format.ts";
import { shopify, SHOPIFY_COLUMNS } from "../../../orders/files/shopify.ts";
import { UnreadableFile } from "../../../orders/files/text-file.ts";
import { fileRows } from "./read-file.ts";

/** The rows with one order number, and the order that they contain. */
export interface FileOrder {
  /** The order number, as the file has it. */
  name: string;
  rows: Row[];
  /** Null if its rows are invalid. `error` then has the reason. */
  order: Order | null;
  error: Issue | null;
  /** The reasons to check the order, such as totals that do not add up. */
  warnings: Issue[];
  /** In 1/10,000 of the currency. */
  total: number;
}

/** The content of a file. */
export interface OrderFile {
  name: string;
  header: string[];
  columns: ColumnReport;
  /** The number of rows below the header. */
  rows: number;
  /** Empty if a required column is missing. */
  orders: FileOrder[];
}

/** Reads a Shopify export in the same way as the command-line importer. Throws UnreadableFile. */
export async function readOrderFile(file: File, onProgress: (share: number) => void): Promise<OrderFile> {
  let header: Header | null = null;
  let rows = 0;
  const groups = new Map<string, Row[]>();
  for await (const row of fileRows(file, onProgress)) {
    if (header === null) {
      header = readHeader(row);
      assertShopify(header.names);
      continue;
    }
    rows += 1;
    const key = header.value(row, shopify.keyColumn);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  if (header === null) throw new UnreadableFile("This file is empty.");
  const columns = columnReport(header.names, shopify, SHOPIFY_COLUMNS);
  const { value } = header;
  const isComplete = columns.missing.length === 0;
  if (isComplete && rows === 0) throw new UnreadableFile("This file has a header, but no orders.");
  const orders = !isComplete
    ? []
    : [...groups].map(([name, groupRows]) => ({ name, rows: groupRows, ...assembleGroup(shopify, { key: name, rows: groupRows }, value) }));
  return { name: file.name, header: header.names, columns, rows, orders };
}

function assertShopify(names: readonly string[]): void {
  const present = new Set(names.map(foldCase));
  if (shopify.required.some((name) => present.has(foldCase(name)))) return;
  throw new UnreadableFile("This is not a Shopify orders export: it has none of the required columns.");
}
