import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { parseStored } from "../../reading/json";
import { foldCase } from "../../values/fold-case";
import { normalizeTrackingNumber } from "../../values/tracking-number";
import { sortKey } from "./sort-key";

/** A text that SQLite compares without regard to case by itself. */
const isPrintableAscii = (text: string): boolean => !/[^ -~]/.test(text);

/** Returns the text by which a text is compared ignoring case. Null for printable ASCII, in which SQLite ignores the case by itself. */
function foldedKey(text: string | null): string | null {
  return text === null || isPrintableAscii(text) ? null : foldCase(text);
}

/** The same for each text of a JSON list. */
function foldedListKey(list: string | null): string | null {
  return list === null || isPrintableAscii(list) ? null : JSON.stringify(parseStored<string[]>(list).map(foldCase));
}

/** Returns the form in which a tracking number is compared. */
function normalizedKey(trackingNumber: string | null): string | null {
  return trackingNumber === null ? null : normalizeTrackingNumber(trackingNumber);
}

/** How a column whose name ends in this follows from the column whose name is before it (platform/db/columns.ts). */
const KEYS = { _sort_key: sortKey, _folded_list: foldedListKey, _folded: foldedKey, _normalized: normalizedKey } as const;

/** A key column, and the column whose texts it is computed from. */
interface TextKey {
  name: string;
  text: string;
  compute: (text: string | null) => string | null;
}

const keysOfTables = new WeakMap<SQLiteTable, readonly TextKey[]>();

function keysOf(table: SQLiteTable): readonly TextKey[] {
  const known = keysOfTables.get(table);
  if (known !== undefined) return known;
  const columns = Object.keys(getTableColumns(table));
  const keys = columns.flatMap((name): TextKey[] => {
    const [ending, compute] = Object.entries(KEYS).find(([end]) => name.endsWith(end)) ?? [];
    if (ending === undefined || compute === undefined) return [];
    const text = name.slice(0, -ending.length);
    if (!columns.includes(text)) throw new Error(`${name} is the key of no column.`);
    return [{ name, text, compute }];
  });
  keysOfTables.set(table, keys);
  return keys;
}

export type TextKeyName<Row> = Extract<keyof Row, `${string}${keyof typeof KEYS}`>;

export function textKeyNames(table: SQLiteTable): string[] {
  return keysOf(table).map(({ name }) => name);
}

/** The keys of the texts that a row or a change of a row has, so that whatever writes a text writes its keys. */
export function textKeys(table: SQLiteTable, values: Readonly<Record<string, unknown>>): Record<string, string | null> {
  const keys: Record<string, string | null> = {};
  for (const { name, text, compute } of keysOf(table)) {
    if (!(text in values)) continue;
    const value = values[text] ?? null;
    if (value !== null && typeof value !== "string") throw new TypeError(`${text} must be a text, from which ${name} is computed.`);
    keys[name] = compute(value);
  }
  return keys;
}
