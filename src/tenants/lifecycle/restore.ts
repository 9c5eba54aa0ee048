import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { wasRestored } from "../../accounts/closure.sql.ts";
import type { OrgControl } from "../../accounts/org-control";
import { indexChanges } from "../move/index-changes";
import { rowText } from "../move/rows.sql.ts";
import type { TenantTable } from "../move/tenant-tables.sql.ts";
import { ApiError, conflict, type ErrorDetail, invalid } from "../../platform/api-error";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { classifyError, WriteConflict } from "../../platform/db/change";
import { organizationDatabases, organizationsDb } from "../../platform/db/database";
import { databaseOfId, lastForeignId } from "../../platform/db/id-range";
import { inactiveRow } from "./inactive-row";
import {
  assertClosed,
  closeOrganization,
  haltClosed,
  openOrganization,
  type OpeningValues,
  organizationClosed,
  resumeOpen,
} from "./closure";
import { exportedTables, findExportedTable } from "./exported-tables";
import {
  countRows,
  findTaken,
  findTakenObjects,
  lastGivenId,
  raiseLastId,
  restoreEntries,
  restoreRows,
  usedTables,
} from "./restore.sql.ts";
import { KEEPS_OBJECTS } from "./removal-position";
import { checkRows, type RowValues } from "./row-values";

/** The audit log gets new ids: those of the directory are in use in every installation. */
const AUDIT_LOG = "audit_log";

const entryOf = ({ id, name }: OrganizationRow, action: "organization.restored", details: Record<string, unknown>) => ({
  action,
  target_id: id,
  target_name: name,
  details,
});

/** Closes an organization for its restore, unless it is closed for that already. Throws 409 Conflict if it has data or is deleted. */
async function beginRestore(env: Env, control: OrgControl, organization: OrganizationRow): Promise<void> {
  if (organization.closed_for === "restore") return await haltClosed(env, organization);
  if (organization.closed_for !== null) throw organizationClosed();
  const used = (await organizationsDb(env, organization.database).run(usedTables(organization.id))).flat();
  if (used.length > 0) {
    if (await wasRestored(control)) {
      await resumeOpen(env, organization);
      throw conflict("restore_finished", "The restore of this organization has finished.");
    }
    const tables = used.map(({ name }) => name);
    throw conflict("not_empty", `The organization has rows in ${tables.join(", ")}. Restore into a new organization.`);
  }
  await closeOrganization(env, control, organization, {
    reason: "restore",
    entry: entryOf(organization, "organization.restored", { step: "started" }),
  });
}

/**
 * Ends a restore that will not be finished. The organization is gone from now on, and the cron removes what was restored. Throws 409 Conflict
 * if the organization is not being restored.
 */
export async function abandonRestore(env: Env, control: OrgControl, organization: OrganizationRow): Promise<void> {
  if (organization.closed_for !== "restore") throw conflict("not_restoring", "This organization is not being restored.");
  await closeOrganization(env, control, organization, {
    reason: "removal",
    // Whoever repeats the restore needs them.
    removalPosition: JSON.stringify(KEEPS_OBJECTS),
    entry: entryOf(organization, "organization.restored", { step: "abandoned" }),
  });
}

/** The highest id of these rows from each database, by its number. */
function lastIds({ key: [idColumn = ""] }: TenantTable, rows: readonly RowValues[]): Map<number, number> {
  const highest = new Map<number, number>();
  for (const row of rows) {
    const value = Number(row[idColumn]);
    highest.set(databaseOfId(value), Math.max(highest.get(databaseOfId(value)) ?? 0, value));
  }
  return highest;
}

/** Why a row may not be restored with its id. Null: it may. `limit` is the highest id of its database that is accepted. */
function idViolation(
  id: number,
  database: number,
  limit: number | undefined,
  isForeign: boolean,
): Pick<ErrorDetail, "code" | "message"> | null {
  if (id < 1) return { code: "id_of_later_database", message: "Expected a number of at least 1." };
  const owner = databaseOfId(id);
  if (owner > database) {
    const message = `This id belongs to database ${owner}. Restore into an organization in database ${owner} or a later one.`;
    return { code: "id_of_later_database", message };
  }
  if (id <= (limit ?? 0)) return null;
  if (isForeign) return { code: "id_out_of_range", message: `Expected an id of at most ${limit}, so that enough are left for new rows.` };
  const message =
    "This installation has not given out this id. If the export is from another installation, restore it with `from_another_installation`.";
  return { code: "id_not_given_out", message };
}

/**
 * Throws 400 Bad Request for ids of a database after the organization's, and for ids that its databases have not given out: the next rows of
 * all organizations would get the ids that follow. An export of another installation may have such ids, up to half of a database's.
 */
async function assertIds(
  env: Env,
  table: TenantTable,
  rows: readonly RowValues[],
  { database, isForeign }: { database: number; isForeign: boolean },
): Promise<void> {
  const owners = [...lastIds(table, rows).keys()].filter((owner) => owner >= 0 && owner <= database);
  const limits = new Map(
    await Promise.all(
      owners.map(async (owner) => {
        if (isForeign) return [owner, lastForeignId(owner)] as const;
        const [given] = await organizationsDb(env, owner).run(lastGivenId(table));
        return [owner, given?.id ?? 0] as const;
      }),
    ),
  );
  const [idColumn = ""] = table.key;
  for (const [index, row] of rows.entries()) {
    const value = Number(row[idColumn]);
    const violation = idViolation(value, database, limits.get(databaseOfId(value)), isForeign);
    if (violation !== null) throw new ApiError("validation_error", [{ path: `rows[${index}].${idColumn}`, ...violation }]);
  }
}

