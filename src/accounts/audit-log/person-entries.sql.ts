import { sql } from "drizzle-orm";
import { ControlStatement } from "../../platform/db/statement";
import { type AuditActor, type AuditEntry, columnsOf } from "./audit-log.sql.ts";

/** Inserts the entry of a change that a person makes in their own account, in each organization that they belong to. */
export function insertPersonEntries(userId: number, actor: AuditActor, entry: AuditEntry, now: number): ControlStatement {
  const { names, values } = columnsOf(now, actor, entry);
  return new ControlStatement(sql`
    insert into audit_log (organization_id, ${names}) select m.organization_id, ${values} from memberships m where m.user_id = ${userId}`);
}
