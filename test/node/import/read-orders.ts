import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupRows, outlineFile } from "../../../cli/import/group-rows.ts";
import { assembleGroup } from "../../../src/resources/orders/files/assemble.ts";
import { type ColumnProblem, columnProblems } from "../../../src/resources/orders/files/column-problems.ts";
import type { Issue, Order, OrderUpdate } from "../../../src/resources/orders/files/format.ts";
import { FORMATS } from "../../../src/resources/orders/files/formats.ts";
import { columnReport } from "../../../src/resources/orders/files/header.ts";
import { temporaryFolder } from "./run-import.ts";

/** The result of reading a file for an import, by order number. */
export interface ReadOrders {
  format: string;
  problems: ColumnProblem[];
  /** The orders with the reasons of their warnings. */
  orders: Map<string, { order: Order | OrderUpdate; reasons: string[] }>;
  errors: Map<string, Issue>;
  /** The reasons why rows are skipped. */
  skipped: string[];
}

/** Reads a file as an import does, without sending anything. */
export async function readOrders(path: string, encoding: string | null = null): Promise<ReadOrders> {
  const outline = await outlineFile(path, { format: null, formats: FORMATS, encoding });
  const read: ReadOrders = {
    format: outline.format.id,
    problems: columnProblems(columnReport(outline.header, outline.format), outline.format),
    orders: new Map(),
    errors: new Map(),
    skipped: [],
  };
  for await (const group of groupRows(outline)) {
    const { order, error, warnings, skipped } = assembleGroup(outline.format, group, outline.value);
    if (order !== null) read.orders.set(group.key, { order, reasons: warnings.map(({ reason }) => reason) });
    if (error !== null) read.errors.set(group.key, error);
    read.skipped.push(...skipped.map(({ reason }) => reason));
  }
  return read;
}

/** Reads a text, or its bytes in another encoding, as the content of a file. */
export async function readText(text: string | Uint8Array): Promise<ReadOrders> {
  const path = join(temporaryFolder(), "orders.csv");
  writeFileSync(path, text);
  return await readOrders(path);
}
