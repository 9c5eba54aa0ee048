import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";

/** How many of the latest messages, of their orders and of the items and properties of these are read. */
const MAX_MESSAGES = 100;
const MAX_ORDERS = 20;
const MAX_ITEMS = 50;
const MAX_PROPERTIES = 200;
/** How much of a value is read: enough to know whether it fits in a field. */
const MAX_VALUE_LENGTH = 2049;

export interface RecentProperty {
  name: string;
  value: string;
}

/**
 * The properties of the items of the orders that a connection has delivered last, newest first. The items keep them, so they are known after the
 * bodies of the messages are deleted.
 */
export function recentProperties(org: OrgReader, connectionId: string): Statement<RecentProperty> {
  return org.rows<RecentProperty>()`select p.value ->> 'name' as name, substr(p.value ->> 'value', 1, ${MAX_VALUE_LENGTH}) as value
    from (select i.id, i.properties, l.place
      from (select m.order_id, min(m.place) as place
        from (select order_id, row_number() over (order by received_at desc, id desc) as place from connection_inbox
          where organization_id = ${org.key} and connection_id = ${connectionId} order by received_at desc, id desc limit ${MAX_MESSAGES}) m
        where m.order_id is not null group by m.order_id order by place limit ${MAX_ORDERS}) l
      cross join order_items i on i.organization_id = ${org.key} and i.order_id = l.order_id
      where i.properties is not null order by l.place, i.id limit ${MAX_ITEMS}) r, json_each(r.properties) p
    limit ${MAX_PROPERTIES}`;
}