function idTakenError(): ApiError {
  return conflict(
    "id_taken",
    "Another organization has rows with these ids. An export can be restored only where its rows no longer exist.",
  );
}

/** Converts errors of the database about the rows. */
export function restoreError(error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  if (classifyError(error) instanceof WriteConflict) return idTakenError();
  if (text.includes("FOREIGN KEY constraint failed")) {
    return conflict("missing_reference", "A row refers to a row that is not restored. Restore the tables in the order of the export.");
  }
  const constraint = /(?:UNIQUE|CHECK) constraint failed: [^:]+/.exec(text)?.[0];
  return constraint === undefined ? error : new ApiError("validation_error", [{ path: "rows", code: "invalid_rows", message: constraint }]);
}

/** Makes sure that no database gives out the ids of these rows, and that no other organization has them. Throws 409 Conflict. */
async function claimIds(env: Env, { id, database }: OrganizationRow, table: TenantTable, rows: readonly RowValues[]): Promise<void> {
  if (table.numberedBy !== null) {
    for (const [owner, last] of lastIds(table, rows)) await organizationsDb(env, owner).run(raiseLastId(table, last));
  }
  const others = organizationDatabases(env).filter(({ number }) => number !== database);
  const found = await Promise.all(others.map(async (db) => await db.run(findTaken(table, rows, id))));
  if (found.flat(2).length > 0) throw idTakenError();
  if (table.name === "files") await assertObjects(env, id, rows);
}

/** Throws 409 Conflict if a file of another organization, in any database, has one of the objects of these files: they would share its bytes. */
async function assertObjects(env: Env, organizationId: number, files: readonly RowValues[]): Promise<void> {
  const found = await Promise.all(organizationDatabases(env).map(async (db) => await db.run(findTakenObjects(files, organizationId))));
  if (found.flat(2).length > 0) throw idTakenError();
}

interface Chunk {
  name: string;
  rows: readonly Readonly<Record<string, unknown>>[];
  /** Whether the export is from another installation, which has given out its ids. */
  isForeign: boolean;
}

/**
 * Restores rows of an export into an empty organization, with their ids, and indexes their words. Rows that exist already stay, so a request
 * can be repeated. Throws 404 Not Found for an unknown table, 400 Bad Request and 409 Conflict: then no row is restored.
 */
export async function restoreChunk(
  env: Env,
  control: OrgControl,
  organization: OrganizationRow,
  { name, rows, isForeign, masterSecrets }: Chunk & { masterSecrets: MasterSecrets },
): Promise<void> {
  const table = findExportedTable(name)?.table;
  if (table === undefined) throw new ApiError("not_found", [{ path: "table", code: "not_found", message: "There is no such table." }]);
  const { id, database } = organization;
  const { values, violations } = checkRows(table, rows, id);
  if (violations.length > 0) throw new ApiError("validation_error", violations);
  const { now } = control;
  const restored = await Promise.all(values.map(async (row) => await inactiveRow(table.name, row, { masterSecrets, now })));
  // Checks the ids before anything is written.
  if (table.numberedBy !== null && table.name !== AUDIT_LOG) await assertIds(env, table, restored, { database, isForeign });
  await beginRestore(env, control, organization);
  if (restored.length === 0) return;
  const db = organizationsDb(env, database);
  if (table.name === AUDIT_LOG) {
    await db.run([assertClosed(id), ...restoreEntries(restored, id)]).catch((error: unknown) => {
      throw restoreError(error);
    });
    return;
  }
  await claimIds(env, organization, table, restored);
  await db.run([assertClosed(id), ...restoreRows(table, restored, id)]).catch((error: unknown) => {
    throw restoreError(error);
  });
  const indexed = restored.map((row) => ({
    key: JSON.stringify(table.key.map((column) => row[column])),
    row: rowText(table.columns.map((column) => row[column] ?? null)),
  }));
  await indexChanges(db, id, [{ table, rows: indexed }], assertClosed(id));
}

/**
 * Ends the restore of an organization, which can be used then. `rows` has numbers of rows by table, which must have been restored. An
 * organization that is in use stays as it is. Throws 400 Bad Request for an unknown table and 409 Conflict if rows are missing.
 */
export async function finishRestore(
  env: Env,
  control: OrgControl,
  organization: OrganizationRow,
  { rows, ...values }: OpeningValues & { rows: Readonly<Record<string, number>> },
): Promise<void> {
  if (organization.closed_for === null) return await resumeOpen(env, organization);
  if (organization.closed_for !== "restore") throw organizationClosed();
  const { id, database } = organization;
  const unknown = Object.keys(rows).filter((name) => findExportedTable(name) === null);
  if (unknown.length > 0) throw invalid(`rows.${unknown[0]}`, "unknown_table", "Expected the name of a table of an export.");
  const tables = exportedTables(database).filter(({ isInDirectory, name }) => !isInDirectory && rows[name] !== undefined);
  const counts = tables.length === 0 ? [] : await organizationsDb(env, database).run(tables.map(({ table }) => countRows(table, id)));
  const missing = tables.flatMap(({ name }, index) => {
    const [expected, found] = [rows[name] ?? 0, counts[index]?.[0]?.count ?? 0];
    return found < expected ? [{ code: "rows_missing", message: `${name}: expected ${expected} rows, found ${found}.`, table: name }] : [];
  });
  if (missing.length > 0) throw new ApiError("conflict", missing);
  const entry = entryOf(organization, "organization.restored", { step: "finished" });
  await openOrganization(env, control, organization, { from: "restore", values, entry });
}
