import { sql } from "drizzle-orm";
import { type Change, assertCondition, assertRowsChanged } from "../platform/db/change";
import { addHistory } from "./history/records.sql.ts";
import { insertOrderEvents, newOrderEventIds } from "./events.sql.ts";
import { itemById, itemsOfOrders, orderById, orderOfItem } from "./select.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import { updateOrderFromItems } from "./order-from-items.sql.ts";
import type { OrderStatus } from "./order-status";
import type { ItemRow, OrderRow, StoredItem } from "./rows.sql.ts";
import { sortKey } from "../platform/db/text/sort-key";
import { selectIds } from "../platform/db/sql-values";
import type { Statement } from "../platform/db/statement";

/** Sets an order's status if it still has the version that was read. */
export function changeOrderStatus(
  org: OrgDb,
  order: OrderRow,
  { status, reason }: { status: OrderStatus; reason: string | null },
): Change<[Statement<OrderRow>, Statement<StoredItem>]> {
  const eventIds = newOrderEventIds(org);
  return {
    writes: [
      org.write()`update orders set status = ${status}, version = version + 1, updated_at = ${org.now}, event_sequence = event_sequence + 2
        where organization_id = ${org.key} and id = ${order.id} and version = ${order.version}`,
      assertRowsChanged(),
      addHistory(org, { change: "status", orderId: order.id, from: order.status, to: status, reason }),
      ...insertOrderEvents(org, {
        eventIds,
        from: sql`orders o`,
        where: sql`o.id = ${order.id}`,
        eventsBefore: sql`o.event_sequence - 2`,
        changedFields: sql`'["status"]'`,
        version: sql`o.version`,
        oldStatus: sql`${order.status}`,
        newStatus: sql`o.status`,
      }),
    ],
    events: [eventIds.updated, eventIds.statusChanged],
    markerResult: JSON.stringify({ order_id: order.id }),
    returning: [orderById(org, order.id), itemsOfOrders(org, selectIds([order.id]))],
  };
}

/** Writes nothing. The batch fails with a WriteConflict if the item does not exist or has another status. */
export function assertItemStatus(org: OrgDb, itemId: number, status: string): Change<[Statement<ItemRow>]> {
  const hasStatus = sql`exists (select 1 from order_items where organization_id = ${org.key} and id = ${itemId} and status = ${status})`;
  return {
    writes: [assertCondition(hasStatus)],
    events: [],
    markerResult: JSON.stringify({ order_item_id: itemId }),
    returning: [itemById(org, itemId)],
  };
}

/**
 * Sets an item's status and updates its order. The batch fails with a WriteConflict if the item already has the status or is not at
 * `expectedVersion` (undefined accepts any version). Nothing has to be read first.
 */
export function changeItemStatus(
  org: OrgDb,
  itemId: number,
  { status, expectedVersion }: { status: string; expectedVersion: number | undefined },
): Change<[Statement<ItemRow>]> {
  const eventIds = newOrderEventIds(org);
  const hasVersion = expectedVersion === undefined ? sql`` : sql`and i.version = ${expectedVersion}`;
  const toChange = sql`from order_items i where i.organization_id = ${org.key} and i.id = ${itemId} and i.status <> ${status} ${hasVersion}`;
  const entry = { change: "item_status", orderId: sql`i.order_id`, itemId: sql`i.id`, from: sql`i.status`, to: status } as const;
  return {
    writes: [
      addHistory(org, entry, toChange),
      assertRowsChanged(),
      org.write()`update order_items set status = ${status}, status_sort_key = ${sortKey(status)}, version = version + 1, updated_at = ${org.now}
        where organization_id = ${org.key} and id = ${itemId}`,
      ...updateOrderFromItems(org, {
        orderId: orderOfItem(org, itemId),
        version: null,
        followsItems: true,
        changedFields: ["items.status"],
        eventsBefore: 0,
        eventIds,
      }),
    ],
    events: [eventIds.updated, eventIds.statusChanged],
    markerResult: JSON.stringify({ order_item_id: itemId }),
    returning: [itemById(org, itemId)],
  };
}
