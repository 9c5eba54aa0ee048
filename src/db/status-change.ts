import { type SQL, sql } from "drizzle-orm";
import { type Change, mustHaveChanged } from "./commit";
import { orderStatusChanged, orderUpdated } from "./order-events";
import { fulfillmentsOfOrders, itemById, itemsOfOrders, orderById } from "./order-rows";
import type { OrgDb } from "./org-db";
import type { FulfillmentRow, ItemRow, OrderRow, StoredItem } from "./rows";
import { ids } from "./sql-values";
import type { Statement, WriteStatement } from "./statement";

/** A line of an order's history, by the caller. */
function history(
  org: OrgDb,
  what: { change: string; orderId: SQL | number; itemId: number | null; from: SQL | string; to: SQL | string; reason: string | null },
  rest: SQL,
): WriteStatement {
  const { kind, id, name } = org.actor;
  return org.write()`insert into order_history
      (organization_id, order_id, order_item_id, at, "change", from_value, to_value, reason, actor_kind, actor_id, actor_name)
    select ${org.key}, ${what.orderId}, ${what.itemId}, ${org.now}, ${what.change}, ${what.from}, ${what.to}, ${what.reason}, ${kind}, ${id}, ${name}
    ${rest}`;
}

/** Moves an order to another status, if it still has the version that was read. */
export function changeOrderStatus(
  org: OrgDb,
  order: OrderRow,
  status: string,
  reason: string | null,
  eventIds: { updated: string; statusChanged: string },
): Change<[Statement<OrderRow>, Statement<StoredItem>, Statement<FulfillmentRow>]> {
  const source = { from: sql`orders o`, where: sql`o.id = ${order.id}` };
  return {
    writes: [
      org.write()`update orders set status = ${status}, version = version + 1, updated_at = ${org.now}, event_sequence = event_sequence + 2
        where organization_id = ${org.key} and id = ${order.id} and version = ${order.version}`,
      mustHaveChanged(),
      history(org, { change: "status", orderId: order.id, itemId: null, from: order.status, to: status, reason }, sql``),
      orderUpdated(org, eventIds.updated, { ...source, sequence: sql`o.event_sequence - 1` }, sql`'["status"]'`, sql`o.version`),
      orderStatusChanged(org, eventIds.statusChanged, { ...source, sequence: sql`o.event_sequence` }, sql`${order.status}`, sql`o.status`),
    ],
    events: [eventIds.updated, eventIds.statusChanged],
    remember: JSON.stringify({ order_id: order.id }),
    answer: [orderById(org, order.id), itemsOfOrders(org, ids([order.id])), fulfillmentsOfOrders(org, ids([order.id]))],
  };
}

/** The rank that machine facts never lower (decisions D). */
function rank(status: SQL): SQL {
  return sql`case ${status} when 'New' then 0 when 'Pending Cost' then 1 when 'In Production' then 2 when 'Shipped' then 3 when 'Complete' then 4 end`;
}

/**
 * An order and what its items say of it, as `(…) d` joined to `o`: d.status is where the roll-up moves it, or its own
 * status; d.missing_* whether any item lacks something. Computed where it is written, so that no other change is missed.
 */
function derived(org: OrgDb, orderId: number): SQL {
  const facts = sql`select count(*) filter (where i.status not in ('Cancelled', 'Refunded')) as live,
      count(*) filter (where i.status in ('Shipped', 'Delivered')) as shipped,
      count(*) filter (where i.status = 'Delivered') as delivered,
      coalesce(max(i.missing_sku), 0) as missing_sku, coalesce(max(i.missing_design), 0) as missing_design,
      coalesce(max(i.missing_cost), 0) as missing_cost
    from order_items i where i.organization_id = ${org.key} and i.order_id = ${orderId}`;
  const said = sql`case when live = 0 then 'Cancelled' when delivered = live then 'Complete' when shipped = live then 'Shipped' end`;
  const moves = sql`x.status <> 'Cancelled' and (a.said = 'Cancelled' or ${rank(sql`a.said`)} > ${rank(sql`x.status`)})`;
  return sql`(select x.id, a.missing_sku, a.missing_design, a.missing_cost,
      case when ${org.organization.rollUpStatus ? 1 : 0} and ${moves} then a.said else x.status end as status
    from orders x, (select *, ${said} as said from (${facts})) a
    where x.organization_id = ${org.key} and x.id = ${orderId}) d`;
}

/** Sets an item's status, if it still has the version that was read, and lets its order follow (decisions D, roll-up). */
export function changeItemStatus(
  org: OrgDb,
  item: ItemRow,
  status: string,
  eventIds: { updated: string; statusChanged: string },
): Change<[Statement<ItemRow>]> {
  const from = sql`orders o join ${derived(org, item.order_id)} on d.id = o.id`;
  const source = { from, where: sql`o.id = ${item.order_id}` };
  const moved = sql`d.status <> o.status`;
  const changed = sql`case when ${moved} then '["items.status","status"]' else '["items.status"]' end`;
  return {
    writes: [
      org.write()`update order_items set status = ${status}, version = version + 1, updated_at = ${org.now}
        where organization_id = ${org.key} and id = ${item.id} and version = ${item.version}`,
      mustHaveChanged(),
      history(org, { change: "item_status", orderId: item.order_id, itemId: item.id, from: item.status, to: status, reason: null }, sql``),
      // The order itself is written last: until then `o` is as it was, `d` as it will be.
      history(
        org,
        { change: "roll_up", orderId: sql`o.id`, itemId: null, from: sql`o.status`, to: sql`d.status`, reason: null },
        sql`from ${from} where o.organization_id = ${org.key} and o.id = ${item.order_id} and ${moved}`,
      ),
      orderUpdated(org, eventIds.updated, { ...source, sequence: sql`o.event_sequence + 1` }, changed, sql`o.version + 1`),
      orderStatusChanged(
        org,
        eventIds.statusChanged,
        { from, where: sql`${source.where} and ${moved}`, sequence: sql`o.event_sequence + 2` },
        sql`o.status`,
        sql`d.status`,
      ),
      org.write()`update orders set status = d.status, missing_sku = d.missing_sku, missing_design = d.missing_design,
          missing_cost = d.missing_cost, version = version + 1, updated_at = ${org.now},
          event_sequence = event_sequence + 1 + (d.status <> orders.status)
        from ${derived(org, item.order_id)} where orders.organization_id = ${org.key} and orders.id = d.id`,
    ],
    events: [eventIds.updated, eventIds.statusChanged],
    remember: JSON.stringify({ order_item_id: item.id }),
    answer: [itemById(org, item.id)],
  };
}
