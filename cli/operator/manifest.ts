import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A table of an export, and the key of its last row when the export began. Null: it has no rows. */
export interface ExportedTable {
  name: string;
  /** The columns of its key. */
  key: string[];
  last: (string | number)[] | null;
}

/** organization.json of an export: what its files belong to. */
export interface Manifest {
  /** The id of the organization. */
  id: number;
  organization: Record<string, unknown>;
  retention: Record<string, unknown>;
  tables: ExportedTable[];
}

export const manifestPath = (folder: string): string => join(folder, "organization.json");

/** The file of a table. */
export const tablePath = (folder: string, table: string): string => join(folder, `${table}.ndjson`);

/** Whether this can be the name of a table. Names from a file become a part of paths, so any other name could lead elsewhere. */
export const isTableName = (name: unknown): boolean => typeof name === "string" && /^[a-z_]+$/.test(name);

/** The manifest of an export, or null if the folder has none. Throws an error if no export has written it. */
export function readManifest(folder: string): Manifest | null {
  const path = manifestPath(folder);
  if (!existsSync(path)) return null;
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  const isOurs = Number.isSafeInteger(manifest.id) && manifest.tables.every(({ name }) => isTableName(name));
  if (isOurs) return manifest;
  throw new Error(`${path}: expected a number as the id, and names of tables. Somebody has changed the file.`);
}

/** The key of an exported row. */
export function keyOf({ key }: ExportedTable, line: string): unknown[] {
  const row = JSON.parse(line) as Record<string, unknown>;
  return key.map((column) => row[column]);
}
