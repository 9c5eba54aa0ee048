import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../../../platform/db/org-db";
import { PackedColumns } from "../../../../platform/db/packed";
import type { Statement } from "../../../../platform/db/statement";

/** A line of a worksheet: a fulfillment that was shipped, or one of its items, with what a platform needs to find it. */
export interface ShippedLine {
  fulfillment_id: string;
  /** 0 if the line is a whole fulfillment. */
  item_id: number;
  order_external_id: string;
  item_external_id: string | null;
  quantity: number | null;
  tracking_number: string | null;
  carrier: string | null;
  /** Only of a whole fulfillment. */
  tracking_url: string | null;
  shipped_at: number;
}

/** What was shipped in a period, in ms since 1970. */
export interface ShippedPeriod {
  storeId: number;
  from: number;
  /** Exclusive. */
  until: number;
  /** Whether each item has a line. Otherwise each fulfillment has one. */
  byItem: boolean;
}

/** The position of a line, after which the next lines are read. */
export type LinePosition = readonly [shippedAt: number, fulfillmentId: string, itemId: number];

/** The store of a worksheet. No row: there is none. */
export function worksheetStore(org: OrgReader, id: number): Statement<{ platform: string }> {
  return org.rows<{
    platform: string;
  }>()`select s.platform from stores s where s.organization_id = ${org.key} and s.id = ${id}`;
}

/**
 * SQL for the fulfillments `f` with their orders `o`, and with each of their items, if these have lines. Orders without an external id are left
 * out, because the platform does not know them. CROSS JOIN fixes the join order: the period is read through the index fulfillments_shipped.
 */
function fromShipped(org: OrgReader, { storeId, from, until, byItem }: ShippedPeriod): SQL {
  const items = byItem
    ? sql`cross join fulfillment_items x on x.organization_id = f.organization_id and x.fulfillment_id = f.id
        cross join order_items i on i.organization_id = x.organization_id and i.id = x.order_item_id`
    : sql``;
  return sql`fulfillments f indexed by fulfillments_shipped
      cross join orders o on o.organization_id = f.organization_id and o.id = f.order_id ${items}
    where f.organization_id = ${org.key} and f.shipped_at >= ${from} and f.shipped_at < ${until} and f.status <> 'cancelled'
      and o.external_id <> '' and o.store_id = ${storeId}`;
}

// The statements below name the key once more, because the compiler does not see the one in `fromShipped`.

export function lineCount(org: OrgReader, period: ShippedPeriod, max: number): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select count(*) as total from (select 1 from ${fromShipped(org, period)} limit ${max})
    where ${org.key} is not null`;
}

const FULFILLMENT = { fulfillment_id: "f.id", order_external_id: "o.external_id", shipped_at: "f.shipped_at" };
const TRACKING = { tracking_number: "f.tracking_number", carrier: "f.carrier" };
const LINES = {
  fulfillment: new PackedColumns({
    ...FULFILLMENT,
    ...TRACKING,
    item_id: "0",
    item_external_id: "null",
    quantity: "null",
    tracking_url: "f.tracking_url",
  }),
  item: new PackedColumns({
    ...FULFILLMENT,
    ...TRACKING,
    item_id: "x.order_item_id",
    item_external_id: "i.external_id",
    quantity: "x.quantity",
    tracking_url: "null",
  }),
};

/** Up to `limit` lines after a position, in the order of shipping. */
export function shippedLines(
  org: OrgReader,
  period: ShippedPeriod,
  { after, limit }: { after: LinePosition | null; limit: number },
): Statement<ShippedLine> {
  const columns = period.byItem ? LINES.item : LINES.fulfillment;
  const item = period.byItem ? sql`x.order_item_id` : sql`0`;
  // The first condition lets SQLite begin at the position in the index.
  const start =
    after === null
      ? sql``
      : sql`and (f.shipped_at, f.id) >= (${after[0]}, ${after[1]}) and (f.shipped_at, f.id, ${item}) > (${after[0]}, ${after[1]}, ${after[2]})`;
  return org.rows<ShippedLine>(columns)`select ${columns.sql} from ${fromShipped(org, period)} and ${org.key} is not null ${start}
    order by f.shipped_at, f.id ${period.byItem ? sql`, x.order_item_id` : sql``} limit ${limit}`;
}
