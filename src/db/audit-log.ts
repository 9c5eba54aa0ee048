import { sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "./org-db";
import type { auditLog } from "./schema";
import { Statement, type WriteStatement } from "./statement";

/** Who changed something: a credential, a person, or the deployer. */
export interface AuditActor {
  kind: "credential" | "user" | "operator" | "system";
  id: number | null;
  name: string;
}

/** What changed: never a secret among the details. */
export interface AuditEntry {
  action: string;
  target_id: string | number;
  target_name: string;
  details: Record<string, unknown>;
}

export type AuditRow = typeof auditLog.$inferSelect;

/** The line of a change in an organization's own rows; it belongs into the batch of that change. */
export function audited(org: OrgDb, { action, target_id, target_name, details }: AuditEntry): WriteStatement {
  const { kind, id, name } = org.actor;
  return org.write()`
    insert into audit_log (organization_id, at, actor_kind, actor_id, actor_name, action, target_id, target_name, details)
    values (${org.key}, ${org.now}, ${kind}, ${id}, ${name}, ${action}, ${String(target_id)}, ${target_name}, ${JSON.stringify(details)})`;
}

/** The line of a change in control data: the same, where there is no organization's handle. */
export function auditedControl(organizationId: number, actor: AuditActor, entry: AuditEntry, now: number): Statement {
  return new Statement(sql`
    insert into audit_log (organization_id, at, actor_kind, actor_id, actor_name, action, target_id, target_name, details)
    values (${organizationId}, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${entry.action}, ${String(entry.target_id)},
      ${entry.target_name}, ${JSON.stringify(entry.details)})`);
}

/** Up to `limit` lines older than the one with id `before`, newest first. */
export function auditPage(org: OrgReader, before: number | null, limit: number): Statement<AuditRow> {
  return org.rows<AuditRow>()`
    select * from audit_log where organization_id = ${org.key} and id < ${before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limit}`;
}
