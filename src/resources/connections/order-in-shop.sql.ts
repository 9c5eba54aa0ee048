import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import type { Platform } from "./platforms/platforms";

/** The shop that an order comes from. What is about the connection is null if its store has none. */
export interface OrderInShopRow {
  external_id: string | null;
  store_platform: string;
  platform: Platform | null;
  shop_url: string | null;
}

export function shopOfOrder(org: OrgReader, orderId: number): Statement<OrderInShopRow> {
  return org.rows<OrderInShopRow>()`select o.external_id, s.platform as store_platform, c.platform, c.shop_url
    from orders o
    join stores s on s.organization_id = o.organization_id and s.id = o.store_id
    left join connections c on c.organization_id = o.organization_id and c.store_id = o.store_id and c.deleted_at is null
    where o.organization_id = ${org.key} and o.id = ${orderId}`;
}
