import { sql } from "drizzle-orm";
import type { MoneyReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";

/** More unpaid lines are not summed, so that the work is bounded. */
export const MAX_UNPAID_LINES = 20_000;

/** What is owed for a supplier order in one currency. */
export interface UnpaidRow {
  supplier_id: string;
  supplier_name: string;
  sent_at: number;
  currency: string;
  lines: number;
  lines_without_cost: number;
  /** Text of stored units, because sums can exceed a float's precision. */
  due: string;
}

/** The supplier orders that are not paid, by currency, with up to one line more than are summed. */
export function unpaidOrders(org: MoneyReader, supplierId: string | null): Statement<UnpaidRow> {
  const ofSupplier = supplierId === null ? sql`` : sql`and r.supplier_id = ${supplierId}`;
  return org.rows<UnpaidRow>()`select u.supplier_id, p.name as supplier_name, u.sent_at, u.currency, count(*) as lines,
      count(*) filter (where u.cost is null) as lines_without_cost, cast(coalesce(sum(u.quantity * u.cost), 0) as text) as due
    from (select r.id, r.supplier_id, r.sent_at, l.currency, l.quantity, coalesce(l.charged_cost, l.unit_cost) as cost
      from supplier_orders r indexed by supplier_orders_unpaid
      cross join supplier_order_lines l on l.organization_id = r.organization_id and l.supplier_order_id = r.id and l.is_allocated = 1
      where r.organization_id = ${org.key} and r.paid_at is null and r.state not in ('draft', 'rejected', 'cancelled') ${ofSupplier}
      limit ${MAX_UNPAID_LINES + 1}) u
    cross join suppliers p on p.organization_id = ${org.key} and p.id = u.supplier_id
    group by u.id, u.currency`;
}
