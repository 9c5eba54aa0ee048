import { toStorableText } from "../../platform/values/storable-text.ts";
import type { Format, ReadCell, Row } from "./format.ts";

/** The column names of a file, and a function that reads a row's value by column name. */
export interface Header {
  names: string[];
  value: ReadCell;
}

/**
 * Reads the first row as column names. Case, spaces and punctuation are ignored, but an exact match takes precedence. A format's aliases
 * stand for the names that it reads, if the file does not have these.
 */
export function readHeader(row: Row, { aliases = {} }: Pick<Format, "aliases">): Header {
  const names = row.values.map((name) => name.trim());
  const position = new Map<string, number>();
  const add = (name: string, index: number) => void (position.has(name) || position.set(name, index));
  for (const [index, name] of names.entries()) {
    add(name, index);
    add(foldName(name), index);
  }
  for (const [alias, name] of Object.entries(aliases)) {
    const index = position.get(foldName(alias));
    if (index !== undefined) add(foldName(name), index);
  }
  const value: ReadCell = ({ values }, column) => {
    const index = position.get(column) ?? position.get(foldName(column));
    return index === undefined ? "" : toStorableText(values[index] ?? "").trim();
  };
  return { names, value };
}

/** Normalizes a column name: `Order Number`, `order_number` and `order-number` are the same. */
function foldName(name: string): string {
  const folded = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return folded === "" ? name.toLowerCase() : folded;
}

/** The names that a format reads, by what the file's names are folded to. */
function readNames(names: readonly string[], { aliases = {} }: Pick<Format, "aliases">): Set<string> {
  const present = new Set(names.map(foldName));
  for (const [alias, name] of Object.entries(aliases)) if (present.has(foldName(alias))) present.add(foldName(name));
  return present;
}

/** The required columns of a format that the file does not have. */
export function missingColumns(names: readonly string[], format: Format): string[] {
  const present = readNames(names, format);
  return format.required.filter((name) => !present.has(foldName(name)));
}

/** The order number of a row. Null if the row is not about an order. */
export function orderKey(format: Format, row: Row, value: ReadCell): string | null {
  return format.isFooter?.(row) === true ? null : value(row, format.keyColumn);
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

/** Reports how a format uses the columns of a file. */
export function columnReport(names: readonly string[], format: Format): ColumnReport {
  const { columns, aliases = {} } = format;
  const missing = missingColumns(names, format);
  const purposes = new Map(Object.entries(columns).map(([name, purpose]) => [foldName(name), purpose]));
  const present = new Set(names.map(foldName));
  const readAs = new Map<string, string>();
  for (const [alias, name] of Object.entries(aliases)) {
    // A file that has both names is read by the format's own.
    if (!present.has(foldName(name)) && present.has(foldName(alias)) && ![...readAs.values()].includes(foldName(name))) {
      readAs.set(foldName(alias), foldName(name));
    }
  }
  const purposeOf = (name: string) => purposes.get(foldName(name)) ?? purposes.get(readAs.get(foldName(name)) ?? "");
  const read = readNames(names, format);
  return {
    used: names.flatMap((name) => {
      const purpose = purposeOf(name);
      return purpose === undefined ? [] : [{ name, purpose }];
    }),
    ignored: names.filter((name) => name !== "" && purposeOf(name) === undefined),
    missing,
    absent: Object.keys(columns).filter((name) => !read.has(foldName(name)) && !missing.includes(name)),
  };
}
