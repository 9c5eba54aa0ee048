import { closeSync, existsSync, renameSync, writeSync } from "node:fs";
import { openPrivateFile } from "../private-files.ts";
import type { OperatorApi } from "./api.ts";
import { type BackupTable, databaseFile, keyText, lastLine, type State } from "./backup-folder.ts";
import { linesOf } from "./lines.ts";

/** A group of changed rows, as they were then: a table, the key, and the values; null for a row that was deleted. */
interface Group {
  rows: [table: string, key: unknown[], values: unknown[] | null][];
  /** The last change of the group. */
  last: number | null;
}

/** Appends complete lines to a file that only its owner can read. */
export function appendLines(path: string, lines: string): void {
  const file = openPrivateFile(path, "a");
  try {
    for (let rest = Buffer.from(lines); rest.length > 0; rest = rest.subarray(writeSync(file, rest)));
  } finally {
    closeSync(file);
  }
}

/** Downloads the changes of a database that its file does not have yet. Returns the state of the database after the last one. */
export async function copyChanges(
  api: OperatorApi,
  { folder, until, database }: { folder: string; until: number; database: number },
): Promise<State> {
  const path = databaseFile(folder, database, "changes");
  const stored = await lastLine(path);
  let after = stored === null ? 0 : ((JSON.parse(stored) as Group).last ?? 0);
  for (let isLast = false; ;) {
    const query = new URLSearchParams({ until: String(until), after: String(after), ...(isLast && { state: "true" }) });
    const { has_more, state, ...group } = await api.get<Group & { has_more: boolean; state: State | null }>(
      `/backup/${database}/changes?${query}`,
    );
    if (group.last !== null) {
      appendLines(path, `${JSON.stringify(group)}\n`);
      after = group.last;
    }
    if (state !== null) return state;
    isLast = !has_more;
  }
}

/** The changed rows of a table, by their keys: the line of each, as it was last. Null: the row was deleted. */
async function changedLines(path: string, table: string): Promise<Map<string, string | null>> {
  const changed = new Map<string, string | null>();
  for await (const { text } of linesOf(path)) {
    for (const [name, key, values] of (JSON.parse(text) as Group).rows) {
      if (name === table) changed.set(JSON.stringify(key), values === null ? null : JSON.stringify(values));
    }
  }
  return changed;
}

/** Puts the changes of a table into its file. To repeat it changes nothing. */
export async function mergeChanges(folder: string, database: number, table: BackupTable): Promise<void> {
  const changes = databaseFile(folder, database, "changes");
  if (!existsSync(changes)) return;
  const changed = await changedLines(changes, table.name);
  if (changed.size === 0) return;
  const path = databaseFile(folder, database, table.name);
  const merged = `${path}.part`;
  const file = openPrivateFile(merged);
  try {
    for await (const { text } of linesOf(path)) if (!changed.has(keyText(table, text))) writeSync(file, `${text}\n`);
    for (const line of changed.values()) if (line !== null) writeSync(file, `${line}\n`);
  } finally {
    closeSync(file);
  }
  renameSync(merged, path);
}
