import type { Context } from "hono";
import { findOrganization } from "../../accounts/control.sql.ts";
import { settingsOf } from "../../platform/env";
import { organizationRows } from "../webhooks/organization-rows";
import type { OrgDb } from "../../platform/db/org-db";
import { assertNotInMaintenance } from "../../platform/http/admission";
import { controlOf, type HttpEnv } from "../../platform/http/context";
import { rejectUnknown } from "./delivery-limits";
import type { ConnectionToken } from "./token";

/**
 * Finds the organization that the address of a delivery names, and returns access to its rows. A delivery to an unknown or closed one counts as
 * rejected. Throws 404 Not Found and 503 Service Unavailable.
 */
export async function addressedOrganization(c: Context<HttpEnv>, token: ConnectionToken): Promise<OrgDb> {
  const control = controlOf(c);
  const organization = await findOrganization(control, token.organizationId);
  if (organization === null || organization.closed_for !== null) throw await rejectUnknown(c, token);
  assertNotInMaintenance(settingsOf(c.env), organization.database);
  // For the log of the request.
  c.get("state").caller.organizationId = organization.id;
  return organizationRows(c.env, organization, { actor: { kind: "system", id: null, name: "Connection" }, now: control.now }).own;
}
