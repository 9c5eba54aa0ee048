import { findOrganization, type OrganizationRow } from "./control.sql.ts";
import { OrgControl } from "./org-control";
import type { Actor } from "../platform/db/org-db";
import type { ControlDb } from "../platform/db/control-db";
import { announceVersion } from "../platform/http/gate-client";
import { momentText } from "../platform/values/zone";
import { notFound } from "../platform/api-error";

/** Finds the organization of a path. Throws 404 Not Found if there is none, or it is being removed. */
export async function organizationOf(control: ControlDb, id: number) {
  const organization = await findOrganization(control, id);
  if (organization === null || organization.closed_for === "removal") throw notFound();
  return organization;
}

export function presentOrganization({ id, name, currency, timezone, database, created_at }: OrganizationRow) {
  return { id, name, currency, timezone, database, created_at: momentText(created_at) };
}

/** Who reads and writes rows of an organization on behalf of the deployer. */
export const OPERATOR: Actor = { kind: "system", id: null, name: "Operator" };

/** The control data of an organization, on behalf of the deployer, who has all permissions in every organization. */
export function controlAsOperator(env: Env, control: ControlDb, organizationId: number): OrgControl {
  return new OrgControl(control, {
    organizationId,
    actor: { kind: "operator", id: null, name: "Operator" },
    operationId: null,
    announceVersion: async (credential, version) => await announceVersion(env, credential, version),
  });
}
