import type { Slashes } from "./dates.ts";
import type { Format, Row } from "./format.ts";
import { foldName } from "./header.ts";
import { NAMED_KINDS, type NamedColumnName, nameProblem, readNamedColumn } from "./named-columns.ts";
import { spreadsheetFormat } from "./spreadsheet.ts";
import { REQUIRED_FIELDS, SPREADSHEET_COLUMNS, SPREADSHEET_FIELDS, type SpreadsheetField } from "./spreadsheet-columns.ts";

/** The longest name of a column in a mapping. */
const MAX_NAME_LENGTH = 255;

/** For the columns of the template, the names that a file has for them. Columns such as `Property: Engraving` are columns of the template too. */
export interface ColumnMap {
  columns: { [Field in SpreadsheetField]?: string } & { [name: NamedColumnName]: string };
  /** What 3/4/2026 is in the file. Without it, such dates are errors. */
  dates?: Exclude<Slashes, "ambiguous">;
}

/** Thrown for a mapping that is not valid. The message names the field and what was expected. */
export class InvalidColumnMap extends Error {}

/** Reads a mapping. Throws InvalidColumnMap. */
export function readColumnMap(value: unknown): ColumnMap {
  const { columns, dates, ...others } = fieldsOf(value, "The mapping");
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new InvalidColumnMap(`“${unknown}” is unknown. A mapping has “columns” and “dates”.`);
  if (dates !== undefined && dates !== "day first" && dates !== "month first") {
    throw new InvalidColumnMap(`“dates” must be “day first” or “month first”.`);
  }
  const read: ColumnMap["columns"] = {};
  const names = new Map<string, string>();
  for (const [written, name] of Object.entries(fieldsOf(columns, "“columns”"))) {
    const field = readField(written);
    if (read[field] !== undefined) throw new InvalidColumnMap(`Two columns are used as “${field}”.`);
    if (typeof name !== "string" || name.trim() === "" || name.length > MAX_NAME_LENGTH) {
      throw new InvalidColumnMap(`The name of the column that is used as “${field}” must have 1 to ${MAX_NAME_LENGTH} characters.`);
    }
    const other = names.get(foldName(name));
    if (other !== undefined) throw new InvalidColumnMap(`The column “${name}” is used as “${other}” and as “${field}”.`);
    names.set(foldName(name), field);
    read[field] = name.trim();
  }
  const missing = REQUIRED_FIELDS.filter((field) => read[field] === undefined);
  if (missing.length > 0) throw new InvalidColumnMap(`No column is used as ${missing.map((field) => `“${field}”`).join(" and none as ")}.`);
  return { columns: read, ...(dates !== undefined && { dates }) };
}

function fieldsOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new InvalidColumnMap(`${what} must be an object.`);
  return value as Record<string, unknown>;
}

const isField = (name: string): name is SpreadsheetField => Object.hasOwn(SPREADSHEET_COLUMNS, name);

/** The column of the template with this name. Throws InvalidColumnMap if there is none. */
function readField(name: string): SpreadsheetField | NamedColumnName {
  if (isField(name)) return name;
  const named = readNamedColumn(name);
  if (named !== null) return `${named.kind}: ${named.name}`;
  const all = [...SPREADSHEET_FIELDS, ...Object.keys(NAMED_KINDS).map((kind) => `${kind}: and a name`)];
  throw new InvalidColumnMap(nameProblem(name) ?? `“${name}” is no column of the template. These are: ${all.join(", ")}.`);
}

/** The format of a spreadsheet with these columns. */
export function mappedFormat({ columns, dates }: ColumnMap): Format {
  const renamed = new Map(Object.entries(columns).map(([field, name]) => [foldName(name), field]));
  return { ...spreadsheetFormat(dates ?? "ambiguous"), renamed };
}

/** Whether a file has every column of a mapping. */
export function hasMappedColumns(names: readonly string[], { columns }: ColumnMap): boolean {
  const present = new Set(names.map(foldName));
  return Object.values(columns).every((name) => present.has(foldName(name)));
}

/** What most values of a column look like. Parcel numbers are those of UPS, USPS, DHL and postal services (two letters, nine digits, two letters). */
const CONTENTS: readonly (readonly [field: SpreadsheetField, pattern: RegExp])[] = [
  ["E-mail", /^[^\s@]+@[^\s@]+\.[^\s@.]+$/],
  ["Order day", /^(?:\d{4}-\d{2}-\d{2}(?:[T ].*)?|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))$/],
  ["Parcel number", /^(?:1Z[0-9A-Z]{16}|9[1-5]\d{20}|00340\d{15}|[A-Z]{2}\d{9}[A-Z]{2})$/],
  ["Country", /^[A-Z]{2}$/],
];

/** Guesses which column is which, by their names, and by the first rows where the names are unknown. */
export function guessColumns(names: readonly string[], rows: readonly Row[]): ColumnMap["columns"] {
  const guessed: Partial<Record<SpreadsheetField, string>> = {};
  const free = new Set(names.filter((name) => name !== ""));
  const take = (field: SpreadsheetField, find: (name: string) => boolean) => {
    const name = guessed[field] === undefined ? [...free].find(find) : undefined;
    if (name === undefined) return;
    guessed[field] = name;
    free.delete(name);
  };
  for (const field of SPREADSHEET_FIELDS) take(field, (name) => foldName(name) === foldName(field));
  const synonyms = SPREADSHEET_FIELDS.map((field) => ({ field, words: SPREADSHEET_COLUMNS[field].synonyms.split(" ") }));
  for (const { field, words } of synonyms) for (const word of words) take(field, (name) => foldName(name) === word);
  for (const [field, pattern] of CONTENTS) take(field, (name) => isMostly(pattern, rows, names.indexOf(name)));
  return guessed;
}

/** Whether at least 80% of the values of a column match. The others may be mistyped. */
function isMostly(pattern: RegExp, rows: readonly Row[], index: number): boolean {
  const values = rows.map(({ values: cells }) => (cells[index] ?? "").trim()).filter((value) => value !== "");
  return values.length > 0 && values.filter((value) => pattern.test(value)).length * 10 >= values.length * 8;
}

/** A column of each kind whose names a person chooses, with a value. */
const NAMED_EXAMPLES: Readonly<Record<NamedColumnName, string>> = {
  "Property: Ribbon": "Red",
  "Metadata: Batch": "7",
  "Item metadata: Shelf": "B2",
};

/** The names of the columns of the template, and an example of two items. */
export function templateRows(): string[][] {
  const differences: Partial<Record<SpreadsheetField, string>> = {
    Product: "Bowl",
    "Product code": "BOWL",
    Pieces: "1",
    "Price per piece": "12.00",
    Personalization: "",
  };
  const named = Object.entries(NAMED_EXAMPLES);
  const firstRow = [...Object.values(SPREADSHEET_COLUMNS).map(({ example }) => example), ...named.map(([, text]) => text)];
  const secondRow = SPREADSHEET_FIELDS.map((field, at) => differences[field] ?? firstRow[at] ?? "");
  return [[...SPREADSHEET_FIELDS, ...named.map(([name]) => name)], firstRow, [...secondRow, ...named.map(() => "")]];
}
