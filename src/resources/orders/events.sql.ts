import { type SQL, sql } from "drizzle-orm";
import { eventBody, insertComputedEvents } from "../events/write.sql.ts";
import { newId } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { EventStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";

/** The ids of the events of a change that may change the status of an order. */
export interface OrderEventIds {
  updated: string;
  statusChanged: string;
}

export function newOrderEventIds(org: OrgDb): OrderEventIds {
  return { updated: newId("evt", org.now), statusChanged: newId("evt", org.now) };
}

interface OrderChange {
  /** The ids of the events of all orders, for which a commit creates deliveries, and SQL for those of one. */
  ids: readonly OrderEventIds[];
  eventIds: { updated: SQL; statusChanged: SQL };
  /** FROM and joins. The order is `o`. */
  from: SQL;
  /** The condition that selects the orders. The organization's condition is added. */
  where: SQL;
  /** The sequence of the last event of the order before these. */
  lastSequence: SQL;
  changedFields: SQL;
  version: SQL;
  oldStatus: SQL;
  newStatus: SQL;
}

/**
 * Inserts order.updated for each order and, if its status changes, order.status_changed (docs/spec/events.md#payloads). The second one contains
 * the first tracking record of the order, if there is one (docs/spec/tracking.md#first-tracking-record).
 */
export function insertOrderEvents(org: OrgDb, change: OrderChange): EventStatement[] {
  const { ids, eventIds, from, where, lastSequence, changedFields, version, oldStatus, newStatus } = change;
  const order = sql`from ${from} where o.organization_id = ${org.key} and ${where}`;
  const orderId = sql`o.id`;
  const updated = { id: eventIds.updated, type: "order.updated" } as const;
  const updatedBody = eventBody(org, updated, {
    sequence: sql`${lastSequence} + 1`,
    order_id: orderId,
    changed_fields: sql`json(${changedFields})`,
    version,
    updated_at: momentText(org.now),
  });
  const statusChanged = { id: eventIds.statusChanged, type: "order.status_changed" } as const;
  const statusFields = { sequence: sql`${lastSequence} + 2`, order_id: orderId, old_status: oldStatus, new_status: newStatus };
  const statusBody = sql`json_patch(${eventBody(org, statusChanged, statusFields)}, ${trackingJson()})`;
  return [
    insertComputedEvents(org, { ...updated, ids: ids.map((one) => one.updated), orderId, body: updatedBody }, order),
    insertComputedEvents(
      org,
      { ...statusChanged, ids: ids.map((one) => one.statusChanged), orderId, body: statusBody },
      sql`${order} and ${oldStatus} <> ${newStatus}`,
    ),
  ];
}

/** JSON of the earliest fulfillment with a number, else of the first item with a code, else an empty object. */
function trackingJson(): SQL {
  return sql`coalesce(
    (select json_object('tracking_number', f.tracking_number, 'carrier', f.carrier) from fulfillments f
      where f.organization_id = o.organization_id and f.order_id = o.id and f.tracking_number is not null order by f.id limit 1),
    (select json_object('tracking_number', i.tracking_code, 'carrier', i.carrier) from order_items i
      where i.organization_id = o.organization_id and i.order_id = o.id and coalesce(i.tracking_code, '') <> '' order by i.id limit 1),
    '{}')`;
}
