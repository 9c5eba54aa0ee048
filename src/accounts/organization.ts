import { differences } from "./audit-log/audit-log.sql.ts";
import { retryOnConflict } from "../platform/db/change";
import { findOrganizationForUpdate, type OrganizationSettings, patchOrganization } from "./control.sql.ts";
import type { OrgControl } from "./org-control";
import { conflict, notFound } from "../platform/api-error";

/**
 * Changes an organization's name and defaults. Absent settings stay unchanged. Isolates cache the settings with a credential, so an
 * integration may use the old ones for up to a minute. Throws 404 Not Found.
 */
export async function updateOrganization(
  control: OrgControl,
  settings: Partial<Omit<OrganizationSettings, "roll_up_status"> & { roll_up_status: boolean }>,
): Promise<void> {
  await retryOnConflict(
    async () => {
      const row = await findOrganizationForUpdate(control);
      if (row === null) throw notFound();
      const before = { ...row, roll_up_status: row.roll_up_status === 1 };
      const after = { ...before, ...settings };
      const details = differences(before, after);
      if (Object.keys(details).length === 0) return;
      await patchOrganization(control, row, { settings: { ...after, roll_up_status: after.roll_up_status ? 1 : 0 }, details });
    },
    () => conflict("concurrent_change", "These settings were changed at the same time. Try again."),
  );
}
