import { type SQL, sql } from "drizzle-orm";
import { eventBody, insertEvent } from "../events/write.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { WriteStatement } from "../platform/db/statement";
import { momentText } from "../platform/values/zone";

/** The order that an event is about, in SQL. */
interface Source {
  /** FROM and joins. The order is `o`. */
  from: SQL;
  /** The condition that selects the order. The organization's condition is added. */
  where: SQL;
  /** This event's number among the events of the order. */
  sequence: SQL;
}

/** The fields of order.updated, in SQL. `changedFields` is JSON. */
interface UpdateFields {
  changedFields: SQL;
  version: SQL;
}

/** Inserts order.updated for one order (docs/spec/events.md#payloads). */
export function insertOrderUpdated(
  org: OrgDb,
  id: string,
  { from, where, sequence }: Source,
  { changedFields, version }: UpdateFields,
): WriteStatement {
  const fields = { sequence, order_id: sql`o.id`, changed_fields: sql`json(${changedFields})`, version, updated_at: momentText(org.now) };
  const body = eventBody(org, "order.updated", id, fields);
  return insertEvent(org, { id, type: "order.updated", orderId: sql`o.id`, body }, orderSource(org, from, where));
}

/**
 * Inserts order.status_changed for one order (docs/spec/events.md#payloads). It contains the first tracking record of the order, if there is
 * one (docs/spec/tracking.md#first-tracking-record).
 */
export function insertOrderStatusChanged(
  org: OrgDb,
  id: string,
  { from, where, sequence }: Source,
  status: { from: SQL; to: SQL },
): WriteStatement {
  const fields = { sequence, order_id: sql`o.id`, old_status: status.from, new_status: status.to };
  const body = sql`json_patch(${eventBody(org, "order.status_changed", id, fields)}, ${trackingJson()})`;
  return insertEvent(org, { id, type: "order.status_changed", orderId: sql`o.id`, body }, orderSource(org, from, where));
}

function orderSource(org: OrgDb, from: SQL, where: SQL): SQL {
  return sql`from ${from} where o.organization_id = ${org.key} and ${where}`;
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
