import { type SQL, sql } from "drizzle-orm";
import { FULFILLMENT_COLUMNS } from "./order-rows";
import type { OrgReader } from "./org-db";
import type { FulfillmentRow } from "./rows";
import type { Statement } from "./statement";

/** SQL that yields the id of a parcel's order. */
export function orderOfFulfillment(org: OrgReader, id: string): SQL {
  return sql`(select p.order_id from fulfillments p where p.organization_id = ${org.key} and p.id = ${id})`;
}

/** One parcel. */
export function fulfillmentById(org: OrgReader, id: string): Statement<FulfillmentRow> {
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from fulfillments f where f.organization_id = ${org.key} and f.id = ${id}`;
}

/** Up to `limit` parcels of an order behind the one with id `after` (empty: from the first), oldest first. */
export function fulfillmentsAfter(org: OrgReader, orderId: number, after: string, limit: number): Statement<FulfillmentRow> {
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from fulfillments f
    where f.organization_id = ${org.key} and f.order_id = ${orderId} and f.id > ${after} order by f.id limit ${limit}`;
}
