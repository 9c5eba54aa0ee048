import {
  findOrganization,
  type NewOrganizationRow,
  type OrganizationRow,
  organizationInsert,
  reserveOrganizationId,
} from "./control.sql.ts";
import { conflict } from "../platform/api-error";
import type { ControlDb } from "../platform/db/control-db";
import { organizationsDb } from "../platform/db/database";
import { Statement } from "../platform/db/statement";

/**
 * Creates an organization whose rows will be in `values.database`, with the id `chosenId` if it is not null. A database other than the
 * directory (database 0, with control data) first gets a row for the foreign keys. Its values are never read, and it has no effect if the insert into
 * the directory fails. Throws 409 Conflict if there is an organization with the id.
 */
export async function createOrganization(
  env: Env,
  control: ControlDb,
  { chosenId, ...values }: NewOrganizationRow & { chosenId: number | null },
): Promise<OrganizationRow> {
  const idTakenError = conflict("id_taken", "There is an organization with this id.");
  if (chosenId !== null && (await findOrganization(control, chosenId)) !== null) throw idTakenError;
  const id = chosenId ?? (await reserveOrganizationId(control));
  const insert = organizationInsert(id, values, control.now);
  if (values.database !== 0) await organizationsDb(env, values.database).run(new Statement(insert));
  const row = await control.first<OrganizationRow>(insert);
  if (row === null) throw idTakenError;
  return row;
}
