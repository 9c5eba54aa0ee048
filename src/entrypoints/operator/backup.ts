import * as z from "zod";
import { beginTracking, type ChangedRows, endTracking, readChangedRows } from "../../tenants/backup/backup.sql.ts";
import { databaseWithNumber, masterSecretIds, migrationsOf } from "../../tenants/backup/installation";
import { readPlacement } from "../../tenants/backup/placement.sql.ts";
import { NDJSON, parseKey } from "../../tenants/lifecycle/export";
import { type Key, readRows, valuesIn } from "../../tenants/move/rows.sql.ts";
import { BACKED_UP_TABLES, type TenantTable } from "../../tenants/move/tenant-tables.sql.ts";
import { conflict, invalid, notFound } from "../../platform/api-error";
import { fileReply, ok, operator, resource } from "../../platform/http/endpoint";
import { parseStored } from "../../platform/reading/json";

const route = resource("Operator", operator, operator);

/** How long a backup may take. Its triggers do nothing after that. */
const BACKUP_MS = 86_400_000;

/** Clocks of the Worker and the database differ by less than this. */
const CLOCK_SKEW_MS = 60_000;

const Moment = z.coerce.number().int().min(1);
export const DatabasePath = z.object({ database: z.coerce.number().int().min(0) });
export const DatabaseTablePath = DatabasePath.extend({ table: z.string().max(64) });
const UntilResponse = z.strictObject({ until: z.int() });
const Value = z.union([z.string(), z.number(), z.null()]);

/** What a database must have after all rows were copied, by which a backup and its restore are checked (DatabaseState). */
export const StateResponse = z.strictObject({
  sums: z.record(z.string(), z.string()),
  sequences: z.record(z.string(), z.int()),
  ids: z.record(z.string(), z.int()),
});
export const DatabaseMigration = z.strictObject({ number: z.int(), migration: z.string().nullable() });

const BackupResponse = z.strictObject({
  /** Identifies a backup that begins now: the end of the time that it may take, ms since 1970. */
  until: z.int(),
  master_secret_ids: z.array(z.string()),
  /** Where organizations are. If it changes while changes are copied, they are copied once more (cli/operator/backup.ts). */
  placement: z.string(),
  /** The organizations that are moving now. */
  moving: z.array(z.int()),
  /** The backup that is being restored into the installation. Null: none. */
  restoring: z.string().nullable(),
  databases: z.array(DatabaseMigration),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), key: z.array(z.string()) })),
});

const ChangesResponse = z.strictObject({
  /** For each change: the table, the key of the row, and the row as it is now, or null if it was deleted. */
  rows: z.array(z.tuple([z.string(), z.array(z.union([z.string(), z.number()])), z.array(Value).nullable()])),
  /** The number of the last of these changes, which is `after` in the next request. Null: there are none. */
  last: z.int().nullable(),
  has_more: z.boolean(),
  state: StateResponse.nullable(),
});

/** A table of a backup. Throws 404 Not Found if there is none with this name. */
export function backedUpTable(name: string): TenantTable {
  const table = BACKED_UP_TABLES.find((each) => each.name === name);
  if (table === undefined) throw notFound();
  return table;
}

/** Throws 409 Conflict if changes may be missing. */
function assertComplete({ isComplete }: ChangedRows, until: number, now: number): void {
  if (isComplete && now < until - CLOCK_SKEW_MS) return;
  throw conflict("backup_ended", "This backup has ended, or took longer than a day. Start again in an empty folder.");
}

/** Backups of the installation (docs/spec/operator.md#backup). */
export const backupEndpoints = [
  route.get("/backup", {
    operationId: "getBackup",
    summary: "What a backup of the installation consists of",
    responses: { 200: BackupResponse },
    handle: async ({ env, control, settings: { masterSecrets }, now }) => {
      const [ids, databases, placement] = await Promise.all([
        masterSecretIds(masterSecrets),
        migrationsOf(env, now),
        readPlacement(control),
      ]);
      const tables = BACKED_UP_TABLES.map(({ name, columns, key }) => ({ name, columns, key }));
      return ok({ until: now + BACKUP_MS, master_secret_ids: ids, ...placement, databases, tables });
    },
  }),
  route.post("/backup/:database", {
    operationId: "beginBackup",
    hasNoLocation: true,
    summary: "Record the changes of a database for a backup",
    input: { param: DatabasePath, json: z.object({ until: z.int() }) },
    responses: { 200: UntilResponse },
    handle: async ({ env, param: { database }, json: { until }, now }) => {
      if (until <= now || until > now + BACKUP_MS) throw invalid("until", "invalid_value", "Expected a time within the next 24 hours.");
      await beginTracking(databaseWithNumber(env, database), until, now);
      return ok({ until });
    },
  }),
  route.get("/backup/:database/changes", {
    operationId: "readBackupChanges",
    summary: "Rows that have changed since the backup began",
    errors: ["conflict"],
    input: {
      param: DatabasePath,
      query: z.object({ until: Moment, after: z.coerce.number().int().min(0), state: z.enum(["true"]).optional() }),
    },
    responses: { 200: ChangesResponse },
    handle: async ({ env, param: { database }, query: { until, after, state }, now }) => {
      const changedRows = await readChangedRows(databaseWithNumber(env, database), { until, after, withState: state !== undefined });
      assertComplete(changedRows, until, now);
      const rows = changedRows.rows.map(({ table, key, row }) => [table.name, parseStored<Key>(key), row === null ? null : valuesIn(row)]);
      return ok({ rows, last: changedRows.last, has_more: changedRows.hasMore, state: changedRows.state });
    },
  }),
  route.get("/backup/:database/:table", {
    operationId: "readBackupTable",
    summary: "The next rows of a table",
    description: "Each line is a JSON array with the values of a row, in the order of the table's key. After the last row, there are none.",
    input: { param: DatabaseTablePath, query: z.object({ after: z.string().max(4000).optional() }) },
    responses: { 200: z.string() },
    mediaType: NDJSON,
    handle: async ({ env, param: { database, table: name }, query }) => {
      const table = backedUpTable(name);
      const after = query.after === undefined ? null : parseKey(table, query.after);
      if (query.after !== undefined && after === null)
        throw invalid("after", "invalid_key", `Expected a JSON array with the values of ${table.key.join(", ")}.`);
      const rows = await databaseWithNumber(env, database).run(readRows(table, after));
      const body = rows.map(({ row }) => `${JSON.stringify(valuesIn(row))}\n`).join("");
      return fileReply(new Response(body, { headers: { "Content-Type": NDJSON } }));
    },
  }),
  route.delete("/backup/:database", {
    operationId: "endBackup",
    summary: "Record no more changes of a database",
    input: { param: DatabasePath, query: z.object({ until: Moment }) },
    responses: { 200: UntilResponse },
    handle: async ({ env, param: { database }, query: { until } }) => {
      await endTracking(databaseWithNumber(env, database), until);
      return ok({ until });
    },
  }),
];
