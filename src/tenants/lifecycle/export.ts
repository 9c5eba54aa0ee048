import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { type Key, lastKey, MAX_PART_BYTES, readPart, valuesIn } from "../move/rows.sql.ts";
import type { TenantTable } from "../move/tenant-tables.sql.ts";
import type { ExportLock } from "../../platform/export-lock";
import { organizationsDb } from "../../platform/db/database";
import { type FilePart, openFileStream } from "../../platform/file-stream";
import { type ExportedTable, exportedTables } from "./exported-tables";
import { parseJsonText, parseStored } from "../../platform/reading/json";

/** A table of an export. */
export interface TableRange {
  name: string;
  /** The columns of its key. */
  key: readonly string[];
  /** The key of its last row when the export began. Null: it has no rows. */
  last: Key | null;
}

const databaseOfTable = (env: Env, { database }: OrganizationRow, { isInDirectory }: ExportedTable) =>
  organizationsDb(env, isInDirectory ? 0 : database);

/**
 * The tables of an organization's export, with the keys of their last rows, all read in one transaction. An export up to those keys has no
 * row that refers to a later one.
 */
export async function tableRanges(env: Env, organization: OrganizationRow): Promise<TableRange[]> {
  const tables = exportedTables(organization.database);
  const lastKeys = async (some: readonly ExportedTable[]) => {
    const [first] = some;
    if (first === undefined) return [];
    const rows = await databaseOfTable(env, organization, first).run(some.map(({ table }) => lastKey(table, organization.id)));
    return some.map(({ name, table: { key } }, index) => {
      const [found] = rows[index] ?? [];
      return { name, key, last: found === undefined ? null : parseStored<Key>(found.key) };
    });
  };
  // The audit log of the directory is last, because that is another transaction. Its rows refer to no others.
  return [
    ...(await lastKeys(tables.filter(({ isInDirectory }) => !isInDirectory))),
    ...(await lastKeys(tables.filter(({ isInDirectory }) => isInDirectory))),
  ];
}

function lineOf({ definitions }: TenantTable, row: string, hasSecrets: boolean): string {
  const values = valuesIn(row);
  const entries = definitions.flatMap(({ name, isSecret }, index) => (isSecret && !hasSecrets ? [] : [[name, values[index]] as const]));
  return `${JSON.stringify(Object.fromEntries(entries))}\n`;
}

/** Media type of files with one JSON value per line. */
export const NDJSON = "application/x-ndjson";

/** Each part takes one query, of which D1 allows 1,000 for one request. */
const MAX_PARTS = 900;
/** A part has at most 4 MB too. It has more rows than a part of a move (move/rows.sql.ts), so that a large table needs few parts. */
const MAX_PART_ROWS = 5_000;

interface Part {
  /** Only rows after this key. Null: from the first. */
  after: Key | null;
  /** Only rows up to this key. Null: up to the one that is the last now. */
  last: Key | null;
  /** Whether the lines have encrypted secrets. */
  hasSecrets: boolean;
  /** Whether the file of a large table ends before its last row. Otherwise its download fails. */
  mayEndEarly: boolean;
  lock: ExportLock;
}

/**
 * The rows of a table as JSON lines, in the order of its key. They are read while they are downloaded, so only one part is in memory
 * (platform/file-stream.ts).
 */
async function tableLines(
  env: Env,
  organization: OrganizationRow,
  exported: ExportedTable,
  { hasSecrets, mayEndEarly, lock, ...range }: Part & { last: Key },
): Promise<ReadableStream<Uint8Array>> {
  const { table } = exported;
  const db = databaseOfTable(env, organization, exported);
  let { after } = range;
  let [partCount, isDone] = [0, false];
  const read = async (): Promise<string> => {
    const rows = await db.run(readPart(table, organization.id, { ...range, after, maxRows: MAX_PART_ROWS }));
    const end = rows.at(-1);
    if (end === undefined) isDone = true;
    else after = parseStored<Key>(end.key);
    return rows.map(({ row }) => lineOf(table, row, hasSecrets)).join("");
  };
  const next = (): FilePart | null => {
    partCount += 1;
    const isTooLarge = partCount > MAX_PARTS;
    if (isTooLarge && !isDone && !mayEndEarly) throw new Error("The table is too large for one download.");
    return isDone || isTooLarge ? null : { bytes: MAX_PART_BYTES, read };
  };
  return await openFileStream({ organizationId: organization.id, next, lock, event: "organization.export" });
}

/** A file with the rows of a table as JSON lines. */
export async function tableFile(env: Env, organization: OrganizationRow, exported: ExportedTable, part: Part): Promise<Response> {
  const { name, table } = exported;
  const headers = { "Content-Type": NDJSON, "Content-Disposition": `attachment; filename="${name}.ndjson"` };
  const [found] = await databaseOfTable(env, organization, exported).run(lastKey(table, organization.id));
  const last = part.last ?? (found === undefined ? null : parseStored<Key>(found.key));
  if (last !== null) return new Response(await tableLines(env, organization, exported, { ...part, last }), { headers });
  await part.lock.end();
  return new Response("", { headers });
}

/** A key in a query, such as `[12]`. Null if this is not one of the table. */
export function parseKey({ key, definitions }: TenantTable, text: string): Key | null {
  const { value: parsed, violation } = parseJsonText(text);
  if (violation !== null) return null;
  const types = key.map((column) => definitions.find(({ name }) => name === column)?.type);
  const isKey = (values: unknown): values is Key =>
    Array.isArray(values) &&
    values.length === types.length &&
    values.every((value, index) => (types[index] === "number" ? Number.isSafeInteger(value) : typeof value === "string"));
  return isKey(parsed) ? parsed : null;
}
