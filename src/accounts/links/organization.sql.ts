import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import type { Organization } from "../../platform/db/org-db";
import { parseStored } from "../../platform/reading/json";
import { ORGANIZATION_JSON } from "../table";

/** The organization with the id in the path of a link. Null if there is none, or it is closed. */
export async function findOpenOrganization(control: ControlDb, id: number): Promise<(Organization & { name: string }) | null> {
  const row = await control.first<{ organization: string }>(
    sql`select ${ORGANIZATION_JSON} as organization from organizations o where o.id = ${id} and o.closed_for is null`,
  );
  return row === null ? null : parseStored<Organization & { name: string }>(row.organization);
}
