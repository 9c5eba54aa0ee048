import type { ShownOrder } from "../../orders/rows.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";

/** What an order's name is made of. */
export type OrderNames = Pick<ShownOrder, "id" | "number" | "external_id">;

/** The orders of the latest deliveries to the shop of a connection. */
export function ordersOfSent(org: OrgReader, connectionId: string, limit: number): Statement<OrderNames> {
  return org.rows<OrderNames>()`select o.id, o.number, o.external_id from orders o
    where o.organization_id = ${org.key} and o.id in (select e.order_id
      from (select d.event_id from deliveries d indexed by deliveries_list where d.organization_id = ${org.key}
        and d.endpoint_id = ${connectionId} order by d.created_at desc, d.id desc limit ${limit}) w
      cross join events e on e.organization_id = ${org.key} and e.id = w.event_id)`;
}
