import type { AuditEntry } from "../../accounts/audit-log/audit-log.sql.ts";
import type { OrganizationRow, OrganizationSettings } from "../../accounts/control.sql.ts";
import { type ClosedFor, type Closing, storeClosing, storeOpening } from "../../accounts/closure.sql.ts";
import { announceVersions } from "../../accounts/credentials/announce-versions";
import type { OrgControl } from "../../accounts/org-control";
import { assertToken, halt, isHaltedFor, resumeFrom } from "../move/halted.sql.ts";
import { assertNotMoving } from "../move/move.sql.ts";
import { type RetentionDays, storeRetention } from "../personal-data/retention.sql.ts";
import { type ApiError, conflict } from "../../platform/api-error";
import { WriteConflict } from "../../platform/db/change";
import { organizationsDb } from "../../platform/db/database";

/** The token with which a closed organization is halted (move/halted.sql.ts). It sorts after the tokens of all moves. */
const CLOSED_TOKEN = "~closed";

export const organizationClosed = (): ApiError => conflict("organization_closed", "This organization is being restored, or was deleted.");

/** Converts a write conflict into 409 Conflict for an organization that is moving to another database, or has been changed by another request. */
function busyError(error: unknown): unknown {
  const message = "The organization is moving to another database, or another request is closing or opening it. Try again later.";
  return error instanceof WriteConflict ? conflict("organization_busy", message) : error;
}

/**
 * Closes an organization: its credentials and members have no access, and its deliveries and jobs stop. Throws 409 Conflict while it moves
 * to another database, and if it was closed or opened since it was read.
 */
export async function closeOrganization(
  env: Env,
  control: OrgControl,
  { id, database, closed_for: from }: OrganizationRow,
  closing: Omit<Closing, "from">,
): Promise<void> {
  const credentials = await announceVersions(control);
  await storeClosing(control, { from, ...closing, credentials, assertion: assertNotMoving(id) }).catch((error: unknown) => {
    throw busyError(error);
  });
  await organizationsDb(env, database).run(halt(id, CLOSED_TOKEN));
}

/** Halts an organization that is closed, if an earlier request was stopped before it could. */
export async function haltClosed(env: Env, { id, database }: OrganizationRow): Promise<void> {
  const db = organizationsDb(env, database);
  const found = await db.run(isHaltedFor(id, CLOSED_TOKEN));
  if (found.length === 0) await db.run(halt(id, CLOSED_TOKEN));
}

/** Starts the deliveries and jobs of an organization that is open, if an earlier request was stopped before it could. */
export async function resumeOpen(env: Env, { id, database }: OrganizationRow): Promise<void> {
  await organizationsDb(env, database).run(resumeFrom(id, CLOSED_TOKEN));
}

/** Fails a batch in the organization's database unless the organization is closed. */
export const assertClosed = (organizationId: number) => assertToken(organizationId, CLOSED_TOKEN);

/** What an organization has when it is opened. Null: what it had. */
export interface OpeningValues {
  settings: OrganizationSettings | null;
  retention: RetentionDays | null;
}

/** Opens an organization that is closed for a reason. Throws 409 Conflict if it is not. */
export async function openOrganization(
  env: Env,
  control: OrgControl,
  organization: OrganizationRow,
  { from, values: { settings, retention }, entry }: { from: ClosedFor; values: OpeningValues; entry: AuditEntry },
): Promise<void> {
  const writes = retention === null ? [] : [storeRetention(organization.id, retention)];
  await storeOpening(control, { from, settings, writes, entry }).catch((error: unknown) => {
    throw busyError(error);
  });
  await resumeOpen(env, organization);
}
