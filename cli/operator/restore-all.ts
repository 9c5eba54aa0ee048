import { existsSync } from "node:fs";
import { ApiProblem, type OperatorApi } from "./api.ts";
import { UsageError } from "./arguments.ts";
import {
  type BackupDatabase,
  backupId,
  type BackupManifest,
  type BackupTable,
  DamagedFileError,
  databaseFile,
  digestOf,
  readBackup,
} from "./backup-folder.ts";
import { linesOf } from "./lines.ts";
import { sayMissingFiles } from "./missing-files.ts";
import { rowBatches } from "./row-batches.ts";

interface Options {
  folder: string;
  say: (line: string) => void;
}

/** What an installation has (docs/spec/operator.md#restore-all). */
interface Installation {
  restoring: string | null;
  master_secret_ids: string[];
  databases: { number: number; migration: string | null; rows: Record<string, number>; sums: Record<string, string> }[];
}

/** Throws DamagedFileError for a file that is not as the backup has written it. */
async function verifyFiles({ databases, tables }: BackupManifest, folder: string): Promise<void> {
  for (const { number, files } of databases) {
    for (const { name } of tables) {
      const path = databaseFile(folder, number, name);
      if (!existsSync(path)) throw new DamagedFileError(path, "is missing");
      const { sha256 } = await digestOf(path);
      if (sha256 !== files[name]?.sha256) throw new DamagedFileError(path, "is damaged: its checksum is not the one in backup.json");
    }
  }
}

/** Throws UsageError if the backup does not fit the installation. */
function verifyInstallation(manifest: BackupManifest, { restoring, master_secret_ids, databases }: Installation): void {
  if (restoring !== null && restoring !== backupId(manifest))
    throw new UsageError("Another backup is being restored into this installation.");
  const count = manifest.databases.length;
  if (databases.length < count) {
    throw new UsageError(
      `The backup has ${count} databases, and the installation ${databases.length}. Deploy it with --databases ${count}.`,
    );
  }
  for (const { number, migration } of manifest.databases) {
    const found = databases[number]?.migration ?? null;
    if (found === migration) continue;
    const [own, other] = [migration ?? "no migration", found ?? "no migration"];
    throw new UsageError(
      `The backup of database ${number} is of the release with ${own}, and the installation has ${other}. Deploy that release, restore the backup, and then deploy the present one.`,
    );
  }
  if (!manifest.master_secret_ids.every((id) => master_secret_ids.includes(id))) {
    throw new UsageError(
      "The installation has another MASTER_SECRET than the one of the backup, so the secrets of webhooks and connections could not be decrypted. Set MASTER_SECRET (and MASTER_SECRET_SECOND, if it was set) as they were.",
    );
  }
}

/** Sends the rows of a table after the first `present` ones, which the installation has already. */
async function sendRows(
  api: OperatorApi,
  { path, target, backup, present }: { path: string; target: string; backup: string; present: number },
): Promise<void> {
  for await (const { json } of rowBatches(path, present)) await api.post(target, `{"backup":"${backup}","rows":${json}}`);
}

/** The ids of all organizations of the backup. */
async function organizationIds({ tables }: BackupManifest, folder: string): Promise<number[]> {
  const id = tables.find(({ name }) => name === "organizations")?.columns.indexOf("id") ?? 0;
  const ids: number[] = [];
  for await (const { text } of linesOf(databaseFile(folder, 0, "organizations"))) ids.push(Number((JSON.parse(text) as unknown[])[id]));
  return ids;
}

/** Lets the service compute the search words of all organizations in a database. */
async function buildSearch(
  api: OperatorApi,
  { number, tables, folder, backup }: { number: number; tables: readonly BackupTable[]; folder: string; backup: string },
): Promise<void> {
  const id = tables.find(({ name }) => name === "organizations")?.columns.indexOf("id") ?? 0;
  for await (const { text } of linesOf(databaseFile(folder, number, "organizations"))) {
    const organization = (JSON.parse(text) as unknown[])[id];
    for (const list of ["orders", "products"]) {
      for (let after: number | null = 0; after !== null;) {
        const body: string = JSON.stringify({ backup, organization, list, after });
        after = (await api.post<{ last: number | null }>(`/restore/${number}/search`, body)).last;
      }
    }
  }
}

