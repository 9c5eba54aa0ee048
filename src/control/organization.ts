import { differences } from "../db/audit-log";
import { untilWon } from "../db/commit";
import { findOrganizationToChange, type OrganizationSettings, patchOrganization } from "../db/control";
import type { Mandate } from "../db/control-change";
import { controlDatabase } from "../db/database";
import { notFound } from "../refusal";
import { conflict } from "./conflict";

/**
 * Sets what an organization is called and what holds where a caller says nothing else. Isolates keep an organization's currency,
 * zone and roll-up with a credential for up to a minute, so an integration may be served by the old ones for as long. What is
 * left out stays. 404.
 */
export async function setOrganization(
  env: Env,
  by: Mandate,
  settings: Partial<Omit<OrganizationSettings, "roll_up_status"> & { roll_up_status: boolean }>,
): Promise<void> {
  await untilWon(
    async () => {
      const row = await findOrganizationToChange(controlDatabase(env), by);
      if (row === null) throw notFound();
      const before = { ...row, roll_up_status: row.roll_up_status === 1 };
      const after = { ...before, ...settings };
      const details = differences(before, after);
      if (Object.keys(details).length === 0) return;
      await patchOrganization(controlDatabase(env), by, row, { ...after, roll_up_status: after.roll_up_status ? 1 : 0 }, details);
    },
    () => conflict("concurrent_change", "These settings are being changed by others; try again."),
  );
}
