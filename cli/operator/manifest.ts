import { readFileSync } from "node:fs";
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

/** The manifest of an export, or null if the folder has none. */
export function readManifest(folder: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(manifestPath(folder), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The key of an exported row. */
export function keyOf({ key }: ExportedTable, line: string): unknown[] {
  const row = JSON.parse(line) as Record<string, unknown>;
  return key.map((column) => row[column]);
}
