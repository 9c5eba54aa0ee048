import { sql } from "drizzle-orm";
import type { Meter } from "../../platform/db/meter";
import { runBatch, Statement, WriteStatement } from "../../platform/db/statement";
import { MEASURED_TEXT_BYTES } from "../text-bytes.sql.ts";

/**
 * Measures up to `limit` orders of any organization that are not measured yet; tells whether there are more. It does not change an order:
 * its version, its times and its events stay.
 */
export async function measureOrders(d1: D1Database, meter: Meter, limit: number): Promise<boolean> {
  const unmeasured = sql`select id from orders indexed by orders_unmeasured where text_bytes is null`;
  const [, [left]] = await runBatch(d1, meter, [
    new WriteStatement(sql`update orders as o set text_bytes = ${MEASURED_TEXT_BYTES} where o.id in (${unmeasured} limit ${limit})`),
    new Statement<{ found: number }>(sql`select exists (${unmeasured}) as found`),
  ]);
  return left?.found === 1;
}
