import { organizationDelete, type OrganizationRow } from "../accounts/control.sql.ts";
import { removeControlData, saveRemovalPosition, startRemovals } from "../accounts/closure.sql.ts";
import type { OrgControl } from "../accounts/org-control";
import { resume } from "../move/halted.sql.ts";
import { removeCopy } from "../move/remove-copy.sql.ts";
import { removeChanges } from "../move/rows.sql.ts";
import { MERGE_START, type MergePosition, mergeIndexes } from "../personal-data/search-index.sql.ts";
import { conflict, invalid } from "../platform/api-error";
import type { ControlDb } from "../platform/db/control-db";
import { controlDb, organizationDatabases, type OrganizationsDb } from "../platform/db/database";
import { Statement } from "../platform/db/statement";
import { logError, logLine } from "../platform/log";
import { closeOrganization, haltClosed, openOrganization, organizationClosed, resumeOpen } from "./closure";
import { emptyGates } from "./empty-gates";
import { parseStored } from "../platform/reading/json";

/** How long a deletion can be undone, in ms. */
export const GRACE_MS = 30 * 86_400_000;

/** When the data of an organization that was deleted at a time is removed, in ms since 1970. */
export const removalTime = (deletedAt: number): number => deletedAt + GRACE_MS;

const entryOf = ({ id, name }: OrganizationRow, action: "organization.deleted" | "organization.undeleted") => ({
  action,
  target_id: id,
  target_name: name,
  details: {},
});

/**
 * Deletes an organization: its credentials and members have no access from now on, and its data is removed after the grace period. Does nothing
 * if it is deleted already. Throws 400 Bad Request unless `name` is the organization's, and 409 Conflict while it moves or is restored.
 */
export async function deleteOrganization(env: Env, control: OrgControl, organization: OrganizationRow, name: string): Promise<void> {
  if (name.trim() !== organization.name.trim()) {
    throw invalid("name", "not_confirmed", "Expected the organization's name, exactly as it is.");
  }
  if (organization.closed_for === "deletion") return await haltClosed(env, organization);
  if (organization.closed_for !== null) throw organizationClosed();
  await closeOrganization(env, control, organization, { reason: "deletion", entry: entryOf(organization, "organization.deleted") });
}

/** Undoes a deletion: the organization is as it was. Throws 409 Conflict if it is not deleted. */
export async function undeleteOrganization(env: Env, control: OrgControl, organization: OrganizationRow): Promise<void> {
  // An earlier request may have been stopped on the way.
  if (organization.closed_for === null) await resumeOpen(env, organization);
  if (organization.closed_for !== "deletion") throw conflict("not_deleted", "This organization is not deleted.");
  await openOrganization(env, control, organization, {
    from: "deletion",
    values: { settings: null, retention: null },
    entry: entryOf(organization, "organization.undeleted"),
  });
}

/** How long one run of the cron removes data, in ms. */
const CRON_MS = 20_000;
const MAX_ORGANIZATIONS = 5;

/** Removes the data of organizations whose grace period is over, for the cron. `now` is in ms since 1970. Errors are only logged. */
export async function removeDeleted(env: Env, now: number): Promise<void> {
  const control = controlDb(env, { now });
  const until = Date.now() + CRON_MS;
  try {
    for (const organization of await startRemovals(control, now - GRACE_MS, MAX_ORGANIZATIONS)) {
      if (Date.now() >= until) return;
      try {
        await remove(env, control, organization, until);
      } catch (error) {
        logError("organization.remove", error, { organization_id: organization.id });
      }
    }
  } catch (error) {
    logError("organization.list_deleted", error);
  }
}

/** The database whose full-text indexes are merged, and how far. */
type Position = readonly [database: number, merged: MergePosition];

/** Removes an organization's data, or continues it. Each step can be repeated. The row in the directory is removed last. */
async function remove(env: Env, control: ControlDb, organization: OrganizationRow, until: number): Promise<void> {
  const { id, removal_position: position } = organization;
  const databases = organizationDatabases(env);
  if (position === null) {
    await emptyGates(env, control, organization);
    for (const db of databases) if (!(await removeRows(db, id, until))) return;
  }
  if (!(await mergeAll(control, databases, { id, position, until }))) return;
  await control.run(...removeControlData(id));
  logLine({ event: "organization.removed", organization_id: id });
}

/** Removes the rows of an organization from a database. Returns whether all are removed. */
async function removeRows(db: OrganizationsDb, id: number, until: number): Promise<boolean> {
  if (!(await removeCopy(db, id, { lastAuditEntry: null, until, assertions: [] }))) return false;
  const shadow = db.number === 0 ? [] : [new Statement(organizationDelete(id))];
  await db.run(resume(id), removeChanges(id, Number.MAX_SAFE_INTEGER), ...shadow);
  return true;
}

/** Removes the words of deleted rows from the storage of all full-text indexes. Returns whether they all are removed. */
async function mergeAll(
  control: ControlDb,
  databases: readonly OrganizationsDb[],
  { id, position, until }: { id: number; position: string | null; until: number },
): Promise<boolean> {
  let [number, merged]: Position = position === null ? [0, MERGE_START] : parseStored<Position>(position);
  for (const db of databases.filter((each) => each.number >= number)) {
    if (db.number > number) [number, merged] = [db.number, MERGE_START];
    for (let next: MergePosition | null = merged; next !== null; next = await mergeIndexes(db, next)) {
      if (Date.now() < until) continue;
      await saveRemovalPosition(control, id, JSON.stringify([number, next] satisfies Position));
      return false;
    }
  }
  return true;
}
