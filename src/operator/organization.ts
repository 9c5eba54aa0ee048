import { findOrganization } from "../accounts/control.sql.ts";
import { OrgControl } from "../accounts/org-control";
import type { ControlDb } from "../platform/db/control-db";
import { announceVersion } from "../platform/http/admission";
import { notFound } from "../platform/api-error";

/** The organization of a path; 404 where there is none. */
export async function organizationOf(control: ControlDb, id: number) {
  const organization = await findOrganization(control, id);
  if (organization === null) throw notFound();
  return organization;
}

/** The control data of an organization, on behalf of the deployer, who may do everything in each of them. */
export function controlAsOperator(env: Env, control: ControlDb, organizationId: number): OrgControl {
  return new OrgControl(control, {
    organizationId,
    actor: { kind: "operator", id: null, name: "Operator" },
    operationId: null,
    announceVersion: async (credentialId, version) => await announceVersion(env, credentialId, version),
  });
}
