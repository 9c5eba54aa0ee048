import { SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { AuditFilter } from "./filters";
import type { auditLog } from "./table";
import { ControlStatement, type OrgKey, Statement, type WriteStatement } from "../../platform/db/statement";

/** Who made a change: a credential, a person, the operator or the system. */
export interface AuditActor {
  kind: "credential" | "user" | "operator" | "system";
  id: number | null;
  name: string;
}

/** The actions that the audit log records. */
export type AuditAction =
  | `credential.${"created" | "updated" | "rotated" | "revoked"}`
  | `member.${"offered" | "withdrawn" | "added" | "role_changed" | "permissions_changed" | "removed" | "invited" | "account_replaced"}`
  | `endpoint.${"created" | "updated" | "deleted" | "secret_rotated"}`
  | `connection.${"created" | "updated" | "deleted" | "secret_rotated"}`
  | `organization.${"updated" | "moved" | "restored" | "deleted" | "undeleted"}`
  | "person.erased";

/** An entry of the audit log. The details never contain a secret. */
export interface AuditEntry {
  action: AuditAction;
  /** An SQL expression if the batch itself creates the id. */
  target_id: string | number | SQL;
  target_name: string;
  details: Record<string, unknown>;
}

export type AuditRow = typeof auditLog.$inferSelect;

/** The values of an entry's columns after organization and time. */
function entryValues(actor: AuditActor, { action, target_id, target_name, details }: AuditEntry): SQL {
  const id = target_id instanceof SQL ? target_id : sql`${String(target_id)}`;
  return sql`${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${id}, ${target_name}, ${JSON.stringify(details)}`;
}

const COLUMNS = sql`organization_id, at, actor_kind, actor_id, actor_name, action, target_id, target_name, details`;

/** Inserts the entry of a change in an organization's data. It belongs in the batch of that change, after the assertions. */
export function insertAuditEntry(org: OrgDb, entry: AuditEntry): WriteStatement {
  return org.write()`insert into audit_log (${COLUMNS}) values (${org.key}, ${org.now}, ${entryValues(org.actor, entry)})`;
}

/** Inserts the entry of a change in control data, for which there is no OrgDb. */
export function insertControlAuditEntry(
  { organizationId, actor }: { organizationId: number; actor: AuditActor },
  entry: AuditEntry,
  now: number,
): ControlStatement {
  return new ControlStatement(sql`insert into audit_log (${COLUMNS}) values (${organizationId}, ${now}, ${entryValues(actor, entry)})`);
}

/** The fields that differ between two states, each as `{from, to}`, for the details of an entry. */
export function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = Object.entries(after).filter(([name, to]) => JSON.stringify(to) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: before[name] ?? null, to }]));
}

/** An entry's place in the log, newest first. Ids alone do not sort by time, because the entries of an organization can be in two databases. */
export type AuditPlace = Pick<AuditRow, "at" | "id">;

/** A part of the log: at most `limit` entries that match and are older than `before`; null starts at the newest. */
export interface AuditPart {
  filter: AuditFilter;
  before: AuditPlace | null;
  limit: number;
}

function auditPart(organization: OrgKey, { filter, before, limit }: AuditPart): SQL {
  const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: 0 };
  return sql`select * from audit_log where organization_id = ${organization} and (at, id) < (${at}, ${id}) ${matches(filter)}
    order by at desc, id desc limit ${limit}`;
}

function matches({ subject, name, dateFrom, dateTo }: AuditFilter): SQL {
  const contains = (column: string) => sql`instr(lower(${sql.raw(column)}), lower(${name})) > 0`;
  return sql.join([
    ...(subject === undefined ? [] : [sql`and action like ${`${subject}.%`}`]),
    ...(name === undefined ? [] : [sql`and (${contains("actor_name")} or ${contains("target_name")})`]),
    ...(dateFrom === undefined ? [] : [sql`and at >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`and at < ${dateTo}`]),
  ]);
}

/** Entries in the organization's database, newest first. */
export function auditEntries(org: OrgReader, part: AuditPart): Statement<AuditRow> {
  return new Statement(auditPart(org.key, part));
}

/** Entries in the directory, newest first. */
export function controlAuditEntries(org: OrgReader, part: AuditPart): ControlStatement<AuditRow> {
  return new ControlStatement(auditPart(org.key, part));
}