/** The tables of which the installation does not have the rows of the backup. */
const differingTables = (manifest: BackupManifest, { databases }: Installation): string[] =>
  manifest.databases.flatMap(({ number, files }) =>
    Object.entries(files).flatMap(([name, { rows }]) => {
      const found = databases[number]?.rows[name] ?? 0;
      return found === rows ? [] : [`database ${number}: ${name} has ${found} rows instead of ${rows}`];
    }),
  );

/** The tables of counts and sums in which the installation differs from the original. */
const differingSums = (manifest: BackupManifest, { databases }: Installation): string[] =>
  manifest.databases.flatMap(({ number, state }) =>
    Object.entries(state?.sums ?? {}).flatMap(([name, sums]) =>
      databases[number]?.sums[name] === sums ? [] : [`${name} of database ${number}`],
    ),
  );

async function restoreDatabase(
  api: OperatorApi,
  { number, files }: BackupDatabase,
  { manifest, folder, present }: { manifest: BackupManifest; folder: string; present: Record<string, number> },
): Promise<void> {
  const [backup, { tables }] = [backupId(manifest), manifest];
  for (const { name } of tables) {
    const rows = { path: databaseFile(folder, number, name), target: `/restore/${number}/${name}`, backup };
    if ((files[name]?.rows ?? 0) > 0) await sendRows(api, { ...rows, present: present[name] ?? 0 });
  }
  await buildSearch(api, { number, tables, folder, backup });
}

/** Begins the restore. Throws UsageError for an installation that is not empty: it may have been restored, and only the last response was lost. */
async function begin(api: OperatorApi, manifest: BackupManifest, found: Installation): Promise<void> {
  try {
    await api.post("/restore", JSON.stringify({ backup: backupId(manifest) }));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "not_empty" || differingTables(manifest, found).length > 0) throw error;
    const hint = "Each table has as many rows as in this backup. If its restore was interrupted at the end, it is restored.";
    throw new UsageError(`${error.message}\n${hint}`, { cause: error });
  }
}

/** Restores a backup into an empty installation, which is in maintenance, or continues that. */
export async function restoreAll(api: OperatorApi, { folder, say }: Options): Promise<void> {
  const manifest = readBackup(folder);
  if (manifest === null) throw new UsageError(`${folder} has no backup.`);
  if (manifest.step !== "finished") throw new UsageError(`The backup in ${folder} is not finished. Run: backup ${folder}`);
  await verifyFiles(manifest, folder);
  const found = await api.get<Installation>("/restore");
  verifyInstallation(manifest, found);
  const backup = backupId(manifest);
  await begin(api, manifest, found);
  for (const database of manifest.databases) {
    await restoreDatabase(api, database, { manifest, folder, present: found.databases[database.number]?.rows ?? {} });
    say(`Database ${database.number} is restored.`);
  }
  const restored = await api.get<Installation>("/restore");
  const missing = differingTables(manifest, restored);
  if (missing.length > 0) throw new Error(`The restore is not complete: ${missing.join("; ")}.`);
  // Before the end, after which this command can't be repeated.
  for (const organization of await organizationIds(manifest, folder)) await sayMissingFiles(api, organization, say);
  await api.post("/restore/end", JSON.stringify({ backup, states: manifest.databases.map(({ state }) => state) }));
  const sums = differingSums(manifest, restored);
  if (sums.length > 0) {
    throw new Error(
      `All rows are restored. Counts and sums were computed from them again, and differ from those of the original in ${sums.join(", ")}: report this.`,
    );
  }
  say(`The backup of ${manifest.as_of} is restored. Now do what docs/runbook.md says about the end of a restore.`);
}
