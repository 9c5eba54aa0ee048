import { differences } from "./audit-log/audit-log.sql.ts";
import { retryOnConflict } from "../platform/db/change";
import type { ControlDb } from "../platform/db/control-db";
import { assertVersion } from "../platform/values/assert-version";
import { contentVersion } from "../platform/values/content-version";
import {
  findOrganization,
  findOrganizationForUpdate,
  type OrganizationRow,
  type OrganizationSettings,
  patchOrganization,
} from "./control.sql.ts";
import type { OrgControl } from "./org-control";
import { conflict, notFound } from "../platform/api-error";

/** What people set of an organization. */
type Settings = Omit<OrganizationSettings, "roll_up_status"> & { roll_up_status: boolean };

function settingsOf({ name, currency, timezone, roll_up_status }: OrganizationRow): Settings {
  return { name, currency, timezone, roll_up_status: roll_up_status === 1 };
}

/** Reads the settings as they are stored, with their version. Throws 404 Not Found. */
export async function readOrganizationSettings(control: ControlDb, id: number): Promise<{ settings: Settings; version: number }> {
  const row = await findOrganization(control, id);
  if (row === null) throw notFound();
  const settings = settingsOf(row);
  return { settings, version: contentVersion({ ...settings }) };
}

/**
 * Changes an organization's name and defaults. Isolates cache the settings with a credential, so an integration may use the old ones for up to a
 * minute. Throws 404 Not Found, and 412 Precondition Failed if the settings have another version.
 */
export async function updateOrganization(control: OrgControl, settings: Settings, expectedVersion: number | undefined): Promise<void> {
  await retryOnConflict(
    async () => {
      const row = await findOrganizationForUpdate(control);
      if (row === null) throw notFound();
      const before = settingsOf(row);
      assertVersion(contentVersion({ ...before }), expectedVersion);
      const details = differences({ ...before }, { ...settings });
      if (Object.keys(details).length === 0) return;
      await patchOrganization(control, row, { settings: { ...settings, roll_up_status: settings.roll_up_status ? 1 : 0 }, details });
    },
    () => conflict("concurrent_change", "These settings were changed at the same time. Try again."),
  );
}
