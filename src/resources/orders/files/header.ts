import { foldCase } from "../../../platform/values/fold-case.ts";
import { toStorableText } from "../../../platform/values/storable-text.ts";
import type { Format, ReadCell, Row } from "./format.ts";
import { REPORT_COLUMNS } from "./reject-report.ts";

/** The column names of a file, and a function that reads a row's value by column name. */
export interface Header {
  names: string[];
  value: ReadCell;
}

/**
 * Reads the first row as column names. Case, spaces and punctuation are ignored, but an exact match takes precedence. A format's aliases
 * stand for the names that it reads, if the file does not have these.
 */
export function readHeader(row: Row, format: Pick<Format, "aliases" | "renamed" | "emptyCell">): Header {
  const { aliases = {}, emptyCell } = format;
  const names = row.values.map((name) => name.trim());
  const position = new Map<string, number>();
  const add = (name: string, index: number): void => {
    if (!position.has(name)) position.set(name, index);
  };
  const read = names.map((name) => nameInFormat(name, format));
  for (const [index, name] of read.entries()) {
    add(name, index);
    add(foldName(name), index);
  }
  for (const [alias, name] of Object.entries(aliases)) {
    const index = position.get(foldName(alias));
    if (index !== undefined) add(foldName(name), index);
  }
  const indexOf = (column: string) => position.get(column) ?? position.get(foldName(column));
  const value: ReadCell = Object.assign(
    ({ values }: Row, column: string) => {
      const index = indexOf(column);
      const text = index === undefined ? "" : unwrapText(toStorableText(values[index] ?? "").trim());
      return text === emptyCell ? "" : text;
    },
    { has: (column: string) => indexOf(column) !== undefined, names: read },
  );
  return { names, value };
}

/** The text of a cell. People write `="0123"` so that a spreadsheet leaves the text as it is. */
function unwrapText(cell: string): string {
  return cell.length > 2 && cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1).replaceAll('""', '"').trim() : cell;
}

/** The name under which a format reads a column of the file. Empty if it does not read it. */
function nameInFormat(name: string, { renamed }: Pick<Format, "renamed">): string {
  return renamed === undefined ? name : (renamed.get(foldName(name)) ?? "");
}

/** Normalizes a column name: `Order Number`, `order_number` and `order-number` are the same. */
export function foldName(name: string): string {
  const folded = foldCase(name).replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return folded === "" ? foldCase(name) : folded;
}

/** The folded names by which a format can read columns of a file: those of the file, and those that its aliases stand for. */
function presentNames(names: readonly string[], format: Pick<Format, "aliases" | "renamed">): Set<string> {
  const { aliases = {} } = format;
  const present = new Set(names.map((name) => foldName(nameInFormat(name, format))));
  for (const [alias, name] of Object.entries(aliases)) if (present.has(foldName(alias))) present.add(foldName(name));
  return present;
}

/** The columns that the file must have, because the format requires them or a person has named them, and does not have. */
export function missingColumns(names: readonly string[], format: Format): string[] {
  const present = presentNames(names, format);
  const requiredNames = new Set([...format.required, ...(format.renamed?.values() ?? [])]);
  return [...requiredNames].filter((name) => !present.has(foldName(name)));
}

/** The order number of a row, without an apostrophe that keeps a spreadsheet from changing it. Null if the row is not about an order. */
export function orderKey(format: Format, row: Row, value: ReadCell): string | null {
  return format.isFooter?.(row) === true ? null : value(row, format.keyColumn).replace(/^'/, "");
}

/** How an import uses the columns of a file. Names of columns are in the order of the file. */
export interface ColumnReport {
  /** Columns that the import uses. */
  used: { name: string; purpose: string }[];
  /** Columns that the import knows but does not change. */
  readOnly: { name: string; purpose: string }[];
  /** Columns that the import does not use. */
  ignored: string[];
  /** Those of them that the format does not know. */
  unknown: string[];
  /** Required columns that the file does not have. */
  missing: string[];
  /** Optional columns that the file does not have. Their values are empty. */
  absent: string[];
  /** Those of them that matter. */
  importantAbsent: string[];
}

/** Finds the purpose of a column of a file: its own, or that of the column which it is an alias of. */
function purposesOf(names: readonly string[], format: Format, columns: Readonly<Record<string, string>>) {
  const { aliases = {} } = format;
  const purposes = new Map(Object.entries(columns).map(([name, purpose]) => [foldName(name), purpose]));
  const present = new Set(names.map(foldName));
  const readAs = new Map<string, string>();
  for (const [alias, name] of Object.entries(aliases)) {
    // A file that has both names is read by the format's own.
    if (!present.has(foldName(name)) && present.has(foldName(alias)) && ![...readAs.values()].includes(foldName(name))) {
      readAs.set(foldName(alias), foldName(name));
    }
  }
  return (written: string): string | undefined => {
    const name = foldName(nameInFormat(written, format));
    return purposes.get(name) ?? purposes.get(readAs.get(name) ?? "");
  };
}

/** Reports how a format uses the columns of a file. The columns that a report of an import adds are left out. */
export function columnReport(names: readonly string[], format: Format): ColumnReport {
  const { columns, readOnly = {}, unused = [], important = [] } = format;
  const missing = missingColumns(names, format);
  const fileColumns = names.filter((name) => name !== "" && !REPORT_COLUMNS.includes(name));
  const find = (purposeOf: (name: string) => string | undefined) =>
    fileColumns.flatMap((name) => {
      const purpose = purposeOf(name);
      return purpose === undefined ? [] : [{ name, purpose }];
    });
  const purposeOf = purposesOf(names, format, columns);
  const used = find((name) => purposeOf(name) ?? format.purposeOf?.(nameInFormat(name, format)));
  const readOnlyColumns = find(purposesOf(names, format, readOnly));
  const knownNames = new Set([...used, ...readOnlyColumns].map(({ name }) => name));
  const present = presentNames(names, format);
  const isPresent = (name: string) => present.has(foldName(name));
  const ignored = fileColumns.filter((name) => !knownNames.has(name));
  const unusedNames = new Set(unused.map(foldName));
  return {
    used,
    readOnly: readOnlyColumns,
    ignored,
    unknown: ignored.filter((name) => !unusedNames.has(foldName(name))),
    missing,
    absent: Object.keys(columns).filter((name) => !isPresent(name) && !missing.includes(name)),
    importantAbsent: important.flatMap((alternatives) => (alternatives.some(isPresent) ? [] : [alternatives[0]])),
  };
}
