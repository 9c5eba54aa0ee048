import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";

/** A member to whom work can be assigned. */
export interface Assignee {
  email: string;
  name: string | null;
}

/** The member with an email address, ignoring case. Null if the organization has none. */
export async function findAssignee(control: ControlDb, organizationId: number, email: string): Promise<Assignee | null> {
  return await control.first(
    new ControlStatement<Assignee>(sql`select u.email, u.name from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and u.email = ${email} collate nocase`),
  );
}

/** Up to `limit` members, in the order in which their accounts were created. */
export async function assigneesOf(control: ControlDb, organizationId: number, limit: number): Promise<Assignee[]> {
  return await control.rows(
    new ControlStatement<Assignee>(sql`select u.email, u.name from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} order by m.user_id limit ${limit}`),
  );
}
