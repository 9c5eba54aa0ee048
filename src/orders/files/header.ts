import type { Format, ReadCell, Row } from "./format.ts";

/** The column names of a file, and a function that reads a row's value by column name. */
export interface Header {
  names: string[];
  value: ReadCell;
}

/** Reads the first row as column names. Case is ignored, but an exact match takes precedence. */
export function readHeader(row: Row): Header {
  const names = row.values.map((name) => name.trim());
  const position = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    for (const key of [name, foldCase(name)]) if (!position.has(key)) position.set(key, index);
  }
  const value: ReadCell = ({ values }, column) => {
    const index = position.get(column) ?? position.get(foldCase(column));
    return index === undefined ? "" : (values[index] ?? "").trim();
  };
  return { names, value };
}

/** Normalizes a column name for case-insensitive comparison. */
export function foldCase(name: string): string {
  return name.toLowerCase();
}

/** The required columns of a format that the file does not have. */
export function missingColumns(names: readonly string[], { required }: Format): string[] {
  const present = new Set(names.map(foldCase));
  return required.filter((name) => !present.has(foldCase(name)));
}

/** How an import uses the columns of a file. */
export interface ColumnReport {
  /** Columns that the import uses, in the order of the file. */
  used: { name: string; purpose: string }[];
  /** Columns that the import does not use, in the order of the file. */
  ignored: string[];
  /** Required columns that the file does not have. */
  missing: string[];
  /** Optional columns that the file does not have. Their values are empty. */
  absent: string[];
}

/** Reports how a format uses the columns of a file. `purposes` describes each column that it uses. */
export function columnReport(names: readonly string[], format: Format, purposes: Readonly<Record<string, string>>): ColumnReport {
  const missing = missingColumns(names, format);
  const purposeByName = new Map(Object.entries(purposes).map(([name, purpose]) => [foldCase(name), purpose]));
  const present = new Set(names.map(foldCase));
  return {
    used: names.flatMap((name) => {
      const purpose = purposeByName.get(foldCase(name));
      return purpose === undefined ? [] : [{ name, purpose }];
    }),
    ignored: names.filter((name) => name !== "" && !purposeByName.has(foldCase(name))),
    missing,
    absent: Object.keys(purposes).filter((name) => !present.has(foldCase(name)) && !missing.includes(name)),
  };
}
