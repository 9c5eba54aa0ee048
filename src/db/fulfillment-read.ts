import { type SQL, sql } from "drizzle-orm";
import type { Part } from "./order-records";
import { FULFILLMENT_COLUMNS } from "./order-rows";
import type { OrgReader } from "./org-db";
import { allOrNone, leadingRows, type Listed, MAX_WHOLE_ROWS, PAGE_LIMIT, type PageLimit, type Weight } from "./page-limit";
import type { FulfillmentRow } from "./rows";
import type { Statement } from "./statement";
import { FULFILLMENT_BYTES, FULFILLMENT_COUNT, lineCount } from "./text-bytes";

/** SQL that yields the id of a parcel's order. */
export function orderOfFulfillment(org: OrgReader, id: string): SQL {
  return sql`(select p.order_id from fulfillments p where p.organization_id = ${org.key} and p.id = ${id})`;
}

/** One parcel. */
export function fulfillmentById(org: OrgReader, id: string): Statement<FulfillmentRow> {
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from fulfillments f where f.organization_id = ${org.key} and f.id = ${id}`;
}

/** SQL of what each of these parcels adds to a page; its lines, and itself where it has none. `rest` is what is asked of them. */
function weighed(org: OrgReader, rest: SQL): SQL {
  return sql`select f.id, max(1, ${lineCount("f")}) as page_items, ${FULFILLMENT_BYTES} as page_bytes from fulfillments f
    where f.organization_id = ${org.key} ${rest}`;
}

/** Up to `limit` parcels of an order behind the one with id `after` (empty: from the first), oldest first, as far as the page has room for them. */
export function fulfillmentsAfter(
  org: OrgReader,
  orderId: number,
  after: string,
  limit: number,
  pageLimit: PageLimit,
): Statement<Listed<FulfillmentRow>> {
  const rows = weighed(org, sql`and f.order_id = ${orderId} and f.id > ${after} order by f.id limit ${limit}`);
  return org.rows<Listed<FulfillmentRow>>()`select ${FULFILLMENT_COLUMNS}, p.found from (${leadingRows(rows, sql`id`, pageLimit)}) p
    cross join fulfillments f on f.id = p.id where f.organization_id = ${org.key} order by f.id`;
}

function partOf(orderId: number, part: Part | null): SQL {
  const limit = part === null ? sql`limit ${MAX_WHOLE_ROWS}` : sql`limit ${part.size} offset ${(part.page - 1) * part.size}`;
  return sql`and f.order_id = ${orderId} order by f.id ${limit}`;
}

/** Parcels of an order, oldest first: a part of them, or all; none where these are more than a page has room for. */
export function fulfillmentPart(org: OrgReader, orderId: number, part: Part | null): Statement<FulfillmentRow> {
  const rows = weighed(org, partOf(orderId, part));
  return org.rows<FulfillmentRow>()`select ${FULFILLMENT_COLUMNS} from (${allOrNone(rows, PAGE_LIMIT)}) p
    cross join fulfillments f on f.id = p.id where f.organization_id = ${org.key} order by f.id`;
}

/** What each parcel of a part adds to a page. */
export function fulfillmentWeights(org: OrgReader, orderId: number, part: Part): Statement<Weight & { id: string }> {
  const rows = weighed(org, partOf(orderId, part));
  return org.rows<Weight & { id: string }>()`select w.* from (${rows}) w where ${org.key} is not null`;
}

/** How many parcels an order has; no row where this organization has no such order. */
export function fulfillmentCount(org: OrgReader, orderId: number): Statement<{ total: number }> {
  return org.rows<{
    total: number;
  }>()`select ${FULFILLMENT_COUNT} as total from orders o where o.organization_id = ${org.key} and o.id = ${orderId}`;
}
