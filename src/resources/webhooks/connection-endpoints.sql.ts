import { type SQL, sql } from "drizzle-orm";

/**
 * An endpoint with the id of a connection sends fulfillments to the shop of that connection, on the same deliveries, attempts and retries as a
 * webhook. It is changed only together with its connection, and the endpoints of webhooks do not contain it.
 */
const PREFIX = "con_";

/** Whether an endpoint sends fulfillments to a shop. */
export function isConnection(endpointId: string): boolean {
  return endpointId.startsWith(PREFIX);
}

/** SQL condition: the endpoint with this id sends fulfillments to a shop. */
export function isConnectionSql(id: SQL): SQL {
  return sql`${id} glob ${sql.raw(`'${PREFIX}*'`)}`;
}

/**
 * SQL condition: the event `e` is to be delivered to the endpoint `w` of a connection. A fulfillment that was shipped is sent if its order is
 * from that shop and it was made here. An order with another `external_id` than a number is not from the shop: all ids of these shops are numbers.
 * A changed order is sent if the tracking of a fulfillment differs from what the last attempt has sent.
 */
export const IS_OUTGOING = sql.raw(`exists (
  select 1 from connections c
    join orders o on o.organization_id = c.organization_id and o.store_id = c.store_id and o.id = e.order_id
    join fulfillments f on f.organization_id = o.organization_id and f.order_id = o.id
  where c.organization_id = w.organization_id and c.id = w.id and c.sends_fulfillments = 1 and c.shop_url is not null
    and o.external_id <> '' and o.external_id not glob '*[^0-9]*'
    and case e.type when 'order.fulfillment.shipped' then f.id = e.body ->> 'fulfillment_id' and f.source_id is null
      else f.sending_tracking <> json_array(f.tracking_number, f.carrier, f.tracking_url) end)`);
