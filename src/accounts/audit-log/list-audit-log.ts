import { type AuditRow, auditPage } from "./audit-log.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";

/** Up to `limit` entries of an organization's audit log, newest first, older than the one with id `before`. */
export async function readAuditLog(org: OrgReader, before: number | null, limit: number): Promise<AuditRow[]> {
  const [rows] = await org.read(auditPage(org, before, limit));
  return rows;
}
