import { hasHold } from "./holds/held.sql.ts";
import { type SQL, sql } from "drizzle-orm";
import { type Change, assertCondition, assertRowsChanged } from "../../platform/db/change";
import { addHistory } from "./history/records.sql.ts";
import { insertOrderEvents, newOrderEventIds } from "./events.sql.ts";
import { itemById, orderOfItem } from "./select.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import { itemFacts, setDerivedColumns } from "./derived-columns.sql.ts";
import { isLive } from "./items/item-status";
import { markItemsSent, PROGRESS, SENT_ORDER_STATUSES, setStatusColumns } from "./items/progress.sql.ts";
import { setStatusOfItems } from "./items/set-statuses.sql.ts";
import { saysShipped } from "./items/shippable";
import { updateOrdersFromItems } from "./order-from-items.sql.ts";
import type { OrderStatus } from "./order-status";
import type { ItemRow, OrderRow } from "./rows.sql.ts";
import { selectIds } from "../../platform/db/sql-values";
import type { Statement, WriteStatement } from "../../platform/db/statement";

/**
 * Sets the status of orders that still have the versions that were read, with their history and events. The number of statements does not
 * depend on the number of orders.
 */
export function setStatuses(
  org: OrgDb,
  orders: readonly Pick<OrderRow, "id" | "version" | "status">[],
  { status, reason }: { status: OrderStatus; reason: string | null },
): WriteStatement[] {
  if (orders.length === 0) return [];
  const rows = orders.map(({ id, version, status: from }) => ({ id, version, from, ...newOrderEventIds(org) }));
  const json = JSON.stringify(rows);
  const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);
  const sentOrderIds = rows
    .filter(({ from }) => status === "Cancelled" && SENT_ORDER_STATUSES.some((other) => other === from))
    .map(({ id }) => id);
  // Which costs of its items count depends on whether an order is Cancelled.
  const changesCosts = status === "Cancelled" || rows.some(({ from }) => from === "Cancelled");
  const facts = itemFacts(org, sql`select j.value->>'id' from json_each(${json}) j`);
  return [
    ...(sentOrderIds.length > 0 ? [markItemsSent(org, selectIds(sentOrderIds))] : []),
    // The `+` keeps SQLite from scanning the organization's orders (see ingest/write.sql.ts).
    org.write()`update orders set status = ${status}, version = version + 1, updated_at = ${org.now}, event_sequence = event_sequence + 2
        ${changesCosts ? sql`, ${setDerivedColumns("a", sql`${status}`)}` : sql``}
        from json_each(${json}) j ${changesCosts ? sql`join (${facts}) a on a.order_id = ${field("id")}` : sql``}
        where +orders.organization_id = ${org.key} and orders.id = ${field("id")} and orders.version = ${field("version")}`,
    assertRowsChanged(rows.length),
    addHistory(org, { change: "status", orderId: field("id"), from: field("from"), to: status, reason }, sql`from json_each(${json}) j`),
    ...insertOrderEvents(org, {
      ids: rows,
      eventIds: { updated: field("updated"), statusChanged: field("statusChanged") },
      from: sql`json_each(${json}) j cross join orders o on o.id = ${field("id")}`,
      where: sql`true`,
      lastSequence: sql`o.event_sequence - 2`,
      changedFields: sql`'["status"]'`,
      version: sql`o.version`,
      oldStatus: field("from"),
      newStatus: sql`o.status`,
    }),
  ];
}

/** Moves an order forward to the status of its items, after its own status was set in the same batch. */
export function followItems(org: OrgDb, orderId: number): WriteStatement[] {
  const change = { orderId, version: null, followsItems: true, changedFields: [], eventsBefore: 0 };
  return updateOrdersFromItems(org, [change], { endsItems: false, onlyStatuses: true });
}

export interface ItemToSet {
  id: number;
  order_id: number;
  version: number;
  status: string;
}

/** Sets the status of items that still have the versions that were read, and updates their orders. */
export function setItemStatuses(org: OrgDb, items: readonly ItemToSet[], status: string): WriteStatement[] {
  if (items.length === 0) return [];
  const orderIds = [...new Set(items.map(({ order_id }) => order_id))];
  const changes = orderIds.map((orderId) => ({
    orderId,
    version: null,
    followsItems: true,
    changedFields: ["items.status"],
    eventsBefore: 0,
  }));
  const json = JSON.stringify(items.map(({ id, order_id, version, status: from }) => ({ id, order_id, version, from })));
  const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);
  return [
    ...setStatusOfItems(org, { rows: json, status, condition: sql`and order_items.version = ${field("version")}` }),
    assertRowsChanged(items.length),
    addHistory(
      org,
      { change: "item_status", orderId: field("order_id"), itemId: field("id"), from: field("from"), to: status },
      sql`from json_each(${json}) j`,
    ),
    ...updateOrdersFromItems(org, changes, { endsItems: !isLive(status) }),
  ];
}

/** Writes nothing. The batch fails with a WriteConflict if the item does not exist or has another status. */
export function assertItemStatus(org: OrgDb, itemId: number, status: string): Change<Statement<ItemRow>> {
  const hasStatus = sql`exists (select 1 from order_items where organization_id = ${org.key} and id = ${itemId} and status = ${status})`;
  return {
    writes: [assertCondition(hasStatus)],
    marker: { order_item_id: itemId },
    returning: itemById(org, itemId),
  };
}

/**
 * SQL condition: an item `i` may have a status. The same as `assertMayHaveStatus` in items/shippable.ts, for a write that reads nothing
 * first; test/worker/orders/not-shippable.test.ts compares both.
 */
function mayHaveStatus(status: string, now: number): SQL {
  if (!saysShipped(status)) return sql`1`;
  return sql`(i.progress >= ${PROGRESS.shipped} or (i.status not in ('Cancelled', 'Refunded', 'On Hold') and not ${hasHold("i", now)}
    and exists (select 1 from orders o where o.organization_id = i.organization_id and o.id = i.order_id and o.status <> 'Cancelled'
      and o.is_refunded is not 1 and not ${hasHold("o", now)})))`;
}

/**
 * Sets an item's status and updates its order. The batch fails with a WriteConflict if the item already has the status, is not at
 * `expectedVersion` (undefined accepts any version), or may not be shipped. Nothing has to be read first.
 */
export function changeItemStatus(
  org: OrgDb,
  itemId: number,
  { status, expectedVersion }: { status: string; expectedVersion: number | undefined },
): Change<Statement<ItemRow>> {
  const hasVersion = expectedVersion === undefined ? sql`` : sql`and i.version = ${expectedVersion}`;
  const toChange = sql`from order_items i where i.organization_id = ${org.key} and i.id = ${itemId} and i.status <> ${status} ${hasVersion}
    and ${mayHaveStatus(status, org.now)}`;
  const entry = { change: "item_status", orderId: sql`i.order_id`, itemId: sql`i.id`, from: sql`i.status`, to: status } as const;
  return {
    writes: [
      addHistory(org, entry, toChange),
      assertRowsChanged(),
      org.write()`update order_items set ${setStatusColumns(status)}, version = version + 1, updated_at = ${org.now}
        where organization_id = ${org.key} and id = ${itemId}`,
      ...updateOrdersFromItems(
        org,
        [
          {
            orderId: orderOfItem(org, itemId),
            version: null,
            followsItems: true,
            changedFields: ["items.status"],
            eventsBefore: 0,
          },
        ],
        { endsItems: !isLive(status) },
      ),
    ],
    marker: { order_item_id: itemId },
    returning: itemById(org, itemId),
  };
}
