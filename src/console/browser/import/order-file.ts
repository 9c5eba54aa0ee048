import { assembleGroup } from "../../../orders/files/assemble.ts";
import { type ColumnReport, columnReport, foldCase, type Header, readHeader } from "../../../orders/files/header.ts";
import type { Order, Issue, Row } from "../../../orders/files/format.ts";
import { shopify, SHOPIFY_COLUMNS } from "../../../orders/files/shopify.ts";
import { UnreadableFile } from "../../../orders/files/text-file.ts";
import { fileRows } from "./read-file.ts";

/** What the rows of one order number came to. */
export interface FileOrder {
  /** The order number, as the file has it. */
  name: string;
  rows: Row[];
  /** Null where its rows can't be understood; `error` says why. */
  order: Order | null;
  error: Issue | null;
  /** What does not add up. */
  warnings: Issue[];
  /** In 1/10,000 of its currency. */
  total: number;
}

/** A file that was read. */
export interface OrderFile {
  name: string;
  header: string[];
  columns: ColumnReport;
  /** Rows behind the header. */
  rows: number;
  /** Empty where a column is missing that nothing can be done without. */
  orders: FileOrder[];
}

/** Reads Shopify's export as the importer on the command line does. Throws UnreadableFile, with words for people. */
export async function readOrderFile(file: File, read: (share: number) => void): Promise<OrderFile> {
  let header: Header | null = null;
  let rows = 0;
  const groups = new Map<string, Row[]>();
  for await (const row of fileRows(file, read)) {
    if (header === null) {
      header = readHeader(row);
      mustBeShopify(header.names);
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
  const understood = columns.missing.length === 0;
  if (understood && rows === 0) throw new UnreadableFile("There are no orders in this file: it has a header and nothing else.");
  const orders = !understood
    ? []
    : [...groups].map(([name, own]) => ({ name, rows: own, ...assembleGroup(shopify, { key: name, rows: own }, value) }));
  return { name: file.name, header: header.names, columns, rows, orders };
}

function mustBeShopify(names: readonly string[]): void {
  const present = new Set(names.map(foldCase));
  if (shopify.required.some((name) => present.has(foldCase(name)))) return;
  throw new UnreadableFile("This is not Shopify’s orders export: none of the columns that it needs is there.");
}
