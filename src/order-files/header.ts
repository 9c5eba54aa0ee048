import type { Format, ReadValue, Row } from "./format.ts";

/** A file's column names, and how a row's value is read by one of them. */
export interface Header {
  names: string[];
  value: ReadValue;
}

/** Reads the first row as the names of the columns. */
export function headerOf(row: Row): Header {
  const names = row.values.map((name) => name.trim());
  const position = new Map(names.map((name, index) => [name, index]));
  const value: ReadValue = ({ values }, column) => {
    const index = position.get(column);
    return index === undefined ? "" : (values[index] ?? "").trim();
  };
  return { names, value };
}

/** The columns that a format can't do without and that are not there. */
export function missingColumns(names: readonly string[], { required }: Format): string[] {
  return required.filter((name) => !names.includes(name));
}
