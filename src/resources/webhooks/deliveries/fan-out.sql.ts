import { sql } from "drizzle-orm";
import type { CreatedDelivery } from "../../../platform/db/change";
import { IS_OUTGOING, isConnectionSql } from "../connection-endpoints.sql.ts";
import { enqueueAt } from "./due.sql.ts";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { SUPPLIER_EVENT_TYPES } from "../../events/events";

const SUPPLIER_EVENTS = sql.raw(SUPPLIER_EVENT_TYPES.map((type) => `'${type}'`).join(", "));

/**
 * SQL condition: the event `e` may be seen by the supplier of the endpoint `w`. It is about an order of this supplier that was sent to it: the same as
 * what an API token of the supplier sees.
 */
const IS_OF_SUPPLIER = sql`(e.type in (${SUPPLIER_EVENTS}) and exists (select 1 from supplier_orders r
  where r.organization_id = e.organization_id and r.id = e.body ->> 'supplier_order_id' and r.supplier_id = w.supplier_id and r.sent_at is not null))`;

/**
 * Inserts one delivery for each subscribed endpoint of each of these events, in the batch of the change that caused them, and returns them.
 * CROSS JOIN fixes the join order: otherwise SQLite may read all events of the organization. The endpoint of a connection gets only what its shop
 * does not know. The endpoint of a supplier gets only what the supplier sees. The delivery to an endpoint that is paused or disabled is held
 * (docs/spec/webhooks.md#pause). The id of a delivery has the time of its event's id (8 characters after `evt_`), so that it sorts by creation.
 */
export function fanOut(org: OrgDb, eventIds: readonly string[]): WriteStatement<CreatedDelivery> {
  return org.write<CreatedDelivery>()`
    insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", next_attempt_at, created_at)
    select 'dlv_' || substr(e.id, 5, 8) || lower(hex(randomblob(8))), e.organization_id, w.id, e.id, e.type,
      case when w.status = 'active' then 'pending' else 'held' end, 'auto',
      case when w.status = 'active' then e.occurred_at end, e.occurred_at
    from json_each(${JSON.stringify(eventIds)}) j
      cross join events e on e.organization_id = ${org.key} and e.id = j.value
      cross join webhook_endpoints w on w.organization_id = e.organization_id and w.deleted_at is null
    where exists (select 1 from json_each(w.events) subscribed where subscribed.value = e.type)
      and (w.supplier_id is null or ${IS_OF_SUPPLIER})
      and case when ${isConnectionSql(sql`w.id`)} then ${IS_OUTGOING} else 1 end
    order by e.seq
    returning id, endpoint_id, 1 as attempt,
      (select slow from webhook_endpoints w where w.organization_id = deliveries.organization_id and w.id = endpoint_id) as slow,
      (select ${enqueueAt(org.now)} from webhook_endpoints w where w.organization_id = deliveries.organization_id and w.id = endpoint_id) as at`;
}
