import { type SQL, sql } from "drizzle-orm";
import { fittingRows, type Weight } from "../../../platform/db/list/page-limit";
import type { OrgReader } from "../../../platform/db/org-db";
import { wordPage } from "../../../platform/db/list/word-page";
import { ITEM_TEXT, matchOf, type SearchTerm } from "../../../platform/db/text/text-search";
import type { Statement } from "../../../platform/db/statement";
import type { ShownItem } from "../rows.sql.ts";
import { JOIN_ORDER, SHOWN_ITEM_COLUMNS } from "../select.sql.ts";
import { readyItems } from "../readiness/blockers.sql.ts";
import { SHOWN_ITEM_BYTES } from "../text-bytes.sql.ts";
import { itemCount } from "./count.sql.ts";
import { conditions, fromClause, isUnfinished } from "./match.sql.ts";
import { type ItemPosition, neededDesignCount, neededDesigns } from "./needed-designs.sql.ts";

export type { ItemPosition };

/** The fields that a person has to fill in if an item lacks them. */
export const MISSING_FIELDS = ["sku", "design", "cost"] as const;

export type MissingField = (typeof MISSING_FIELDS)[number];

/** Only unfinished items need a SKU. Every live item needs a cost, because reports include items that were made. */
const FILTERS = { sku: { needsSku: true }, cost: { missingCost: true } } as const;

/** Which items to list: those that lack a field, and whose words have all of the terms. Default: all. */
export interface NewestItems {
  missing?: MissingField | undefined;
  terms?: readonly SearchTerm[];
  /** Only items that are ready to be sent to their supplier. */
  isReady?: boolean;
}

/** SQL for the ids and dates of up to `limit` items after a position, newest orders first. */
function idsOf(
  org: OrgReader,
  { missing: field, terms = [], isReady = false }: NewestItems,
  after: ItemPosition | null,
  limit: number,
): SQL {
  if (isReady) {
    const position = after === null ? sql`` : sql`and (i.order_date, i.id) < (${after.date}, ${after.id})`;
    return sql`select i.id, i.order_date as date from ${readyItems(org)} ${position} order by i.order_date desc, i.id desc limit ${limit}`;
  }
  if (terms.length > 0) return matchingIds(org, { missing: field, terms }, after, limit);
  if (field === "design") return neededDesigns(org, after, limit);
  const filter = field === undefined ? {} : FILTERS[field];
  const keyset = after === null ? sql`` : sql`and (i.order_date, i.id) < (${after.date}, ${after.id})`;
  return sql`select i.id, i.order_date as date from ${fromClause(org, filter, true)}
    where i.organization_id = ${org.key} ${conditions(org, filter)} ${keyset} order by i.order_date desc, i.id desc limit ${limit}`;
}

/** SQL for the same of items with terms. It reads the items that have the terms, or, if these are many, the items in the order of the list. */
function matchingIds(
  org: OrgReader,
  { missing, terms }: Required<Pick<NewestItems, "terms">> & NewestItems,
  after: ItemPosition | null,
  limit: number,
): SQL {
  const keyset = after === null ? sql`` : sql`and (i.order_date, i.id) < (${after.date}, ${after.id})`;
  const sorted = (size: SQL) => sql`where i.organization_id = ${org.key} ${keyset}
    order by i.order_date desc, i.id desc ${size}`;
  const matching = sql`item_search f cross join order_items i on i.id = f.rowid and f.item_search match ${matchOf(terms)}`;
  const [from, lacks] =
    missing === "design"
      ? [
          sql`${matching} join stores s on s.organization_id = i.organization_id and s.id = i.store_id and s.uses_designs = 1`,
          sql`i.missing_design = 1 and ${isUnfinished("i")}`,
        ]
      : [matching, sql`1 ${missing === undefined ? sql`` : conditions(org, FILTERS[missing])}`];
  const matches = (size: SQL) => sql`select i.id from (select i.* from ${from} where ${lacks}) i ${sorted(size)}`;
  const page = { index: ITEM_TEXT, words: terms, size: limit, offset: 0, matches };
  const rows = (size: SQL) => sql`select i.id from order_items i ${sorted(size)}`;
  // With another filter, walking could skip an unlimited number of rows.
  const ids = (missing === undefined ? wordPage(org, { ...page, rows }) : null) ?? matches(sql`limit ${limit}`);
  return sql`select i.id, i.order_date as date from (${ids}) p cross join order_items i on i.id = p.id`;
}

/** Up to `limit` items after a position, newest orders first: as many as fit in a page, and one more. */
export function newestItems(
  org: OrgReader,
  items: NewestItems,
  { after, limit }: { after: ItemPosition | null; limit: number },
): Statement<ShownItem & Weight> {
  const rows = sql`select i.id, n.date, 1 as page_items, ${SHOWN_ITEM_BYTES} as page_bytes
    from (${idsOf(org, items, after, limit)}) n cross join order_items i on i.id = n.id ${JOIN_ORDER} where i.organization_id = ${org.key}`;
  const fitting = fittingRows(rows, sql`date desc, id desc`, org.pageLimit);
  const shown = org.rows<ShownItem & Weight>(SHOWN_ITEM_COLUMNS);
  return shown`select ${SHOWN_ITEM_COLUMNS.sql}, w.page_items, w.page_bytes
    from (${fitting}) w cross join order_items i on i.id = w.id ${JOIN_ORDER}
    where i.organization_id = ${org.key} order by i.order_date desc, i.id desc`;
}

/** Counts the items that lack a field, from stored counts. */
export function countWithout(org: OrgReader, field: MissingField): Statement<{ total: number }> {
  return field === "design" ? neededDesignCount(org) : itemCount(org, FILTERS[field]);
}
