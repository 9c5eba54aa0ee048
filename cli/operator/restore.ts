import { ApiProblem, type OperatorApi } from "./api.ts";
import { UsageError } from "./arguments.ts";
import { linesOf } from "./lines.ts";
import { type Manifest, readManifest, tablePath } from "./manifest.ts";

/** Limits of one request: the service accepts 4 MiB and 1,000 rows. */
const MAX_BYTES = 3_500_000;
const MAX_ROWS = 1000;

interface Options {
  folder: string;
  into: number | null;
  database: number | null;
  hasNewId: boolean;
  /** Whether the export is from another installation. */
  isForeign: boolean;
  say: (line: string) => void;
}

/** Creates the organization to restore into. */
async function create(api: OperatorApi, manifest: Manifest, { database, hasNewId, folder }: Options): Promise<number> {
  const { roll_up_status: _later, ...organization } = manifest.organization;
  const body = { ...organization, id: hasNewId ? null : manifest.id, ...(database !== null && { database }) };
  try {
    return (await api.postOnce<{ id: number }>("/organizations", body)).id;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "id_taken") throw error;
    const hint = `There is an organization ${manifest.id}. To continue its restore, run: restore ${folder} --into ${manifest.id}. To restore under another id: --new-id.`;
    throw new UsageError(hint, { cause: error });
  }
}

/** Sends the rows of a table. Rows that the organization has already stay as they are. Returns how many there are. */
async function restoreTable(
  api: OperatorApi,
  id: number,
  { folder, table, isForeign }: { folder: string; table: string; isForeign: boolean },
): Promise<number> {
  let [rows, bytes] = [[] as string[], 0];
  let count = 0;
  const send = async () => {
    if (rows.length > 0)
      await api.post(`/organizations/${id}/restore/${table}`, `{"from_another_installation":${isForeign},"rows":[${rows.join()}]}`);
    [rows, bytes] = [[], 0];
  };
  for await (const { text } of linesOf(tablePath(folder, table))) {
    const size = Buffer.byteLength(text) + 1;
    if (rows.length === MAX_ROWS || bytes + size > MAX_BYTES) await send();
    rows.push(text);
    bytes += size;
    count += 1;
  }
  await send();
  return count;
}

async function restoreRows(
  api: OperatorApi,
  id: number,
  { manifest, folder, isForeign, say }: { manifest: Manifest } & Pick<Options, "folder" | "isForeign" | "say">,
) {
  const { organization, retention, tables } = manifest;
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    rows[name] = await restoreTable(api, id, { folder, table: name, isForeign });
    say(`${name}: ${rows[name]} rows`);
  }
  await api.post(`/organizations/${id}/restore`, JSON.stringify({ organization, retention, rows }));
}

/** Restores an export into an organization that has no rows yet. Its credentials are new. Returns the organization's id. */
export async function restoreOrganization(api: OperatorApi, options: Options): Promise<number> {
  const { folder, isForeign, say } = options;
  const manifest = readManifest(folder);
  if (manifest === null) throw new UsageError(`${folder} has no export.`);
  const id = options.into ?? (await create(api, manifest, options));
  await restoreRows(api, id, { manifest, folder, isForeign, say }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "id_not_given_out") {
      const hint = `The service has not given out the ids of this export. If another installation has, run: restore ${folder} --into ${id} --from-another-installation.`;
      throw new UsageError(hint, { cause: error });
    }
    // The response that said so was lost.
    if (error.code !== "restore_finished") throw error;
  });
  say(`Organization ${id} is restored. Create its members and credentials now.`);
  return id;
}
