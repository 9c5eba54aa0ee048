import { type SQL, sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import { WriteStatement } from "../../../platform/db/statement";

/** A connection that is due to be reconciled, or whose webhooks are to be removed. */
export interface DueConnection {
  id: string;
  organization_id: number;
}

/**
 * Takes the connection that is due for the longest time, so that no other run takes it before `until`. Organizations that are not `busy` go
 * first: one with many slow shops must not keep the others waiting.
 */
export async function takeDueConnection(
  db: OrganizationsDb,
  { now, until, busy }: { now: number; until: number; busy: readonly number[] },
): Promise<DueConnection | undefined> {
  const firstWhere = (condition: SQL) =>
    sql`select * from (select id from connections where reconcile_at <= ${now} and (status = 'active' or deleted_at is not null)
      and organization_id ${NOT_HALTED} and ${condition} order by reconcile_at limit 1)`;
  const others = sql`organization_id not in (select value from json_each(${JSON.stringify(busy)}))`;
  const [due] = await db.run(
    new WriteStatement<DueConnection>(sql`update connections set reconcile_at = ${until}
      where id in (${firstWhere(others)} union all ${firstWhere(sql`true`)} limit 1) returning id, organization_id`),
  );
  return due;
}
