import type { Format, ReadValue, Row } from "./format.ts";

/** A file's column names, and how a row's value is read by one of them. */
export interface Header {
  names: string[];
  value: ReadValue;
}

/** Reads the first row as the names of the columns. Names are compared without regard to case; the exact spelling comes first. */
export function readHeader(row: Row): Header {
  const names = row.values.map((name) => name.trim());
  const position = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    for (const key of [name, foldCase(name)]) if (!position.has(key)) position.set(key, index);
  }
  const value: ReadValue = ({ values }, column) => {
    const index = position.get(column) ?? position.get(foldCase(column));
    return index === undefined ? "" : (values[index] ?? "").trim();
  };
  return { names, value };
}

/** A column's name without regard to case. */
export function foldCase(name: string): string {
  return name.toLowerCase();
}

/** The columns that a format can't do without and that are not there. */
export function missingColumns(names: readonly string[], { required }: Format): string[] {
  const present = new Set(names.map(foldCase));
  return required.filter((name) => !present.has(foldCase(name)));
}

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
