import { foldedText } from "../../platform/db/columns";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";

/** The counts of a store (docs/spec/stores.md#store-statistics). */
export interface StoreStatistics {
  total_orders: number;
  active_products: number;
}

/** Sums a store's statistics from order_rollups and product_terms, without reading orders or products. No row if there is no such store. */
export function storeStatistics(org: OrgReader, id: number): Statement<StoreStatistics> {
  return org.rows<StoreStatistics>()`select
      (select coalesce(sum(r.orders), 0) from order_rollups r
        where r.organization_id = s.organization_id and r.basis = 'all' and r.bucket = 0 and r.store_id = s.id) as total_orders,
      (select count(distinct t.product_id) from product_terms t
        where t.organization_id = s.organization_id and t.kind = 'store' and t.term in (${foldedText("s", "name")}, ${foldedText("s", "code")})) as active_products
    from stores s where s.organization_id = ${org.key} and s.id = ${id}`;
}
