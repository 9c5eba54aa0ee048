import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import { WriteStatement } from "../../../platform/db/statement";

/** A connection that is due to be reconciled, or whose webhooks are to be removed. */
export interface DueConnection {
  id: string;
  organization_id: number;
}

/** Takes connections that are due, so that no other run takes them before `until`. */
export async function takeDueConnections(
  db: OrganizationsDb,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<DueConnection[]> {
  return await db.run(
    new WriteStatement<DueConnection>(sql`update connections set reconcile_at = ${until} where id in
        (select id from connections where reconcile_at <= ${now} and (status = 'active' or deleted_at is not null) and organization_id ${NOT_HALTED}
          order by reconcile_at limit ${limit}) returning id, organization_id`),
  );
}
