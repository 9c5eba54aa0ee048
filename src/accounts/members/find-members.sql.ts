import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";

/** A member as colleagues see them. */
export interface Colleague {
  email: string;
  name: string | null;
}

/** Up to `limit` members of an organization, by their email address. */
export async function listColleagues(control: ControlDb, organizationId: number, limit: number): Promise<Colleague[]> {
  return await control.rows<Colleague>(sql`
    select u.email, u.name from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} order by u.email limit ${limit}`);
}
