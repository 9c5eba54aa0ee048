import { existsSync, renameSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { appendToPrivateFile, makePrivateFolder, writePrivateFile } from "../private-files.ts";
import { ApiProblem, type OperatorApi } from "./api.ts";
import { UsageError } from "./arguments.ts";
import { linesOf } from "./lines.ts";
import { type ExportedTable, keyOf, type Manifest, manifestPath, readManifest, tablePath } from "./manifest.ts";

/** A download that ends early this many times without a new row has failed. */
const MAX_STALLS = 5;

/** The complete lines of a table's file: how many, their size, and the key of the last one. */
async function progressOf(folder: string, table: ExportedTable): Promise<{ rows: number; bytes: number; after: unknown[] | null }> {
  const path = tablePath(folder, table.name);
  const progress = { rows: 0, bytes: 0, after: null as unknown[] | null };
  if (!existsSync(path)) return progress;
  let last: string | null = null;
  for await (const { text, end } of linesOf(path)) {
    progress.rows += 1;
    progress.bytes = end;
    last = text;
  }
  return { ...progress, after: last === null ? null : keyOf(table, last) };
}

/** Downloads the rows of a table that its file does not have yet. */
async function downloadTable(
  api: OperatorApi,
  { id, folder, table }: { id: number; folder: string; table: ExportedTable },
): Promise<number> {
  const path = tablePath(folder, table.name);
  const last = JSON.stringify(table.last);
  for (let stalls = 0, before = -1; ;) {
    const { rows, bytes, after } = await progressOf(folder, table);
    if (table.last === null || JSON.stringify(after) === last) {
      if (table.last === null) writePrivateFile(path, "");
      return rows;
    }
    stalls = rows > before ? 0 : stalls + 1;
    if (stalls > MAX_STALLS)
      throw new Error(`${table.name}: the last row, ${last}, does not come. Start the export again in an empty folder.`);
    before = rows;
    // A line that was cut off.
    if (existsSync(path)) truncateSync(path, bytes);
    const query = new URLSearchParams({ last, ...(after !== null && { after: JSON.stringify(after) }) });
    try {
      const body = await api.download(`/organizations/${id}/export/${table.name}?${query}`);
      await pipeline(body, appendToPrivateFile(path));
    } catch (error) {
      // The next attempt continues where this one was cut off.
      if ((error instanceof ApiProblem && error.status < 500) || stalls === MAX_STALLS) throw error;
    }
  }
}

/** Downloads the orders as CSV, in parts. Parts that exist are complete, because a part gets its name at the end. */
async function downloadOrders(api: OperatorApi, { id, folder }: { id: number; folder: string }): Promise<void> {
  for (let part = 1; ; part += 1) {
    const path = join(folder, `orders-${part}.csv`);
    if (existsSync(path)) continue;
    const partial = `${path}.part`;
    rmSync(partial, { force: true });
    await pipeline(await api.download(`/organizations/${id}/export/orders.csv?part=${part}`), appendToPrivateFile(partial));
    let lines = 0;
    for await (const _line of linesOf(partial)) if ((lines += 1) > 1) break;
    // Beyond the last part, there is only the header.
    if (lines < 2 && part > 1) return rmSync(partial);
    renameSync(partial, path);
    if (lines < 2) return;
  }
}

/** Exports an organization to a folder that only its owner can read, or continues an export in the same folder. */
export async function exportOrganization(
  api: OperatorApi,
  { id, folder, say }: { id: number; folder: string; say: (line: string) => void },
): Promise<void> {
  let manifest = readManifest(folder);
  if (manifest !== null && manifest.id !== id) throw new UsageError(`${folder} has the export of organization ${manifest.id}.`);
  if (manifest === null) {
    manifest = { id, ...(await api.get<Omit<Manifest, "id">>(`/organizations/${id}/export`)) };
    makePrivateFolder(folder);
    writePrivateFile(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`);
  }
  for (const table of manifest.tables) say(`${table.name}: ${await downloadTable(api, { id, folder, table })} rows`);
  await downloadOrders(api, { id, folder });
  say(`Organization ${id} is in ${folder}.`);
}
