import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssembledOrder, Format } from "../../../src/orders/files/format.ts";
import { groupRows, outlineFile } from "../../../cli/import/group-rows.ts";
import { temporaryFolder } from "./run-import.ts";

/** Writes `contents` to a file and reads it with a format: what each key's rows came to, in the order of completion. */
export async function assembleText(contents: string | Buffer, format: Format, encoding?: string): Promise<Map<string, AssembledOrder>> {
  const file = join(temporaryFolder(), "orders.csv");
  writeFileSync(file, contents);
  return assembleFile(file, format, encoding);
}

export async function assembleFile(file: string, format: Format, encoding?: string): Promise<Map<string, AssembledOrder>> {
  const outline = await outlineFile(file, format, encoding ?? null);
  const assembled = new Map<string, AssembledOrder>();
  for await (const { key, rows } of groupRows(format, outline)) assembled.set(key, format.assemble(key, rows, outline.value));
  return assembled;
}
