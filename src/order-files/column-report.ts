import type { Format } from "./format.ts";
import { missingColumns } from "./header.ts";

/** What becomes of a file's columns. */
export interface ColumnReport {
  /** In the file's order, with what they are used for. */
  used: { name: string; purpose: string }[];
  /** In the file's order. */
  ignored: string[];
  /** Without them nothing can be made of the file. */
  missing: string[];
  /** They may lack: what they would be used for is then empty. */
  absent: string[];
}

/** Sorts a file's columns by a format that says what it uses which column for. */
export function columnReport(names: readonly string[], format: Format, purposes: Readonly<Record<string, string>>): ColumnReport {
  const missing = missingColumns(names, format);
  const isUsed = (name: string) => Object.hasOwn(purposes, name);
  return {
    used: names.filter(isUsed).map((name) => ({ name, purpose: purposes[name] ?? "" })),
    ignored: names.filter((name) => name !== "" && !isUsed(name)),
    missing,
    absent: Object.keys(purposes).filter((name) => !names.includes(name) && !missing.includes(name)),
  };
}
