import type { Context } from "hono";
import { findOrganization } from "../accounts/control.sql.ts";
import { settingsOf } from "../env";
import { organizationRows } from "../personal-data/organization-rows";
import { ApiError, notFound } from "../platform/api-error";
import type { OrgDb } from "../platform/db/org-db";
import { assertNotInMaintenance } from "../platform/http/admission";
import { countAttempt } from "../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../platform/http/context";

/** Counts a failure, and returns the error, or 429 Too Many Requests if there were too many from this address. */
export async function rejected(c: Context<HttpEnv>, error: ApiError): Promise<ApiError> {
  if (await countAttempt(c, "link")) return error;
  return new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
}

/** The organization that an address names. `actor` is the author of what a delivery changes. Throws 404 Not Found and 503 Service Unavailable. */
export async function addressee(c: Context<HttpEnv>, organizationId: number, actor: string): Promise<OrgDb> {
  const control = controlOf(c);
  const organization = await findOrganization(control, organizationId);
  if (organization === null || organization.closed_for !== null) throw await rejected(c, notFound());
  assertNotInMaintenance(settingsOf(c.env), organization.database);
  c.get("state").caller.organizationId = organization.id;
  return organizationRows(c.env, organization, { actor: { kind: "system", id: null, name: actor }, now: control.now }).own;
}
