import { restoreError } from "../lifecycle/restore";
import { checkRows } from "../lifecycle/row-values";
import { raiseLastId } from "../lifecycle/restore.sql.ts";
import { assertToken, halt, isHaltedFor, resumeFrom } from "../move/halted.sql.ts";
import { insertRows, rowText } from "../move/rows.sql.ts";
import { indexOrders, indexProducts, nextOrders, nextProducts } from "../move/search.sql.ts";
import type { TenantTable } from "../move/tenant-tables.sql.ts";
import { ApiError, conflict } from "../../platform/api-error";
import { classifyError, WriteConflict } from "../../platform/db/change";
import { organizationDatabases, type OrganizationsDb } from "../../platform/db/database";
import { DIRECTORY } from "../../platform/env";
import { type DatabaseState, usedTables } from "./backup.sql.ts";
import { INSTALLATION } from "./placement.sql.ts";

/** The restore of a backup into an empty installation. Each step can be repeated. `backup` is the id of the backup. */

/**
 * Begins a restore, unless it has begun, or continues it. Throws 409 Conflict if the installation has rows. The directory is halted only if all databases
 * are empty, and resumed last. So while it is halted, any database may have rows of this restore, also one that an interrupted `endRestoreAll` has
 * resumed.
 */
export async function beginRestoreAll(env: Env, backup: string): Promise<void> {
  const databases = organizationDatabases(env);
  for (const db of databases) {
    // The directory is the first.
    if (db.number === DIRECTORY && (await db.run(isHaltedFor(INSTALLATION, backup))).length > 0) break;
    await assertEmpty(db);
  }
  for (const db of databases) await db.run(halt(INSTALLATION, backup));
}

async function assertEmpty(db: OrganizationsDb): Promise<void> {
  const used = await db.run(usedTables());
  const names = used.flat().map(({ name }) => name);
  if (names.length === 0) return;
  const message = `The installation is not empty: database ${db.number} has rows in ${names.join(", ")}. Restore into a new installation.`;
  throw conflict("not_empty", message, { database: db.number });
}

/** Runs a batch of a restore. Throws 409 Conflict if this backup is not being restored. */
async function inRestore<T>(run: Promise<T>): Promise<T> {
  return await run.catch((error: unknown) => {
    if (classifyError(error) instanceof WriteConflict)
      throw conflict("not_restoring", "This backup is not being restored, or its restore has finished.");
    throw restoreError(error);
  });
}

/**
 * Inserts rows, whose values are in the order of the table's columns. Rows that exist stay. Triggers compute counts and sums. Throws 400 Bad Request
 * for values that no backup has, and 409 Conflict.
 */
export async function restoreAllRows(
  db: OrganizationsDb,
  table: TenantTable,
  { backup, rows }: { backup: string; rows: readonly (string | number | null)[][] },
): Promise<void> {
  const wrong = rows.findIndex((row) => row.length !== table.columns.length);
  if (wrong !== -1) {
    const message = `Expected the values of ${table.columns.length} columns.`;
    throw new ApiError("validation_error", [{ path: `rows[${wrong}]`, code: "invalid_rows", message }]);
  }
  const named = rows.map((row) => Object.fromEntries(table.columns.map((column, index) => [column, row[index]])));
  const { violations } = checkRows(table, named, null);
  if (violations.length > 0) throw new ApiError("validation_error", violations);
  await inRestore(db.run([assertToken(INSTALLATION, backup), ...insertRows(table, rows.map(rowText), null, "stay")]));
}

/** Computes search words of the next orders or products of an organization. Returns the last id. Null: there are no more. */
export async function restoreWords(
  db: OrganizationsDb,
  { backup, organizationId, list, after }: { backup: string; organizationId: number; list: "orders" | "products"; after: number },
): Promise<number | null> {
  const range = { after, last: Number.MAX_SAFE_INTEGER };
  const assertion = assertToken(INSTALLATION, backup);
  const rows = await db.run(list === "orders" ? nextOrders(organizationId, range) : nextProducts(organizationId, range));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await inRestore(
      list === "orders"
        ? indexOrders(db, organizationId, { orderIds: ids, goneItemIds: [] }, assertion)
        : indexProducts(db, organizationId, ids, assertion),
    );
  }
  return ids.at(-1) ?? null;
}

/** Ends the restore. No id that the original has given out is given out again. */
export async function endRestoreAll(
  env: Env,
  { backup, states }: { backup: string; states: readonly Pick<DatabaseState, "sequences" | "ids">[] },
): Promise<void> {
  // The directory is last: until then, the restore can be continued.
  for (const db of organizationDatabases(env).toReversed()) {
    const { sequences = {}, ids = {} } = states[db.number] ?? {};
    await db.run([
      ...Object.entries(sequences).flatMap(([name, value]) => raiseLastId({ name, numberedBy: "sequences" }, value)),
      ...Object.entries(ids).flatMap(([name, value]) => raiseLastId({ name, numberedBy: "sqlite_sequence" }, value)),
      resumeFrom(INSTALLATION, backup),
    ]);
  }
}
