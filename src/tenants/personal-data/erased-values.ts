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
 * name in an order of a shop, in either order. Returns their positions, and the kinds of the identifiers.
 */
async function splitIdentifiers(values: readonly unknown[], person: Person): Promise<{ at: ReadonlySet<number>; kinds: IdentifierKind[] }> {
  const isPart = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= MAX_PART_LENGTH;
  const at = new Set<number>();
  const found: IdentifierKind[] = [];
  for (const [index, value] of values.entries()) {
    const next = values[index + 1];
    if (!isPart(value) || !isPart(next)) continue;
    const kinds = await person.kindsOf([`${value} ${next}`, `${next} ${value}`]);
    if (kinds.length === 0 || (await person.kindsOf([value, next])).length > 0) continue;
    at.add(index).add(index + 1);
    found.push(...kinds);
  }
  return { at, kinds: found };
}

async function eraseInJson(value: unknown, person: Person): Promise<unknown> {
  if (typeof value === "string") return (await person.kindsIn(value)).length > 0 ? await person.replaceIn(value, ERASED) : value;
  if (typeof value !== "object" || value === null) return value;
  const values: unknown[] = Object.values(value);
  const { at } = await splitIdentifiers(values, person);
  const erased: unknown[] = [];
  for (const [index, each] of values.entries()) erased.push(at.has(index) ? ERASED : await eraseInJson(each, person));
  return Array.isArray(value) ? erased : Object.fromEntries(Object.keys(value).map((name, index) => [name, erased[index]]));
}

/** The kinds of identifiers in the strings of a JSON value. */
async function kindsInJson(value: unknown, person: Person): Promise<IdentifierKind[]> {
  if (typeof value === "string") return await person.kindsIn(value);
  if (typeof value !== "object" || value === null) return [];
  const values: unknown[] = Object.values(value);
  const { kinds } = await splitIdentifiers(values, person);
  for (const each of values) kinds.push(...(await kindsInJson(each, person)));
  return kinds;
}

async function eraseInQuery(query: string, person: Person): Promise<string> {
  const erased = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) erased.append(name, await person.replaceIn(value, ERASED));
  return erased.toString();
}

async function kindsInValue({ kind, standard }: PersonalColumn, value: string, person: Person): Promise<IdentifierKind[]> {
  if (standard.includes(value)) return [];
  if (kind === "json") return await kindsInJson(parseStored(value), person);
  if (kind === "query") return await person.kindsOf([...new URLSearchParams(value).values()]);
  return await person.kindsIn(value);
}

async function erasedValue({ kind, isRequired }: PersonalColumn, value: string, person: Person): Promise<string | null> {
  switch (kind) {
    case "json":
      return JSON.stringify(await eraseInJson(parseStored(value), person));
    case "query":
      return await eraseInQuery(value, person);
    case "label":
    case "choice":
      return await person.replaceIn(value, ERASED);
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
export async function identifyingKinds(table: PersonalTable, row: TextRow, person: Person): Promise<IdentifierKind[]> {
  const values = table.columns.filter(isIdentifying).flatMap(({ name, kind }) => {
    const value = row[name];
    return typeof value === "string" ? [{ kind, value }] : [];
  });
  const address = values.filter(({ kind }) => kind === "address").map(({ value }) => value);
  return await person.kindsOf([...values.map(({ value }) => value), address.join(" ")]);
}

/**
 * The person's data in a row; null if it has none. With `isOwner`, the row is about this person, so everything that identifies somebody is
 * theirs.
 */
export async function findInRow(
  table: PersonalTable,
  { id, row }: { id: string; row: TextRow },
  { person, isOwner }: { person: Person; isOwner: boolean },
): Promise<FoundRow | null> {
  const found: FoundRow = { table: table.name, id, matched: [], data: {}, erased: {} };
  const matched = new Set<IdentifierKind>();
  for (const column of table.columns) {
    const value = row[column.name];
    if (typeof value !== "string" || value === "" || value === ERASED) continue;
    // Not compared, because an order may have thousands of names and addresses.
    const isTheirs = isOwner && isIdentifying(column);
    const kinds = isTheirs ? [] : await kindsInValue(column, value, person);
    for (const kind of kinds) matched.add(kind);
    if (kinds.length === 0 && !isTheirs) continue;
    found.data[column.name] = value;
    found.erased[column.name] = await erasedValue(column, value, person);
  }
  return Object.keys(found.data).length === 0 ? null : { ...found, matched: [...matched] };
}
