import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";

/** A member as colleagues see them. */
export interface Colleague {
  email: string;
  name: string | null;
}

/** Up to `limit` members of an organization whose email address, or a word of whose name, begins with a text. */
export async function colleaguesNamed(
  control: ControlDb,
  organizationId: number,
  { text, limit }: { text: string; limit: number },
): Promise<Colleague[]> {
  const beginning = text.toLowerCase();
  return await control.rows<Colleague>(sql`
    select u.email, u.name from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
      and (instr(lower(u.email), ${beginning}) = 1 or instr(' ' || lower(coalesce(u.name, '')), ${` ${beginning}`}) > 0)
    order by u.email limit ${limit}`);
}
