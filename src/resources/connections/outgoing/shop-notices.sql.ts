import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { TRACKING } from "./outgoing.sql.ts";
import { NOT_SUCCEEDED } from "../../webhooks/deliveries/lease.sql.ts";

/** A fulfillment of an order whose store has a connection to its shop. */
export interface NoticeRow {
  id: string;
  connection_id: string;
  connection_status: "active" | "paused";
  sends_fulfillments: 0 | 1;
  has_access: 0 | 1;
  /** Whether the order is one of the shop: only those have its numeric ids. */
  is_of_shop: 0 | 1;
  is_shipped: 0 | 1;
  is_cancelled: 0 | 1;
  /** Its id in the shop. Null: it is not known to be there. */
  source_id: string | null;
  /** What the last attempt has sent. Null: there was none. */
  sending_tracking: string | null;
  /** Whether the shop has the tracking that the fulfillment has now. Null: nothing was sent to it. */
  is_current: 0 | 1 | null;
}

/** A delivery of the order's fulfillments that has not succeeded, with its last attempt. */
export interface UnsentRow {
  /** The fulfillment that was shipped. Null: the delivery sends those whose tracking was changed. */
  fulfillment_id: string | null;
  status: (typeof UNSENT)[number];
  next_attempt_at: number | null;
  error_code: string | null;
  response_body: string | null;
}

/** Deliveries of each status, the newest first, among which those of an order are looked for. */
const MAX_SEARCHED = 100;

/** The statuses of deliveries that have not reached the shop. */
const UNSENT = ["pending", "held", "failed"] as const;

/** SQL for the id of the connection of the store of an order. */
const connectionOf = (org: OrgReader, orderId: number): SQL => sql`(select c.id from orders o
  join connections c on c.organization_id = o.organization_id and c.store_id = o.store_id and c.deleted_at is null
  where o.organization_id = ${org.key} and o.id = ${orderId})`;

/** The fulfillments of an order with what is known of the shop. No row if the store has no connection. */
export function noticesOf(org: OrgReader, orderId: number): Statement<NoticeRow> {
  return org.rows<NoticeRow>()`select f.id, c.id as connection_id, c.status as connection_status, c.sends_fulfillments,
      c.shop_url is not null and c.api_credentials is not null as has_access,
      coalesce(o.external_id <> '' and o.external_id not glob '*[^0-9]*', 0) as is_of_shop,
      f.shipped_at is not null as is_shipped, f.status = 'cancelled' as is_cancelled, f.source_id, f.sending_tracking,
      f.sent_tracking = ${TRACKING} as is_current
    from orders o
    join connections c on c.organization_id = o.organization_id and c.store_id = o.store_id and c.deleted_at is null
    join fulfillments f on f.organization_id = o.organization_id and f.order_id = o.id
    where o.organization_id = ${org.key} and o.id = ${orderId}`;
}

/** The unsent deliveries of an order among the newest ones of its connection, newest first. The number of rows read is bounded. */
export function unsentOf(org: OrgReader, orderId: number): Statement<UnsentRow> {
  const newest = UNSENT.map(
    (status) => sql`select * from (select d.id, d.event_id, d.status, d.next_attempt_at, d.created_at
      from deliveries d indexed by deliveries_status where d.organization_id = ${org.key}
        and d.endpoint_id = ${connectionOf(org, orderId)} and d.status = ${status} and ${NOT_SUCCEEDED}
      order by d.created_at desc, d.id desc limit ${MAX_SEARCHED})`,
  );
  return org.rows<UnsentRow>()`select e.body ->> 'fulfillment_id' as fulfillment_id, d.status, d.next_attempt_at, a.error_code, a.response_body
    from (${sql.join(newest, sql` union all `)}) d
    cross join events e on e.organization_id = ${org.key} and e.id = d.event_id and e.order_id = ${orderId}
    left join attempts a on a.organization_id = ${org.key} and a.delivery_id = d.id
      and a.number = (select max(last.number) from attempts last where last.delivery_id = d.id)
    order by d.created_at desc, d.id desc`;
}
