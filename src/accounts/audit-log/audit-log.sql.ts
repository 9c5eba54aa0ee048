import { SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { AuditAction } from "./audit-action";
import type { AuditFilter } from "./filters";
import { foldedText } from "../../platform/db/columns";
import { ControlStatement, type OrgKey, Statement, type WriteStatement } from "../../platform/db/statement";
import { textKeys } from "../../platform/db/text/text-keys";
import type { ActorKind } from "../../platform/values/actor-kinds";
import { foldCase } from "../../platform/values/fold-case";
import { auditLog } from "./table";

/** Who made a change: an actor of the organization, or the operator. */
export interface AuditActor {
  kind: ActorKind | "operator";
  /** Null: there is none, as of the operator, or of a person whose account the change creates. */
  id: number | null;
  name: string;
}

/** An entry of the audit log. The details never contain a secret. */
export interface AuditEntry {
  action: AuditAction;
  /** An SQL expression if the batch itself creates the id. */
  target_id: string | number | SQL;
  target_name: string;
  details: Record<string, unknown>;
}

export type AuditRow = typeof auditLog.$inferSelect;

/** The columns of an entry and their values, without the organization's. Names have a second column for searches that ignore case. */
export function columnsOf(at: number, actor: AuditActor, { target_id, details, ...entry }: AuditEntry): { names: SQL; values: SQL } {
  const texts = { actor_name: actor.name, ...entry };
  const row = {
    at,
    actor_kind: actor.kind,
    actor_id: actor.id,
    ...texts,
    ...textKeys(auditLog, texts),
    target_id: target_id instanceof SQL ? target_id : String(target_id),
    details: JSON.stringify(details),
  };
  const values = Object.values(row).map((value) => sql`${value}`);
  return { names: sql.raw(Object.keys(row).join(", ")), values: sql.join(values, sql`, `) };
}

/** Inserts the entry of a change in an organization's data. It belongs in the batch of that change, after the assertions. */
export function insertAuditEntry(org: OrgDb, entry: AuditEntry): WriteStatement {
  const { names, values } = columnsOf(org.now, org.actor, entry);
  return org.write()`insert into audit_log (organization_id, ${names}) values (${org.key}, ${values})`;
}

/** Inserts the entry of a change in control data, for which there is no OrgDb. */
export function insertControlAuditEntry(
  { organizationId, actor }: { organizationId: number; actor: AuditActor },
  entry: AuditEntry,
  now: number,
): ControlStatement {
  const { names, values } = columnsOf(now, actor, entry);
  return new ControlStatement(sql`insert into audit_log (organization_id, ${names}) values (${organizationId}, ${values})`);
}

/** The fields that differ between two states, each as `{from, to}`, for the details of an entry. */
export function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = Object.entries(after).filter(([name, to]) => JSON.stringify(to) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: before[name] ?? null, to }]));
}

/**
 * An entry's place in the log, newest first. Ids alone do not sort by time: the entries of an organization can be in two databases, each of which
 * gives ids from a range of its own.
 */
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
  const contains = (column: string) => sql`instr(${foldedText("audit_log", column)}, ${foldCase(name ?? "")}) > 0`;
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

/** Entries in the directory (the database with control data), newest first. */
export function controlAuditEntries(org: OrgReader, part: AuditPart): ControlStatement<AuditRow> {
  return new ControlStatement(auditPart(org.key, part));
}
