import { type SQL, sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../../platform/db/database";
import { Statement, WriteStatement } from "../../../platform/db/statement";
import type { StoredConnection } from "../connections.sql.ts";

/** SQL for the tracking of a fulfillment, as `sending_tracking` and `sent_tracking` have it. */
export const TRACKING = sql.raw("json_array(tracking_number, carrier, tracking_url)");

/** A fulfillment to send, with its order, as they are stored. `OutgoingFulfillment` says what its fields mean. */
export interface OutgoingRow {
  id: string;
  order_external_id: string;
  source_id: string | null;
  /** JSON `[tracking_number, carrier, tracking_url]`. */
  tracking: string;
  /** The same, as the last attempt has sent it. */
  sending_tracking: string | null;
  shipped_at: number;
  /** JSON `[{external_id, quantity}]`, only of items that are known to the platform. */
  items: string;
  /** JSON array of the ids on the platform of the order's other fulfillments. */
  other_source_ids: string;
  completes_order: 0 | 1;
}

/** The event whose delivery sends fulfillments. */
export interface OutgoingEvent {
  organization_id: number;
  order_id: number;
  /** The fulfillment that was shipped. Null: all whose tracking was changed since it was sent. */
  fulfillment_id: string | null;
}

/**
 * SQL: the ids of the fulfillments to send. One that was made on the platform is never sent. One whose first attempts have failed is sent by its
 * own delivery, with the tracking that it then has.
 */
function outgoingIds({ organization_id, order_id, fulfillment_id }: OutgoingEvent): SQL {
  const which =
    fulfillment_id === null
      ? sql`sent_tracking <> ${TRACKING}`
      : sql`id = ${fulfillment_id} and (source_id is null or sending_tracking is not null)`;
  return sql`select id from fulfillments where organization_id = ${organization_id} and order_id = ${order_id} and ${which}
    and shipped_at is not null and status <> 'cancelled'`;
}

/**
 * Reads the fulfillments that a delivery sends and the connection that it sends them with. It then records that they are being sent, so the rows
 * have the `sending_tracking` of the attempt before. It is one transaction, so a change of the tracking is either read here, or sends another
 * delivery (fan-out.sql.ts).
 */
export async function beginSending(
  db: OrganizationsDb,
  connectionId: string,
  event: OutgoingEvent,
): Promise<{ connection: StoredConnection | null; rows: OutgoingRow[] }> {
  const { organization_id } = event;
  const ids = outgoingIds(event);
  const { connections, rows } = await db.run({
    connections: new Statement<StoredConnection>(
      sql`select * from connections where organization_id = ${organization_id} and id = ${connectionId}`,
    ),
    rows: new Statement<OutgoingRow>(sql`
      select f.id, o.external_id as order_external_id, f.source_id, f.shipped_at, f.sending_tracking,
        json_array(f.tracking_number, f.carrier, f.tracking_url) as tracking,
        (select json_group_array(json_object('external_id', i.external_id, 'quantity', x.quantity)) from fulfillment_items x
          join order_items i on i.organization_id = x.organization_id and i.id = x.order_item_id
          where x.organization_id = f.organization_id and x.fulfillment_id = f.id and i.external_id is not null) as items,
        (select json_group_array(other.source_id) from fulfillments other where other.organization_id = f.organization_id
          and other.order_id = f.order_id and other.id <> f.id and other.source_id is not null) as other_source_ids,
        not exists (select 1 from order_items i where i.organization_id = f.organization_id and i.order_id = f.order_id
          and i.status not in ('Cancelled', 'Refunded', 'Shipped', 'Delivered')) as completes_order
      from fulfillments f join orders o on o.organization_id = f.organization_id and o.id = f.order_id
      where f.organization_id = ${organization_id} and f.id in (${ids}) order by f.id`),
    begun: new WriteStatement(sql`update fulfillments set sending_tracking = ${TRACKING}
      where organization_id = ${organization_id} and id in (${ids})`),
  });
  return { connection: connections[0] ?? null, rows };
}

/** Records that the platform has a fulfillment with this tracking. */
export async function recordSent(
  db: OrganizationsDb,
  organizationId: number,
  { id, sourceId, tracking }: { id: string; sourceId: string; tracking: string },
): Promise<void> {
  await db.run(
    new WriteStatement(sql`update fulfillments set source_id = coalesce(source_id, ${sourceId}), sent_tracking = ${tracking}
      where organization_id = ${organizationId} and id = ${id}`),
  );
}
