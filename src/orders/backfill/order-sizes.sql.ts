import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../platform/db/database";
import { NOT_HALTED } from "../../platform/db/halted.sql.ts";
import { Statement, WriteStatement } from "../../platform/db/statement";
import { MEASURED_TEXT_BYTES } from "../text-bytes.sql.ts";

/**
 * Measures up to `limit` unmeasured orders of any organization. Returns whether there are more. This is not a change of the order, so its
 * version and times stay the same and no event is sent.
 */
export async function measureOrders(db: OrganizationsDb, limit: number): Promise<boolean> {
  const unmeasured = sql`select id from orders indexed by orders_unmeasured where text_bytes is null and organization_id ${NOT_HALTED}`;
  const [, [remaining]] = await db.run(
    new WriteStatement(sql`update orders as o set text_bytes = ${MEASURED_TEXT_BYTES} where o.id in (${unmeasured} limit ${limit})`),
    new Statement<{ found: number }>(sql`select exists (${unmeasured}) as found`),
  );
  return remaining?.found === 1;
}
