import { existsSync, readdirSync, rmSync } from "node:fs";
import { makePrivateFolder } from "../private-files.ts";
import type { OperatorApi } from "./api.ts";
import { UsageError } from "./arguments.ts";
import { appendLines, copyChanges, mergeChanges } from "./backup-changes.ts";
import {
  type BackupDatabase,
  type BackupManifest,
  type BackupTable,
  databaseFile,
  digestOf,
  keyText,
  lastLine,
  readBackup,
  storeBackup,
} from "./backup-folder.ts";

interface Options {
  folder: string;
  say: (line: string) => void;
}

/** What the service says about a backup (docs/spec/operator.md#backup). */
interface Overview {
  until: number;
  master_secret_ids: string[];
  placement: string;
  moving: number[];
  restoring: string | null;
  databases: { number: number; migration: string | null }[];
  tables: BackupTable[];
}

async function overview(api: OperatorApi): Promise<Overview> {
  const found = await api.get<Overview>("/backup");
  if (found.restoring !== null) throw new UsageError("A backup is being restored into this installation.");
  if (found.moving.length > 0)
    throw new UsageError(
      `Organization ${found.moving.join(", ")} is moving to another database. Run the command again about ten minutes after the move, when its step is "settled".`,
    );
  return found;
}

/** Starts a backup in an empty folder, or creates the folder. */
async function start(api: OperatorApi, folder: string): Promise<BackupManifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty and has no backup.`);
  const { until, master_secret_ids, databases, tables } = await overview(api);
  const manifest: BackupManifest = {
    until,
    step: "started",
    as_of: null,
    master_secret_ids,
    tables,
    databases: databases.map((database) => ({ ...database, state: null, files: {} })),
  };
  makePrivateFolder(folder);
  storeBackup(folder, manifest);
  return manifest;
}

/** Downloads the rows of a table that its file does not have yet. */
async function downloadRows(api: OperatorApi, database: number, { folder, table }: { folder: string; table: BackupTable }): Promise<void> {
  const path = databaseFile(folder, database, table.name);
  let last = await lastLine(path);
  for (;;) {
    const query = last === null ? "" : `?${new URLSearchParams({ after: keyText(table, last) })}`;
    const lines = await api.getText(`/backup/${database}/${table.name}${query}`);
    appendLines(path, lines);
    if (lines === "") return;
    last = lines.slice(lines.lastIndexOf("\n", lines.length - 2) + 1, -1);
  }
}

/**
 * Copies the changes since the rows were copied. In the end, all rows of a database are as they were at one time. The directory is first: what
 * it says about the progress of jobs is never ahead of the rows. If an organization was created, removed or moved meanwhile, all is repeated.
 */
async function copyAllChanges(api: OperatorApi, manifest: BackupManifest, folder: string): Promise<void> {
  for (let before = await overview(api); ;) {
    for (const database of manifest.databases) {
      database.state = await copyChanges(api, { folder, until: manifest.until, database: database.number });
    }
    manifest.as_of = new Date().toISOString();
    const after = await overview(api);
    if (after.placement === before.placement) return;
    before = after;
  }
}

/** Puts the changes of a database into the files of its tables, and computes their checksums. */
async function finishFiles(database: BackupDatabase, { tables }: BackupManifest, folder: string): Promise<void> {
  for (const table of tables) {
    await mergeChanges(folder, database.number, table);
    database.files[table.name] = await digestOf(databaseFile(folder, database.number, table.name));
  }
}

/** Backs up all databases to a folder that only its owner can read, or continues a backup in the same folder. */
export async function backUp(api: OperatorApi, { folder, say }: Options): Promise<void> {
  const manifest = readBackup(folder) ?? (await start(api, folder));
  const { until, databases, tables } = manifest;
  const reach = (step: BackupManifest["step"]) => {
    manifest.step = step;
    storeBackup(folder, manifest);
  };
  if (manifest.step === "started") {
    for (const { number } of databases) await api.post(`/backup/${number}`, JSON.stringify({ until }));
    reach("recording");
  }
  if (manifest.step === "recording") {
    for (const { number } of databases) {
      for (const table of tables) await downloadRows(api, number, { folder, table });
      say(`Database ${number}: the rows of ${tables.length} tables are copied.`);
    }
    reach("copied");
  }
  if (manifest.step === "copied") {
    await copyAllChanges(api, manifest, folder);
    for (const database of databases) await finishFiles(database, manifest, folder);
    reach("finished");
  }
  for (const { number } of databases) {
    await api.delete(`/backup/${number}?until=${until}`);
    const changes = databaseFile(folder, number, "changes");
    if (existsSync(changes)) rmSync(changes);
  }
  const rows = databases.flatMap(({ files }) => Object.values(files)).reduce((sum, file) => sum + file.rows, 0);
  say(`The backup in ${folder} is finished: ${databases.length} databases with ${rows} rows, as of ${manifest.as_of}.`);
}
