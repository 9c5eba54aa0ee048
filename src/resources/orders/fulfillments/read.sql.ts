import { type SQL, sql } from "drizzle-orm";
import { FULFILLMENT_COLUMNS } from "../select.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { fittingRows } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weighed } from "../../../platform/db/list/page-limit";
import type { RowsAfterId } from "../history/records.sql.ts";
import type { FulfillmentRow } from "../rows.sql.ts";
import type { Statement } from "../../../platform/db/statement";
import { FULFILLMENT_BYTES, ITEM_COUNT_OF_FULFILLMENT } from "../text-bytes.sql.ts";

export function orderOfFulfillment(org: OrgReader, id: string): SQL {
  return sql`(select p.order_id from fulfillments p where p.organization_id = ${org.key} and p.id = ${id})`;
}

export function fulfillmentById(org: OrgReader, id: string): Statement<FulfillmentRow> {
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from fulfillments f where f.organization_id = ${org.key} and f.id = ${id}`;
}

/**
 * Up to `limit` fulfillments of an order after id `after` (empty: from the first), oldest first: as many as fit in a page, and one more. One without
 * items takes the room of one item.
 */
export function fulfillmentsAfter(org: OrgReader, { orderId, after, limit }: RowsAfterId<string>): Statement<Weighed<FulfillmentRow>> {
  const rows = sql`select f.id, max(1, ${ITEM_COUNT_OF_FULFILLMENT}) as page_items, ${FULFILLMENT_BYTES} as page_bytes from fulfillments f
    where f.organization_id = ${org.key} and f.order_id = ${orderId} and f.id > ${after} order by f.id limit ${limit}`;
  return org.rows<Weighed<FulfillmentRow>>()`select ${FULFILLMENT_COLUMNS}, w.page_items, w.page_bytes
    from (${fittingRows(rows, sql`id`, org.pageLimit)}) w cross join fulfillments f on f.id = w.id
    where f.organization_id = ${org.key} order by f.id`;
}
