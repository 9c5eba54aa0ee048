import { actOnNextGates } from "../../accounts/credentials/act-on-next-gates";
import { organizationDelete, type OrganizationRow } from "../../accounts/control.sql.ts";
import { doctorOrganizations, endGracePeriod, removeControlData, saveRemovalPosition, startRemovals } from "../../accounts/closure.sql.ts";
import type { OrgControl } from "../../accounts/org-control";
import { resume } from "../move/halted.sql.ts";
import { removeCopy } from "../move/remove-copy.sql.ts";
import { removeChanges } from "../move/rows.sql.ts";
import { CONTROL_TABLES } from "../move/tenant-tables.sql.ts";
import { MERGE_START, type MergePosition, mergeIndexes } from "../personal-data/search-index.sql.ts";
import { type Budget, inTurn, jobBudget } from "../../platform/budget";
import { conflict, invalid } from "../../platform/api-error";
import type { ControlDb } from "../../platform/db/control-db";
import { controlDb, organizationDatabases, type OrganizationsDb } from "../../platform/db/database";
import { DOCTOR_NAME } from "../../platform/doctor";
import { Statement } from "../../platform/db/statement";
import { logError, logLine } from "../../platform/log";
import { closeOrganization, haltClosed, openOrganization, organizationClosed, resumeOpen } from "./closure";
import { removeAllObjects } from "../objects/remove-all";
import { parseStored } from "../../platform/reading/json";
import { REMOVAL_START, type RemovalPosition } from "./removal-position";
import { momentText } from "../../platform/values/zone";

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

const MAX_ORGANIZATIONS = 5;

/**
 * Removes the data of organizations whose grace period is over, for the cron. `now` is in ms since 1970. The error of an organization is only
 * logged.
 */
export async function removeDeleted(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  const removals = await startRemovals(controlDb(budget.countCalls(env), { now }), now - GRACE_MS, MAX_ORGANIZATIONS);
  await inTurn(removals, { now, budget }, async (organization, ownBudget) => {
    try {
      const counted = ownBudget.countCalls(env);
      await remove(counted, controlDb(counted, { now }), organization, ownBudget);
    } catch (error) {
      logError("organization.remove", error, { organization_id: organization.id });
    }
  });
}

/**
 * Removes the organizations of `npm run doctor` that it no longer needs (that of this name, and those whose time is over), and returns how many are left because
 * the budget is spent. The cron continues.
 */
export async function removeDoctorOrganizations(
  env: Env,
  control: ControlDb,
  { name, now, controlOf }: { name: string | null; now: number; controlOf: (id: number) => OrgControl },
): Promise<number> {
  const budget = jobBudget(env);
  const find = async () => await doctorOrganizations(control, name, momentText(now));
  for (const organization of await find()) {
    if (budget.isSpent) break;
    if (organization.closed_for !== "removal") await deleteOrganization(env, controlOf(organization.id), organization, organization.name);
    await endGracePeriod(control, organization.id);
    await remove(budget.countCalls(env), control, organization, budget);
  }
  return (await find()).length;
}

/**
 * Removes an organization's data, or continues it. Each step can be repeated. The row in the directory is removed last. An
 * organization of `npm run doctor` has no personal data, so no index is merged for it.
 */
async function remove(env: Env, control: ControlDb, organization: OrganizationRow, budget: Budget): Promise<void> {
  const { id, removal_position: stored, name } = organization;
  const databases = organizationDatabases(env);
  let position = stored === null ? REMOVAL_START : parseStored<RemovalPosition>(stored);
  const save = async (next: RemovalPosition) => {
    position = next;
    await saveRemovalPosition(control, id, JSON.stringify(next));
  };
  if (position[0] === "gates") {
    const [, from, keepsObjects] = position;
    for (let after: number | null = from; after !== null;) {
      if (budget.isSpent) return await save(keepsObjects === undefined ? ["gates", after] : ["gates", after, keepsObjects]);
      after = await actOnNextGates(env, control, { organization, after }, { event: "gate.empty", act: async (gate) => await gate.empty() });
    }
    await save(keepsObjects === undefined ? ["objects", 0, ""] : ["rows"]);
  }
  if (position[0] === "objects") {
    const [, number, from] = position;
    for (const db of databases.filter((each) => each.number >= number)) {
      const after = await removeAllObjects(env, db, { organizationId: id, after: db.number === number ? from : "", budget });
      if (after !== null) return await save(["objects", db.number, after]);
    }
    await save(["rows"]);
  }
  if (position[0] === "rows") {
    for (const db of databases) if (!(await removeRows(db, id, budget))) return;
    await save(["words", 0, MERGE_START]);
  }
  const unmerged = name.startsWith(DOCTOR_NAME) ? null : await mergeAll(databases, position, budget);
  if (unmerged !== null) return await save(unmerged);
  await control.run(removeControlData(id, CONTROL_TABLES));
  logLine({ event: "organization.removed", organization_id: id });
}

/** Removes the rows of an organization from a database. Returns whether all are removed. */
async function removeRows(db: OrganizationsDb, id: number, budget: Budget): Promise<boolean> {
  if (!(await removeCopy(db, id, { lastAuditEntry: null, budget, assertions: [] }))) return false;
  // Its row in the directory is still needed to continue the removal.
  const ownRow = db.number === 0 ? [] : [new Statement(organizationDelete(id))];
  await db.run([resume(id), removeChanges(id, Number.MAX_SAFE_INTEGER), ...ownRow]);
  return true;
}

/** Removes the words of deleted rows from the storage of all full-text indexes. Returns where to continue; null if they all are removed. */
async function mergeAll(databases: readonly OrganizationsDb[], position: RemovalPosition, budget: Budget): Promise<RemovalPosition | null> {
  let [number, merged]: [number, MergePosition] = position[0] === "words" ? [position[1], position[2]] : [0, MERGE_START];
  for (const db of databases.filter((each) => each.number >= number)) {
    if (db.number > number) [number, merged] = [db.number, MERGE_START];
    for (let next: MergePosition | null = merged; next !== null; next = await mergeIndexes(db, next)) {
      if (budget.isSpent) return ["words", number, next];
    }
  }
  return null;
}
