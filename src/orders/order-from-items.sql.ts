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
 * The columns of orders that derive from their items, as a table `d`, for a JSON array of changes (see `changeRow`). d.status is the status
 * from the items or else the current one, d.missing_* is 1 if any item lacks the field, d.has_live_items is 1 if any item is live, and
 * d.change is the row of the change. The statement that writes them computes them, so that it includes concurrent changes.
 */
function derived(org: OrgDb, changes: SQL): SQL {
  const facts = sql`select i.order_id, count(*) filter (where i.status not in ('Cancelled', 'Refunded')) as live,
      count(*) filter (where i.status in ('Shipped', 'Delivered')) as shipped,
      count(*) filter (where i.status = 'Delivered') as delivered,
      coalesce(max(i.missing_sku), 0) as missing_sku, coalesce(max(i.missing_design), 0) as missing_design,
      coalesce(max(i.missing_cost), 0) as missing_cost
    from order_items i where i.organization_id = ${org.key}
      and i.order_id in (select c.value->>'id' from json_each(${changes}) c) group by i.order_id`;
  const itemsStatus = sql.raw(`case ${STATUS_RULES.map(([when, status]) => `when ${when} then '${status}'`).join(" ")} end`);
  const moves = sql`x.status <> 'Cancelled' and (a.items_status = 'Cancelled' or ${rank(sql`a.items_status`)} > ${rank(sql`x.status`)})`;
  return sql`(select x.id, j.value as change, a.missing_sku, a.missing_design, a.missing_cost, a.live > 0 as has_live_items,
      case when ${org.organization.rollUpStatus ? 1 : 0} and j.value->>'follows' and ${moves} then a.items_status else x.status end as status
    from json_each(${changes}) j cross join orders x on x.organization_id = ${org.key} and x.id = j.value->>'id'
    join (select *, ${itemsStatus} as items_status from (${facts})) a on a.order_id = x.id) d`;
}

/** A change of an order's items or fulfillments, which may change its status. */
export interface PartsChange {
  /** An id, or SQL of one if it is the only change. */
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

/** A change as a row of JSON. */
function changeRow({ orderId, version, followsItems, changedFields, eventsBefore, eventIds }: PartsChange) {
  return {
    id: typeof orderId === "number" ? orderId : null,
    version,
    follows: followsItems ? 1 : 0,
    fields: changedFields,
    fields_with_status: [...changedFields, "status"],
    before: eventsBefore,
    updated: eventIds.updated,
    status_changed: eventIds.statusChanged,
  };
}

/** A change of several orders as one JSON array. Only a single order may be named by SQL. */
function changesJson(changes: readonly PartsChange[]): SQL {
  const json = JSON.stringify(changes.map(changeRow));
  const [only] = changes;
  return typeof only?.orderId === "object" ? sql`json_set(${json}, '$[0].id', ${only.orderId})` : sql`${json}`;
}

/**
 * Updates orders at the end of a batch that changed their items or fulfillments. Their status follows the items unless the organization has
 * switched this off (docs/spec/orders.md#status-from-items). Inserts order.updated and, if the status changes, a history entry and
 * order.status_changed. The orders are written last, because the other statements compare their current columns (`o`) with the new ones
 * (`d`). The number of statements does not depend on the number of orders.
 */
export function updateOrdersFromItems(org: OrgDb, changes: readonly PartsChange[]): WriteStatement[] {
  const json = changesJson(changes);
  const from = sql`${derived(org, json)} cross join orders o on o.id = d.id`;
  const isStatusChanged = sql`d.status <> o.status`;
  return [
    addHistory(
      org,
      { change: "roll_up", orderId: sql`o.id`, from: sql`o.status`, to: sql`d.status` },
      sql`from ${from} where o.organization_id = ${org.key} and ${isStatusChanged}`,
    ),
    ...insertOrderEvents(org, {
      eventIds: { updated: sql`d.change->>'updated'`, statusChanged: sql`d.change->>'status_changed'` },
      from,
      where: sql`true`,
      eventsBefore: sql`o.event_sequence + (d.change->>'before')`,
      changedFields: sql`case when ${isStatusChanged} then d.change->'fields_with_status' else d.change->'fields' end`,
      version: sql`o.version + 1`,
      oldStatus: sql`o.status`,
      newStatus: sql`d.status`,
    }),
    // The `+` keeps SQLite from scanning the organization's orders (see ingest/write.sql.ts).
    org.write()`update orders set status = d.status, missing_sku = d.missing_sku, missing_design = d.missing_design,
        missing_cost = d.missing_cost, has_live_items = d.has_live_items, version = version + 1, updated_at = ${org.now},
        event_sequence = event_sequence + (d.change->>'before') + 1 + (d.status <> orders.status)
      from ${derived(org, json)} where +orders.organization_id = ${org.key} and orders.id = d.id
        and (d.change->>'version' is null or orders.version = d.change->>'version')`,
    assertRowsChanged(changes.length),
  ];
}

/** Updates one order, as `updateOrdersFromItems` does. */
export function updateOrderFromItems(org: OrgDb, change: PartsChange): WriteStatement[] {
  return updateOrdersFromItems(org, [change]);
}
