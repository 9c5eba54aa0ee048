import type { Format } from "./format.ts";
import { folded, missingColumns } from "./header.ts";

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
  const purposeByName = new Map(Object.entries(purposes).map(([name, purpose]) => [folded(name), purpose]));
  const present = new Set(names.map(folded));
  return {
    used: names.flatMap((name) => {
      const purpose = purposeByName.get(folded(name));
      return purpose === undefined ? [] : [{ name, purpose }];
    }),
    ignored: names.filter((name) => name !== "" && !purposeByName.has(folded(name))),
    missing,
    absent: Object.keys(purposes).filter((name) => !present.has(folded(name)) && !missing.includes(name)),
  };
}
