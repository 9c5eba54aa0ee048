import { type SQL, sql } from "drizzle-orm";
import { fittingRows, type Weight } from "../../../platform/db/list/page-limit";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import type { ShownItem } from "../rows.sql.ts";
import { JOIN_ORDER, SHOWN_ITEM_COLUMNS } from "../select.sql.ts";
import { SHOWN_ITEM_BYTES } from "../text-bytes.sql.ts";
import { itemCount } from "./count.sql.ts";
import { conditions, fromClause } from "./match.sql.ts";
import { type ItemPosition, neededDesignCount, neededDesigns } from "./needed-designs.sql.ts";

export type { ItemPosition };

/** The fields that a person has to fill in if an item lacks them. */
export const MISSING_FIELDS = ["sku", "design", "cost"] as const;

export type MissingField = (typeof MISSING_FIELDS)[number];

/** Only unfinished items need a SKU. Every live item needs a cost, because reports include items that were made. */
const FILTERS = { sku: { needsSku: true }, cost: { missingCost: true } } as const;

/** SQL for the ids and dates of up to `limit` items after a position, newest orders first. Without a field, of all items. */
function idsOf(org: OrgReader, field: MissingField | undefined, after: ItemPosition | null, limit: number): SQL {
  if (field === "design") return neededDesigns(org, after, limit);
  const filter = field === undefined ? {} : FILTERS[field];
  const keyset = after === null ? sql`` : sql`and (i.order_date, i.id) < (${after.date}, ${after.id})`;
  return sql`select i.id, i.order_date as date from ${fromClause(org, filter, true)}
    where i.organization_id = ${org.key} ${conditions(org, filter)} ${keyset} order by i.order_date desc, i.id desc limit ${limit}`;
}

/** Up to `limit` items after a position that lack a field, or of all items, newest orders first: as many as fit in a page, and one more. */
export function newestItems(
  org: OrgReader,
  field: MissingField | undefined,
  { after, limit }: { after: ItemPosition | null; limit: number },
): Statement<ShownItem & Weight> {
  const rows = sql`select i.id, n.date, 1 as page_items, ${SHOWN_ITEM_BYTES} as page_bytes
    from (${idsOf(org, field, after, limit)}) n cross join order_items i on i.id = n.id ${JOIN_ORDER} where i.organization_id = ${org.key}`;
  const fitting = fittingRows(rows, sql`date desc, id desc`, org.pageLimit);
  const items = org.rows<ShownItem & Weight>(SHOWN_ITEM_COLUMNS);
  return items`select ${SHOWN_ITEM_COLUMNS.sql}, w.page_items, w.page_bytes
    from (${fitting}) w cross join order_items i on i.id = w.id ${JOIN_ORDER}
    where i.organization_id = ${org.key} order by i.order_date desc, i.id desc`;
}

/** Counts the items that lack a field, from stored counts. */
export function countWithout(org: OrgReader, field: MissingField): Statement<{ total: number }> {
  return field === "design" ? neededDesignCount(org) : itemCount(org, FILTERS[field]);
}
