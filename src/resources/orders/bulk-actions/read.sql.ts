import { sql } from "drizzle-orm";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import type { OrderIds } from "../order-set.sql.ts";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import type { ItemToSet } from "../status-change.sql.ts";

/** An item whose status changes, with what decides whether it may. */
export type ItemAndOrder = ItemToSet &
  Pick<StoredItem, "name" | "progress" | "hold_reason" | "hold_until"> & {
    order_status: StoredOrder["status"];
    order_is_refunded: StoredOrder["is_refunded"];
    order_hold_reason: StoredOrder["hold_reason"];
    order_hold_until: StoredOrder["hold_until"];
  };

export function statusesOfItems(org: OrgReader, ids: readonly number[]): Statement<ItemAndOrder> {
  return org.rows<ItemAndOrder>()`select i.id, i.order_id, i.version, i.status, i.name, i.progress, i.hold_reason, i.hold_until,
      o.status as order_status, o.is_refunded as order_is_refunded, o.hold_reason as order_hold_reason, o.hold_until as order_hold_until
    from json_each(${JSON.stringify(ids)}) j cross join order_items i on i.id = j.value
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id where i.organization_id = ${org.key}`;
}

/** An order whose status changes, and the version that was read. */
export type OrderToSet = Pick<StoredOrder, "id" | "version" | "status">;

export function statusesOfOrders(org: OrgReader, ids: readonly number[]): Statement<OrderToSet> {
  return org.rows<OrderToSet>()`select o.id, o.version, o.status
    from json_each(${JSON.stringify(ids)}) j cross join orders o on o.id = j.value where o.organization_id = ${org.key}`;
}

export function ordersOfItems(org: OrgReader, itemIds: readonly number[]): OrderIds {
  return sql`select distinct i.order_id as id from json_each(${JSON.stringify(itemIds)}) j cross join order_items i on i.id = j.value
    where i.organization_id = ${org.key}`;
}
