import { type NewOrganizationRow, type OrganizationRow, organizationInsert, reserveOrganizationId } from "./control.sql.ts";
import type { ControlDb } from "../platform/db/control-db";
import { organizationsDb } from "../platform/db/database";
import { Statement } from "../platform/db/statement";

/**
 * Creates an organization whose rows will be in `values.database`. That database first gets a row for its foreign keys, whose values are
 * never read. If the second step fails, the row stays without effect, because its id is not used again.
 */
export async function createOrganization(env: Env, control: ControlDb, values: NewOrganizationRow): Promise<OrganizationRow> {
  const id = await reserveOrganizationId(control);
  const insert = organizationInsert(id, values, control.now);
  if (values.database !== 0) await organizationsDb(env, values.database).run(new Statement(insert));
  const row = await control.first<OrganizationRow>(insert);
  if (row === null) throw new Error("The insert returned no row.");
  return row;
}
