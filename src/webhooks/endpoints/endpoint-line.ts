import { type AuditAction, audited } from "../../accounts/audit-log/audit-log.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";

/** A URL as it is written down for years: what some services hide a secret in, its query, is left out. */
export function addressOf(url: string): string {
  const [address = url, query] = url.split("?", 2);
  return query === undefined ? address : `${address}?…`;
}

type EndpointVerb = AuditAction extends infer A ? (A extends `endpoint.${infer Verb}` ? Verb : never) : never;

/** The line of a change of an endpoint, for the batch of that change. */
export function auditedEndpoint(
  org: OrgDb,
  verb: EndpointVerb,
  { id, url }: { id: string; url: string },
  details: Record<string, unknown>,
): WriteStatement {
  return audited(org, { action: `endpoint.${verb}`, target_id: id, target_name: addressOf(url), details });
}
