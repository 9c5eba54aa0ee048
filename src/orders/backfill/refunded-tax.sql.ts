import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../platform/db/database";
import { NOT_HALTED } from "../../platform/db/halted.sql.ts";
import { Statement, WriteStatement } from "../../platform/db/statement";
import type { RefundAmounts } from "../refunded-tax";

/** An order with a refund whose tax is not computed yet. */
export type UncomputedRefund = RefundAmounts & { id: number };

/** Up to `limit` orders of any organization with a refund whose tax is not computed yet. */
export async function uncomputedRefunds(db: OrganizationsDb, limit: number): Promise<UncomputedRefund[]> {
  const [rows] = await db.run(
    new Statement<UncomputedRefund>(sql`select id, total_amount, tax, refund_amount from orders indexed by orders_pending_refunds
      where refunded_tax is null and refund_amount <> 0 and organization_id ${NOT_HALTED} limit ${limit}`),
  );
  return rows;
}

/**
 * Stores the computed tax of refunds. It skips an order that changed since it was read: that write has stored the tax, or the next run does.
 * This is not a change of the order, so its version and times stay the same and no event is sent.
 */
export async function storeRefundedTaxes(
  db: OrganizationsDb,
  refunds: readonly (UncomputedRefund & { refunded_tax: number })[],
): Promise<void> {
  await db.run(
    new WriteStatement(sql`update orders set refunded_tax = j.value->>'refunded_tax' from json_each(${JSON.stringify(refunds)}) j
      where orders.id = j.value->>'id' and orders.refunded_tax is null and orders.total_amount = j.value->>'total_amount'
        and orders.tax = j.value->>'tax' and orders.refund_amount = j.value->>'refund_amount'`),
  );
}
