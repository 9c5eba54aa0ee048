import { findOrganization } from "../db/control";
import { controlDatabase } from "../db/database";
import { notFound } from "../refusal";

/** The organization of a path; 404 where there is none. */
export async function organizationOf(env: Env, id: number) {
  const organization = await findOrganization(controlDatabase(env), id);
  if (organization === null) throw notFound();
  return organization;
}
