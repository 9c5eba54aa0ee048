import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../platform/db/org-db";
import type { WriteStatement } from "../platform/db/statement";

/** RFC 3339 of a moment, for event bodies. */
function text(moment: number): string {
  return new Date(moment).toISOString();
}

/** Where the event rows come from: an order `o` (and what is joined to it) and its condition. */
interface Source {
  /** FROM and joins, `o` being the order. */
  from: SQL;
  /** Names the order; the organization is added. */
  where: SQL;
  /** SQL of this event's number in its order. */
  sequence: SQL;
}

/** order.updated of one order (docs/spec/events.md#payloads). `changedFields` and `version` are SQL; the first is JSON. */
export function orderUpdated(org: OrgDb, eventId: string, source: Source, changedFields: SQL, version: SQL): WriteStatement {
  return org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
    select ${eventId}, ${org.key}, 'order.updated', o.id, json_object('event', 'order.updated', 'event_id', ${eventId},
      'organization_id', o.organization_id, 'sequence', ${source.sequence}, 'occurred_at', ${text(org.now)}, 'order_id', o.id,
      'changed_fields', json(${changedFields}), 'version', ${version}, 'updated_at', ${text(org.now)}), ${org.now}
    from ${source.from} where o.organization_id = ${org.key} and ${source.where}`;
}

/**
 * order.status_changed of one order (docs/spec/events.md#payloads). Tracking is that of the earliest
 * fulfillment with a number, else of the first item with a code (docs/spec/tracking.md#first-tracking-record); left out where there is
 * none.
 */
export function orderStatusChanged(org: OrgDb, eventId: string, source: Source, from: SQL, to: SQL): WriteStatement {
  return org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
    select ${eventId}, ${org.key}, 'order.status_changed', o.id, json_patch(json_object('event', 'order.status_changed',
      'event_id', ${eventId}, 'organization_id', o.organization_id, 'sequence', ${source.sequence}, 'occurred_at', ${text(org.now)},
      'order_id', o.id, 'old_status', ${from}, 'new_status', ${to}), ${tracking()}), ${org.now}
    from ${source.from} where o.organization_id = ${org.key} and ${source.where}`;
}

function tracking(): SQL {
  return sql`coalesce(
    (select json_object('tracking_number', f.tracking_number, 'carrier', f.carrier) from fulfillments f
      where f.organization_id = o.organization_id and f.order_id = o.id and f.tracking_number is not null order by f.id limit 1),
    (select json_object('tracking_number', i.tracking_code, 'carrier', i.carrier) from order_items i
      where i.organization_id = o.organization_id and i.order_id = o.id and coalesce(i.tracking_code, '') <> '' order by i.id limit 1),
    '{}')`;
}
