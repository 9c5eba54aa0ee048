import { type SQL, sql } from "drizzle-orm";
import { assertRowsChanged } from "../platform/db/change";
import { addHistory } from "./history/records.sql.ts";
import { insertOrderEvents, type OrderEventIds } from "./events.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { WriteStatement } from "../platform/db/statement";

/**
 * The progress of an order (docs/spec/orders.md#automatic-changes). An automatic change never lowers it. Cancelled has no rank and never
 * changes automatically.
 */
const RANK = { New: 0, "Pending Cost": 1, "In Production": 2, Shipped: 3, Complete: 4 } as const;

/** The status that the items give their order: the first rule that matches. Live items are not Cancelled and not Refunded. */
const STATUS_RULES = [
  ["live = 0", "Cancelled"],
  ["delivered = live", "Complete"],
  ["shipped = live", "Shipped"],
] as const;

function rank(status: SQL): SQL {
  return sql`case ${status} ${sql.raw(
    Object.entries(RANK)
      .map(([name, value]) => `when '${name}' then ${value}`)
      .join(" "),
  )} end`;
}

/**
 * The columns of an order that derive from its items, as a table `d`. d.status is the status from the items or else the current one,
 * d.missing_* is 1 if any item lacks the field, and d.has_live_items is 1 if any item is live. The statement that writes them computes
 * them, so that it includes concurrent changes.
 */
function derived(org: OrgDb, orderId: number | SQL, followsItems: boolean): SQL {
  const facts = sql`select count(*) filter (where i.status not in ('Cancelled', 'Refunded')) as live,
      count(*) filter (where i.status in ('Shipped', 'Delivered')) as shipped,
      count(*) filter (where i.status = 'Delivered') as delivered,
      coalesce(max(i.missing_sku), 0) as missing_sku, coalesce(max(i.missing_design), 0) as missing_design,
      coalesce(max(i.missing_cost), 0) as missing_cost
    from order_items i where i.organization_id = ${org.key} and i.order_id = ${orderId}`;
  const itemsStatus = sql.raw(`case ${STATUS_RULES.map(([when, status]) => `when ${when} then '${status}'`).join(" ")} end`);
  const moves = sql`x.status <> 'Cancelled' and (a.items_status = 'Cancelled' or ${rank(sql`a.items_status`)} > ${rank(sql`x.status`)})`;
  return sql`(select x.id, a.missing_sku, a.missing_design, a.missing_cost, a.live > 0 as has_live_items,
      case when ${followsItems && org.organization.rollUpStatus ? 1 : 0} and ${moves} then a.items_status else x.status end as status
    from orders x, (select *, ${itemsStatus} as items_status from (${facts})) a
    where x.organization_id = ${org.key} and x.id = ${orderId}) d`;
}

/** A change of an order's items or fulfillments, which may change its status. */
export interface PartsChange {
  /** An id, or SQL of one. */
  orderId: number | SQL;
  /** The order's version that the change is based on. Null if the change does not depend on it. */
  version: number | null;
  /** Whether the status of the order follows its items. */
  followsItems: boolean;
  /** The changed fields of order.updated, without "status". */
  changedFields: readonly string[];
  /** How many events of the order this batch inserts before these. */
  eventsBefore: number;
  eventIds: OrderEventIds;
}

/**
 * Updates an order at the end of a batch that changed its items or fulfillments. Its status follows the items unless the organization has
 * switched this off (docs/spec/orders.md#status-from-items). Inserts order.updated and, if the status changes, a history entry and
 * order.status_changed. The order is written last, because the other statements compare its current columns (`o`) with the new ones (`d`).
 */
export function updateOrderFromItems(
  org: OrgDb,
  { orderId, version, followsItems, changedFields, eventsBefore, eventIds }: PartsChange,
): WriteStatement[] {
  const from = sql`orders o join ${derived(org, orderId, followsItems)} on d.id = o.id`;
  const isOrder = sql`o.id = ${orderId}`;
  const isStatusChanged = sql`d.status <> o.status`;
  const changedJson = sql`case when ${isStatusChanged} then ${JSON.stringify([...changedFields, "status"])} else ${JSON.stringify(changedFields)} end`;
  return [
    addHistory(
      org,
      { change: "roll_up", orderId: sql`o.id`, from: sql`o.status`, to: sql`d.status` },
      sql`from ${from} where o.organization_id = ${org.key} and ${isOrder} and ${isStatusChanged}`,
    ),
    ...insertOrderEvents(org, {
      eventIds,
      from,
      where: isOrder,
      eventsBefore: sql`o.event_sequence + cast(${eventsBefore} as integer)`,
      changedFields: changedJson,
      version: sql`o.version + 1`,
      oldStatus: sql`o.status`,
      newStatus: sql`d.status`,
    }),
    org.write()`update orders set status = d.status, missing_sku = d.missing_sku, missing_design = d.missing_design,
        missing_cost = d.missing_cost, has_live_items = d.has_live_items, version = version + 1, updated_at = ${org.now},
        event_sequence = event_sequence + cast(${eventsBefore + 1} as integer) + (d.status <> orders.status)
      from ${derived(org, orderId, followsItems)} where orders.organization_id = ${org.key} and orders.id = d.id
        ${version === null ? sql`` : sql`and orders.version = ${version}`}`,
    assertRowsChanged(),
  ];
}
