import { findOrganization } from "../db/control";
import { notFound } from "../refusal";

/** The organization of a path; 404 where there is none. */
export async function organizationOf(env: Env, id: number) {
  const organization = await findOrganization(env.DB, id);
  if (organization === null) throw notFound();
  return organization;
}
