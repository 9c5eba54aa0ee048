import { SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { auditLog } from "./table";
import { ControlStatement, type Statement, type WriteStatement } from "../../platform/db/statement";

/** Who changed something: a credential, a person, or the deployer. */
export interface AuditActor {
  kind: "credential" | "user" | "operator" | "system";
  id: number | null;
  name: string;
}

/** Whatever is written down. */
export type AuditAction =
  | `credential.${"created" | "updated" | "rotated" | "revoked"}`
  | `member.${"offered" | "withdrawn" | "added" | "role_changed" | "removed" | "invited" | "account_replaced"}`
  | `endpoint.${"created" | "updated" | "deleted" | "secret_rotated"}`
  | "organization.updated";

/** What changed: never a secret among the details. */
export interface AuditEntry {
  action: AuditAction;
  /** An expression where the batch itself makes the id. */
  target_id: string | number | SQL;
  target_name: string;
  details: Record<string, unknown>;
}

export type AuditRow = typeof auditLog.$inferSelect;

/** The values of a line's columns behind organization and time. */
function entryValues(actor: AuditActor, { action, target_id, target_name, details }: AuditEntry): SQL {
  const id = target_id instanceof SQL ? target_id : sql`${String(target_id)}`;
  return sql`${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${id}, ${target_name}, ${JSON.stringify(details)}`;
}

const COLUMNS = sql`organization_id, at, actor_kind, actor_id, actor_name, action, target_id, target_name, details`;

/** The line of a change in an organization's own rows; it belongs into the batch of that change, behind its guard. */
export function insertAuditEntry(org: OrgDb, entry: AuditEntry): WriteStatement {
  return org.write()`insert into audit_log (${COLUMNS}) values (${org.key}, ${org.now}, ${entryValues(org.actor, entry)})`;
}

/** The line of a change in control data: the same, where there is no organization's handle. */
export function insertControlAuditEntry(
  { organizationId, actor }: { organizationId: number; actor: AuditActor },
  entry: AuditEntry,
  now: number,
): ControlStatement {
  return new ControlStatement(sql`insert into audit_log (${COLUMNS}) values (${organizationId}, ${now}, ${entryValues(actor, entry)})`);
}

/** What differs between two states of a thing, each as `{from, to}`: the details of a change. */
export function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = Object.entries(after).filter(([name, to]) => JSON.stringify(to) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: before[name] ?? null, to }]));
}

/** Up to `limit` lines older than the one with id `before`, newest first. */
export function auditPage(org: OrgReader, before: number | null, limit: number): Statement<AuditRow> {
  return org.rows<AuditRow>()`
    select * from audit_log where organization_id = ${org.key} and id < ${before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limit}`;
}
