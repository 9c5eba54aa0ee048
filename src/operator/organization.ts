import { findOrganization } from "../accounts/control.sql.ts";
import { controlDatabase } from "../platform/db/database";
import { notFound } from "../platform/refusal";

/** The organization of a path; 404 where there is none. */
export async function organizationOf(env: Env, id: number) {
  const organization = await findOrganization(controlDatabase(env), id);
  if (organization === null) throw notFound();
  return organization;
}
