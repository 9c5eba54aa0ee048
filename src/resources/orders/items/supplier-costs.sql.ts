import type { SQL } from "drizzle-orm";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";

/**
 * Brings items up to what the lines of their supplier orders cost in the currency of their order (docs/spec/amounts-and-figures.md#cost-of-an-item).
 * `ids` is SQL of their ids.
 */
export function countSupplierCosts(org: OrgDb, ids: SQL): WriteStatement {
  // The `+` keeps SQLite from scanning the organization's items (see ingest/write.sql.ts).
  return org.write()`update order_items set (supplier_quantity, supplier_cost) = (
      select coalesce(sum(l.quantity), 0), coalesce(sum(l.quantity * coalesce(l.charged_cost, l.unit_cost)), 0)
      from supplier_order_lines l
      cross join supplier_orders r on r.organization_id = l.organization_id and r.id = l.supplier_order_id and r.state <> 'draft'
      cross join orders o on o.organization_id = l.organization_id and o.id = order_items.order_id and o.currency = l.currency
      where l.organization_id = ${org.key} and l.order_item_id = order_items.id and l.is_allocated = 1
        and coalesce(l.charged_cost, l.unit_cost) is not null)
    where +organization_id = ${org.key} and id in (${ids})`;
}
