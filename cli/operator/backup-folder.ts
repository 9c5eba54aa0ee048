import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, renameSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, writePrivateFile } from "../private-files.ts";
import { type Line, linesOf } from "./lines.ts";
import { isTableName } from "./manifest.ts";

/** A table of a backup. A line of its file is a JSON array with the values of these columns. */
export interface BackupTable {
  name: string;
  columns: string[];
  key: string[];
}

/** What a database has besides rows (docs/spec/operator.md#backup). */
export interface State {
  sums: Record<string, string>;
  sequences: Record<string, number>;
  ids: Record<string, number>;
}

/** A database of a finished backup. */
export interface BackupDatabase {
  number: number;
  migration: string | null;
  /** Null until the backup is finished. */
  state: State | null;
  /** By table. */
  files: Record<string, { rows: number; sha256: string }>;
}

/** backup.json: what the files of a backup belong to, and how far it has got. */
export interface BackupManifest {
  /** Identifies the backup: when the time that it may take ends, ms since 1970. */
  until: number;
  /** `started`: changes may not be recorded yet; `recording`: rows are copied; `copied`: only changes are missing. */
  step: "started" | "recording" | "copied" | "finished";
  /** When all rows were as in the backup. Null until it is finished. */
  as_of: string | null;
  master_secret_ids: string[];
  tables: BackupTable[];
  databases: BackupDatabase[];
}

export const backupId = ({ until }: BackupManifest): string => `backup_${until}`;

const MANIFEST = "backup.json";

const checksumOf = (manifest: BackupManifest): string => createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

/** A file of a backup is missing or was changed. The message names it. */
export class DamagedFileError extends Error {
  constructor(path: string, problem: string) {
    super(`${path} ${problem}. Nothing was restored from this backup now. Use another copy of it.`);
  }
}

/** The manifest of a backup, or null if the folder has none. Throws DamagedFileError. */
export function readBackup(folder: string): BackupManifest | null {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return null;
  let stored: BackupManifest & { sha256: string };
  try {
    stored = JSON.parse(readFileSync(path, "utf8")) as BackupManifest & { sha256: string };
  } catch {
    throw new DamagedFileError(path, "is damaged: it is not JSON");
  }
  const { sha256, ...manifest } = stored;
  if (checksumOf(manifest) !== sha256) throw new DamagedFileError(path, "is damaged: its checksum does not match");
  if (!isOurs(manifest)) throw new DamagedFileError(path, "is not one that a backup has written");
  return manifest;
}

/** Anybody can compute a checksum, and these values become parts of paths and requests. */
const isOurs = ({ until, tables, databases }: BackupManifest): boolean =>
  Number.isSafeInteger(until) && tables.every(({ name }) => isTableName(name)) && databases.every(({ number }, index) => number === index);

/** Stores the manifest. A process that is stopped leaves the one before. */
export function storeBackup(folder: string, manifest: BackupManifest): void {
  const path = join(folder, MANIFEST);
  writePrivateFile(`${path}.part`, `${JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, null, 2)}\n`);
  renameSync(`${path}.part`, path);
}

/** A file of a database. */
export function databaseFile(folder: string, database: number, name: string): string {
  const path = join(folder, `database-${database}`);
  makePrivateFolder(path);
  return join(path, `${name}.ndjson`);
}

/** The last complete line of a file; null if there is none. Cuts off an incomplete one, which a process that was stopped has left. */
export async function lastLine(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  let last: Line | null = null;
  for await (const line of linesOf(path)) last = line;
  truncateSync(path, last?.end ?? 0);
  return last?.text ?? null;
}

/** The key of a row of a table, as a JSON array. */
export function keyText({ columns, key }: BackupTable, line: string): string {
  const values = JSON.parse(line) as unknown[];
  return JSON.stringify(key.map((column) => values[columns.indexOf(column)]));
}

/** The number of lines of a file, and its SHA-256. */
export async function digestOf(path: string): Promise<{ rows: number; sha256: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) rows += 1;
  }
  return { rows, sha256: hash.digest("hex") };
}
