import { type AuditPart, type AuditRow, auditEntries, controlAuditEntries } from "./audit-log.sql.ts";
import type { ControlDb } from "../../platform/db/control-db";
import type { OrgReader } from "../../platform/db/org-db";

/**
 * A part of an organization's audit log, newest first. Changes of control data are in the directory (database 0), and the others in the
 * organization's database. Both are read at the same time. After a move, the directory may still have copies of entries, with the same ids. Different
 * entries have different ids, because each database gives ids from a range of its own (platform/db/id-range.ts).
 */
export async function readAuditLog(org: OrgReader, control: ControlDb, part: AuditPart): Promise<AuditRow[]> {
  const [own, inDirectory] = await Promise.all([
    org.read(auditEntries(org, part)),
    // Database 0 is the directory: the first statement reads all of its entries.
    org.organization.database === 0 ? [] : control.rows(controlAuditEntries(org, part)),
  ]);
  const byId = new Map([...own, ...inDirectory].map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => other.at - one.at || other.id - one.id).slice(0, part.limit);
}
