import { IDENTIFIER_KINDS, type IdentifierKind } from "./columns.sql.ts";
import { type PersonalColumn, type PersonalTable } from "./personal-tables.sql.ts";
import type { Person } from "./person";
import { parseStored } from "../../platform/reading/json";

/** What replaces a text that must not be empty, and an identifier in a label. */
export const ERASED = "[erased]";

export type TextRow = Readonly<Record<string, unknown>>;

export interface FoundRow {
  table: string;
  /** The values of its primary key, joined. */
  id: string;
  /** The kinds of the identifiers that were found in it. Empty if it only belongs to an order of the person. */
  matched: IdentifierKind[];
  data: Record<string, string>;
  /** What these values become. */
  erased: Record<string, string | null>;
}

export function isIdentifying(column: PersonalColumn): column is PersonalColumn & { kind: IdentifierKind } {
  return IDENTIFIER_KINDS.some((kind) => kind === column.kind);
}

/** The longest text that is compared together with the one beside it. */
const MAX_PART_LENGTH = 100;

/**
 * The texts of a list or of the fields of an object that only identify the person together with the text beside them, such as the first and the last
 * name in an order of a shop, in either order: their positions, and what they are.
 */
function splitIdentifiers(values: readonly unknown[], person: Person): { at: ReadonlySet<number>; kinds: IdentifierKind[] } {
  const isPart = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= MAX_PART_LENGTH;
  const found = values.flatMap((value, index) => {
    const next = values[index + 1];
    if (!isPart(value) || !isPart(next)) return [];
    const kinds = person.kindsOf([`${value} ${next}`, `${next} ${value}`]);
    return kinds.length === 0 || person.kindsOf([value, next]).length > 0 ? [] : [{ index, kinds }];
  });
  return { at: new Set(found.flatMap(({ index }) => [index, index + 1])), kinds: found.flatMap(({ kinds }) => kinds) };
}

function eraseInJson(value: unknown, person: Person): unknown {
  if (typeof value === "string") return person.kindsIn(value).length > 0 ? person.replaceIn(value, ERASED) : value;
  if (typeof value !== "object" || value === null) return value;
  const values: unknown[] = Object.values(value);
  const { at } = splitIdentifiers(values, person);
  const erased = values.map((each, index) => (at.has(index) ? ERASED : eraseInJson(each, person)));
  return Array.isArray(value) ? erased : Object.fromEntries(Object.keys(value).map((name, index) => [name, erased[index]]));
}

/** The kinds of identifiers in the strings of a JSON value. */
function kindsInJson(value: unknown, person: Person): IdentifierKind[] {
  if (typeof value === "string") return person.kindsIn(value);
  if (typeof value !== "object" || value === null) return [];
  const values: unknown[] = Object.values(value);
  return [...splitIdentifiers(values, person).kinds, ...values.flatMap((each) => kindsInJson(each, person))];
}

function eraseInQuery(query: string, person: Person): string {
  return new URLSearchParams([...new URLSearchParams(query)].map(([name, value]) => [name, person.replaceIn(value, ERASED)])).toString();
}

function kindsInValue({ kind, standard }: PersonalColumn, value: string, person: Person): IdentifierKind[] {
  if (standard.includes(value)) return [];
  if (kind === "json") return kindsInJson(parseStored(value), person);
  if (kind === "query") return [...new URLSearchParams(value).values()].flatMap((each) => person.kindsIn(each));
  return person.kindsIn(value);
}

function erasedValue({ kind, isRequired }: PersonalColumn, value: string, person: Person): string | null {
  switch (kind) {
    case "json":
      return JSON.stringify(eraseInJson(parseStored(value), person));
    case "query":
      return eraseInQuery(value, person);
    case "label":
    case "choice":
      return person.replaceIn(value, ERASED);
    case "text":
      return ERASED;
    case "name":
    case "email":
    case "phone":
    case "address":
      return isRequired ? ERASED : null;
  }
}

/** The kinds of the identifiers that identify the person of a row. Parts of an address may be in several columns. */
export function identifiedBy(table: PersonalTable, row: TextRow, person: Person): IdentifierKind[] {
  const values = table.columns.filter(isIdentifying).flatMap(({ name, kind }) => {
    const value = row[name];
    return typeof value === "string" ? [{ kind, value }] : [];
  });
  const address = values.filter(({ kind }) => kind === "address").map(({ value }) => value);
  return [...new Set([...values.map(({ value }) => value), address.join(" ")].flatMap((text) => person.kindsIn(text)))];
}

/**
 * The person's data in a row; null if it has none. With `isPersons`, the row is about this person, so everything that identifies somebody is
 * theirs.
 */
export function findInRow(
  table: PersonalTable,
  { id, row }: { id: string; row: TextRow },
  { person, isPersons }: { person: Person; isPersons: boolean },
): FoundRow | null {
  const found: FoundRow = { table: table.name, id, matched: [], data: {}, erased: {} };
  const matched = new Set<IdentifierKind>();
  for (const column of table.columns) {
    const value = row[column.name];
    if (typeof value !== "string" || value === "" || value === ERASED) continue;
    // Not compared, because an order may have thousands of names and addresses.
    const isTheirs = isPersons && isIdentifying(column);
    const kinds = isTheirs ? [] : kindsInValue(column, value, person);
    for (const kind of kinds) matched.add(kind);
    if (kinds.length === 0 && !isTheirs) continue;
    found.data[column.name] = value;
    found.erased[column.name] = erasedValue(column, value, person);
  }
  return Object.keys(found.data).length === 0 ? null : { ...found, matched: [...matched] };
}
