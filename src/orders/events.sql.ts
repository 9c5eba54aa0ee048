import { type SQL, sql } from "drizzle-orm";
import { eventBody, insertEvent } from "../events/write.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import type { WriteStatement } from "../platform/db/statement";
import { momentText } from "../platform/values/zone";

/** Where the event rows come from: an order `o` (and what is joined to it) and its condition. */
interface Source {
  /** FROM and joins, `o` being the order. */
  from: SQL;
  /** Names the order; the organization is added. */
  where: SQL;
  /** SQL of this event's number in its order. */
  sequence: SQL;
}

/** What order.updated tells, in SQL; `changedFields` is JSON. */
interface Update {
  changedFields: SQL;
  version: SQL;
}

/** order.updated of one order (docs/spec/events.md#payloads). */
export function orderUpdated(
  org: OrgDb,
  id: string,
  { from, where, sequence }: Source,
  { changedFields, version }: Update,
): WriteStatement {
  const fields = { sequence, order_id: sql`o.id`, changed_fields: sql`json(${changedFields})`, version, updated_at: momentText(org.now) };
  const body = eventBody(org, "order.updated", id, fields);
  return insertEvent(org, { id, type: "order.updated", orderId: sql`o.id`, body }, ofOrder(org, from, where));
}

/**
 * order.status_changed of one order (docs/spec/events.md#payloads). Tracking is that of the earliest
 * fulfillment with a number, else of the first item with a code (docs/spec/tracking.md#first-tracking-record); left out where there is
 * none.
 */
export function orderStatusChanged(
  org: OrgDb,
  id: string,
  { from, where, sequence }: Source,
  status: { from: SQL; to: SQL },
): WriteStatement {
  const fields = { sequence, order_id: sql`o.id`, old_status: status.from, new_status: status.to };
  const body = sql`json_patch(${eventBody(org, "order.status_changed", id, fields)}, ${tracking()})`;
  return insertEvent(org, { id, type: "order.status_changed", orderId: sql`o.id`, body }, ofOrder(org, from, where));
}

function ofOrder(org: OrgDb, from: SQL, where: SQL): SQL {
  return sql`from ${from} where o.organization_id = ${org.key} and ${where}`;
}

function tracking(): SQL {
  return sql`coalesce(
    (select json_object('tracking_number', f.tracking_number, 'carrier', f.carrier) from fulfillments f
      where f.organization_id = o.organization_id and f.order_id = o.id and f.tracking_number is not null order by f.id limit 1),
    (select json_object('tracking_number', i.tracking_code, 'carrier', i.carrier) from order_items i
      where i.organization_id = o.organization_id and i.order_id = o.id and coalesce(i.tracking_code, '') <> '' order by i.id limit 1),
    '{}')`;
}
