import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";

/** An item of a fulfillment that was shipped, with what a platform needs to find it. */
export interface ShippedItem {
  fulfillment_id: string;
  order_external_id: string;
  item_external_id: string | null;
  quantity: number;
  tracking_number: string | null;
  carrier: string | null;
  tracking_url: string | null;
  shipped_at: number;
}

/** What was shipped in a period, in ms since 1970. */
export interface ShippedPeriod {
  storeId: number;
  from: number;
  /** Exclusive. */
  until: number;
}

/** The store of a worksheet. No row: there is none. */
export function worksheetStore(org: OrgReader, id: number): Statement<{ platform: string }> {
  return org.rows<{
    platform: string;
  }>()`select s.platform from stores s where s.organization_id = ${org.key} and s.id = ${id}`;
}

/**
 * Up to `limit` items that a store shipped in a period, in the order of shipping. Orders without an external id are left out, because the
 * platform does not know them. CROSS JOIN fixes the join order: the period is read through the index fulfillments_shipped.
 */
export function shippedItems(org: OrgReader, { storeId, from, until }: ShippedPeriod, limit: number): Statement<ShippedItem> {
  return org.rows<ShippedItem>()`select f.id as fulfillment_id, o.external_id as order_external_id, i.external_id as item_external_id,
      x.quantity, f.tracking_number, f.carrier, f.tracking_url, f.shipped_at
    from fulfillments f indexed by fulfillments_shipped
      cross join orders o on o.organization_id = f.organization_id and o.id = f.order_id
      cross join fulfillment_items x on x.organization_id = f.organization_id and x.fulfillment_id = f.id
      cross join order_items i on i.organization_id = x.organization_id and i.id = x.order_item_id
    where f.organization_id = ${org.key} and f.shipped_at >= ${from} and f.shipped_at < ${until} and f.status <> 'cancelled'
      and o.external_id <> '' and o.store_id = ${storeId}
    order by f.shipped_at, f.id, i.id limit ${limit}`;
}
