import { type SQL, sql } from "drizzle-orm";
import type { AuditEntry } from "./audit-log/audit-log.sql.ts";
import { type CredentialVersion, type OrganizationRow, type OrganizationSettings, raiseVersions } from "./control.sql.ts";
import type { OrgControl } from "./org-control";
import { assertRowsChanged } from "../platform/db/change";
import { type Assertion, ControlStatement } from "../platform/db/statement";

/** Why an organization is closed. */
export type ClosedFor = NonNullable<OrganizationRow["closed_for"]>;

/** SQL condition: the organization is not closed. */
export function isInUse(organizationId: number): SQL {
  return sql`exists (select 1 from organizations where id = ${organizationId} and closed_for is null)`;
}

export interface Closing {
  /** What it is closed for so far. Null: it is in use. */
  from: ClosedFor | null;
  reason: ClosedFor;
  entry: AuditEntry;
}

/**
 * Closes an organization for a reason, and raises the version of its credentials, so that their gates accept no record from before. Throws
 * WriteConflict if it is no longer closed for `from`, its credentials have changed, or the assertion fails.
 */
export async function storeClosing(
  control: OrgControl,
  { from, reason, credentials, assertion, entry }: Closing & { credentials: readonly CredentialVersion[]; assertion: Assertion },
): Promise<void> {
  const { organizationId, now } = control;
  await control.commit({
    writes: [
      new ControlStatement(sql`update organizations set closed_for = ${reason}, closed_at = ${now}
        where id = ${organizationId} and closed_for is ${from}`),
      assertRowsChanged(),
      assertion,
      ...raiseVersions(control, credentials),
    ],
    entry,
  });
}

interface Opening {
  from: ClosedFor;
  /** Null: what it had. */
  settings: OrganizationSettings | null;
  /** Other changes of its control data. */
  writes: readonly ControlStatement[];
  entry: AuditEntry;
}

/** Opens an organization that is closed for a reason. Throws WriteConflict if it is not. */
export async function storeOpening(control: OrgControl, { from, settings, writes, entry }: Opening): Promise<void> {
  const { organizationId, now } = control;
  const changes =
    settings === null
      ? sql``
      : sql`name = ${settings.name}, currency = ${settings.currency}, timezone = ${settings.timezone},
          roll_up_status = ${settings.roll_up_status}, updated_at = ${now},`;
  await control.commit({
    writes: [
      new ControlStatement(sql`update organizations set ${changes} closed_for = null, closed_at = null
        where id = ${organizationId} and closed_for = ${from}`),
      assertRowsChanged(),
      ...writes,
    ],
    entry,
  });
}

/** Whether an organization was restored at some time. */
export async function wasRestored(control: OrgControl): Promise<boolean> {
  const entry = sql`select 1 as found from audit_log
    where organization_id = ${control.organizationId} and action = 'organization.restored' and details->>'step' = 'finished' limit 1`;
  return (await control.first<{ found: 1 }>(entry)) !== null;
}
