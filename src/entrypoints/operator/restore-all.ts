import * as z from "zod";
import { isInMaintenance, DIRECTORY, type Settings } from "../../platform/env";
import { countAll, readState } from "../../tenants/backup/backup.sql.ts";
import { databaseWithNumber, masterSecretIds, migrationsOf } from "../../tenants/backup/installation";
import { readPlacement } from "../../tenants/backup/placement.sql.ts";
import { beginRestoreAll, endRestoreAll, restoreAllRows, restoreWords } from "../../tenants/backup/restore-all";
import { conflict } from "../../platform/api-error";
import { organizationsDb } from "../../platform/db/database";
import { ok, operator, resource } from "../../platform/http/endpoint";
import { backedUpTable, DatabaseMigration, DatabasePath, DatabaseTablePath, StateResponse } from "./backup";

const route = resource("Operator", operator, operator);

/** 1,000 rows have up to 80,000 values. JSON may have 100,000 (ORDINARY_SHAPE). */
const MAX_ROWS = 1000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const Backup = z.string().min(1).max(64);
/** The id of the backup that is being restored. Null: none. */
const RestoringResponse = z.strictObject({ restoring: z.string().nullable() });
const Values = z.array(z.union([z.string(), z.int(), z.null()]));

const InstallationResponse = z.strictObject({
  restoring: z.string().nullable(),
  master_secret_ids: z.array(z.string()),
  databases: z.array(DatabaseMigration.extend({ rows: z.record(z.string(), z.int()), sums: StateResponse.shape.sums })),
});

/** Throws 409 Conflict unless the service is in maintenance, so that nobody uses a part of the data and nothing is sent. */
function assertMaintenance(settings: Settings): void {
  if (isInMaintenance(settings, DIRECTORY)) return;
  throw conflict("not_in_maintenance", "Set MAINTENANCE to true for the time of the restore.");
}

/** The restore of a backup of the installation (docs/spec/operator.md#restore-all). */
export const restoreAllEndpoints = [
  route.get("/restore", {
    operationId: "getRestore",
    summary: "What the installation has: the number of rows of each table, and sums",
    responses: { 200: InstallationResponse },
    handle: async ({ env, control, settings: { masterSecrets }, now }) => {
      const [{ restoring }, ids, migrations] = await Promise.all([
        readPlacement(control),
        masterSecretIds(masterSecrets),
        migrationsOf(env, now),
      ]);
      const databases = await Promise.all(
        migrations.map(async ({ number, migration }) => {
          const db = organizationsDb(env, number);
          const [rows, { sums }] = [await countAll(db), await readState(db)];
          return { number, migration, rows, sums };
        }),
      );
      return ok({ restoring, master_secret_ids: ids, databases });
    },
  }),
  route.post("/restore", {
    operationId: "beginRestoreAll",
    hasNoLocation: true,
    summary: "Begin to restore a backup into an empty installation",
    errors: ["conflict"],
    input: { json: z.object({ backup: Backup }) },
    responses: { 200: RestoringResponse },
    handle: async ({ env, settings, json: { backup } }) => {
      assertMaintenance(settings);
      await beginRestoreAll(env, backup);
      return ok({ restoring: backup });
    },
  }),
  route.post("/restore/end", {
    operationId: "endRestoreAll",
    hasNoLocation: true,
    summary: "End the restore of a backup",
    errors: ["conflict"],
    input: { json: z.object({ backup: Backup, states: z.array(StateResponse).min(1) }) },
    responses: { 200: RestoringResponse },
    handle: async ({ env, settings, json }) => {
      assertMaintenance(settings);
      await endRestoreAll(env, json);
      return ok({ restoring: null });
    },
  }),
  route.post("/restore/:database/search", {
    operationId: "restoreAllWords",
    hasNoLocation: true,
    summary: "Compute the search words of the next orders or products of an organization",
    errors: ["conflict"],
    input: {
      param: DatabasePath,
      json: z.object({ backup: Backup, organization: z.int(), list: z.enum(["orders", "products"]), after: z.int().min(0) }),
    },
    responses: { 200: z.strictObject({ last: z.int().nullable() }) },
    handle: async ({ env, settings, param: { database }, json: { organization: organizationId, ...part } }) => {
      assertMaintenance(settings);
      return ok({ last: await restoreWords(databaseWithNumber(env, database), { organizationId, ...part }) });
    },
  }),
  route.post("/restore/:database/:table", {
    operationId: "restoreAllRows",
    hasNoLocation: true,
    summary: "Restore rows of a table of a backup",
    bodyLimit: MAX_BODY_BYTES,
    errors: ["conflict"],
    input: { param: DatabaseTablePath, json: z.object({ backup: Backup, rows: z.array(Values).max(MAX_ROWS) }) },
    responses: { 200: RestoringResponse },
    handle: async ({ env, settings, param: { database, table }, json }) => {
      assertMaintenance(settings);
      await restoreAllRows(databaseWithNumber(env, database), backedUpTable(table), json);
      return ok({ restoring: json.backup });
    },
  }),
];
