import { eq, type InferSelectModel } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import { credentials, type organizations } from "../table";
import type { Statement } from "../../platform/db/statement";

/** The credential that asks. */
export function ownCredential(org: OrgReader): Statement<InferSelectModel<typeof credentials>> {
  return org.find(credentials, eq(credentials.id, org.actor.id ?? 0));
}

/** The organization that it belongs to. */
export function ownOrganization(org: OrgReader): Statement<InferSelectModel<typeof organizations>> {
  return org.rows<InferSelectModel<typeof organizations>>()`select * from organizations where id = ${org.key}`;
}
