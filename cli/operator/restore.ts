import { ApiProblem, isCuredByRepetition, type OperatorApi } from "./api.ts";
import { UsageError } from "./arguments.ts";
import { type Manifest, readManifest, tablePath } from "./manifest.ts";
import { sayMissingFiles } from "./missing-files.ts";
import { rowBatches } from "./row-batches.ts";

interface Options {
  folder: string;
  into: number | null;
  database: number | null;
  hasNewId: boolean;
  /** Whether the export is from another installation. */
  isForeign: boolean;
  say: (line: string) => void;
}

const FOREIGN = "--from-another-installation";

/** The command that continues a restore. It needs the same option as the first one. */
const commandTo = (id: number, { folder, isForeign }: Pick<Options, "folder" | "isForeign">): string =>
  `restore ${folder} --into ${id}${isForeign ? ` ${FOREIGN}` : ""}`;

/** Creates the organization to restore into. It is closed from the beginning, so that nobody uses it, even if this process ends before it says its id. */
async function create(api: OperatorApi, manifest: Manifest, options: Options): Promise<number> {
  const { database, hasNewId } = options;
  const { roll_up_status: _later, ...organization } = manifest.organization;
  const body = { ...organization, id: hasNewId ? null : manifest.id, for_restore: true, ...(database !== null && { database }) };
  try {
    return (await api.postOnce<{ id: number }>("/organizations", body)).id;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "id_taken") throw error;
    const hint = `There is an organization ${manifest.id}. To continue its restore, run: ${commandTo(manifest.id, options)}. To restore under another id: --new-id.`;
    throw new UsageError(hint, { cause: error });
  }
}

/** Sends the rows of a table. Rows that the organization has already stay as they are. Returns how many there are. */
async function restoreTable(
  api: OperatorApi,
  id: number,
  { folder, table, isForeign }: { folder: string; table: string; isForeign: boolean },
): Promise<number> {
  let total = 0;
  for await (const { json, count } of rowBatches(tablePath(folder, table))) {
    await api.post(`/organizations/${id}/restore/${table}`, `{"from_another_installation":${isForeign},"rows":${json}}`);
    total += count;
  }
  return total;
}

async function restoreRows(
  api: OperatorApi,
  id: number,
  { manifest, folder, isForeign, say }: { manifest: Manifest } & Pick<Options, "folder" | "isForeign" | "say">,
) {
  const { organization, retention, tables } = manifest;
  const rows: Record<string, number> = {};
  try {
    for (const { name } of tables) {
      rows[name] = await restoreTable(api, id, { folder, table: name, isForeign });
      say(`${name}: ${rows[name]} rows`);
    }
    await api.post(`/organizations/${id}/restore`, JSON.stringify({ organization, retention, rows }));
  } catch (error) {
    // The response that said so was lost.
    if (!(error instanceof ApiProblem) || error.code !== "restore_finished") throw error;
  }
}

/** Restores into a new organization. Returns its id. */
async function restoreIntoNew(api: OperatorApi, manifest: Manifest, options: Options): Promise<number> {
  const { folder, isForeign, say } = options;
  const id = await create(api, manifest, options);
  say(`Organization ${id} is created. If the restore is interrupted, continue with: ${commandTo(id, options)}`);
  try {
    await restoreRows(api, id, { manifest, folder, isForeign, say });
  } catch (error) {
    throw new Error(`${errorText(error)}\n${await remedy(api, id, { error, ...options })}`, { cause: error });
  }
  return id;
}

/**
 * Says how to go on after a failed restore into a new organization. If repeating the restore cannot cure the error, an organization with a
 * new id is removed, because the next attempt creates another one.
 */
async function remedy(api: OperatorApi, id: number, { error, ...options }: { error: unknown } & Options): Promise<string> {
  const toContinue = `run: ${commandTo(id, options)}`;
  if (isCuredByRepetition(error)) return `To continue, ${toContinue}`;
  const isOfAnother = error instanceof ApiProblem && error.code === "id_not_given_out";
  const ifOfAnother = "If another installation has given out these ids,";
  if (isOfAnother && !options.hasNewId) return `${ifOfAnother} run: ${commandTo(id, { ...options, isForeign: true })}.`;
  const isClosed = `Organization ${id} is closed for its restore. When the cause is removed, ${toContinue}`;
  if (!options.hasNewId) return isClosed;
  try {
    await api.delete(`/organizations/${id}/restore`);
    const isRemoved = `Organization ${id}, which was created for this restore, is removed.`;
    // The cron deletes the rows that were restored. Until then, their ids are taken.
    return isOfAnother ? `${isRemoved}\n${ifOfAnother} run this in two minutes: restore ${options.folder} --new-id ${FOREIGN}.` : isRemoved;
  } catch (failure) {
    return `${isClosed}\nIt could not be removed: ${errorText(failure)}`;
  }
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Restores an export into an organization that has no rows yet. Its credentials are new. Returns the organization's id. */
export async function restoreOrganization(api: OperatorApi, options: Options): Promise<number> {
  const { folder, into, isForeign, say } = options;
  const manifest = readManifest(folder);
  if (manifest === null) throw new UsageError(`${folder} has no export.`);
  if (into !== null) await restoreRows(api, into, { manifest, folder, isForeign, say });
  const id = into ?? (await restoreIntoNew(api, manifest, options));
  await sayMissingFiles(api, id, say);
  say(`Organization ${id} is restored. Create its members and credentials now.`);
  return id;
}
