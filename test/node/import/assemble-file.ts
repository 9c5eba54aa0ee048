import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assembleGroup } from "../../../src/resources/orders/files/assemble.ts";
import { intactCells } from "../../../src/resources/orders/files/damaged-values.ts";
import { type AssembledOrder, type Format, UnreadableOrder } from "../../../src/resources/orders/files/format.ts";
import { groupRows, outlineFile } from "../../../cli/import/group-rows.ts";
import { temporaryFolder } from "./run-import.ts";

interface Options {
  encoding?: string;
  /** The formats that are recognized, if no format is given. */
  formats?: readonly Format[];
}

/** Writes `contents` to a file and reads it with a format. Returns the result of each key's rows, in the order of completion. */
export async function assembleText(
  contents: string | Buffer,
  format: Format | null,
  options: Options = {},
): Promise<Map<string, AssembledOrder>> {
  const file = join(temporaryFolder(), "orders.csv");
  writeFileSync(file, contents);
  return assembleFile(file, format, options);
}

export async function assembleFile(
  file: string,
  format: Format | null,
  { encoding, formats = [] }: Options = {},
): Promise<Map<string, AssembledOrder>> {
  const outline = await outlineFile(file, { format, formats, encoding: encoding ?? null });
  const assembled = new Map<string, AssembledOrder>();
  for await (const { key, rows } of groupRows(outline)) {
    const { value, warnings, error } = intactCells(outline.format, rows, outline.value);
    if (error !== null) throw new UnreadableOrder(error.reason, error.message);
    const order = outline.format.assemble(key, rows, value);
    assembled.set(key, { ...order, warnings: [...warnings, ...order.warnings] });
  }
  return assembled;
}

/**
 * Reads `contents` as an import does, including properties that become fields and truncated texts. Returns the result of each key's rows.
 */
export async function assembleImported(contents: string, format: Format): Promise<Map<string, AssembledOrder>> {
  const file = join(temporaryFolder(), "orders.csv");
  writeFileSync(file, contents);
  const outline = await outlineFile(file, { format, formats: [], encoding: null });
  const assembled = new Map<string, AssembledOrder>();
  for await (const group of groupRows(outline)) assembled.set(group.key, assembleGroup(outline.format, group, outline.value));
  return assembled;
}
