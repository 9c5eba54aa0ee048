import { type SQL, sql } from "drizzle-orm";
import { fittingRows } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../../platform/db/list/page-limit";
import type { OrgReader } from "../../../platform/db/org-db";
import type { PagePlan, Walk } from "../../../platform/db/list/page-plan";
import type { Part } from "../../../platform/db/list/read-page";
import { wordWalk } from "../../../platform/db/list/word-walk";
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

/**
 * The filters of fields that an item itself needs. Only unfinished items need a SKU. Every live item needs a cost, because reports include items that
 * were made. Whether an item needs a design depends on its store, so `neededDesigns` finds these items.
 */
const FILTERS = { sku: { needsSku: true }, cost: { missingCost: true } } as const;

/** Which items to list: those that lack a field, and whose words have all of the terms. Default: all. */
export interface NewestItems {
  missing?: MissingField | undefined;
  terms?: readonly SearchTerm[];
  /** Only items that are ready to be sent to their supplier. The other filters are then ignored: callers reject them. */
  isReady?: boolean;
}

/** How the items after a position are found, newest orders first. */
export function newestPlan(org: OrgReader, { missing, terms = [], isReady = false }: NewestItems, after: ItemPosition | null): PagePlan {
  const advice = "Search for more words.";
  const afterPosition = after === null ? sql`` : sql`and (i.order_date, i.id) < (${after.date}, ${after.id})`;
  const sorted = (limit: SQL) => sql`where i.organization_id = ${org.key} ${afterPosition} order by i.order_date desc, i.id desc ${limit}`;
  const plan = { org, direction: "desc", advice } as const;
  if (isReady) {
    const ids: PagePlan["ids"] = (_direction, limit) =>
      sql`select i.id from ${readyItems(org)} ${afterPosition} order by i.order_date desc, i.id desc ${limit}`;
    return { ...plan, ids };
  }
  if (terms.length > 0) {
    const from = itemsWithTerms(org, terms, missing);
    const ids: PagePlan["ids"] = (_direction, limit) => sql`select i.id from (${from}) i ${sorted(limit)}`;
    const rows: Walk["scan"] = (_direction, limit) => sql`select i.id from order_items i ${sorted(limit)}`;
    // With another filter, a walk could pass an unlimited number of rows.
    return { ...plan, ids, walk: missing === undefined ? wordWalk(org, ITEM_TEXT, terms, rows) : null };
  }
  if (missing === "design") return { ...plan, ids: (_direction, limit) => neededDesigns(org, after, limit) };
  const items = { org, filter: missing === undefined ? {} : FILTERS[missing] };
  const where = sql`where i.organization_id = ${org.key} ${conditions(items)} ${afterPosition}`;
  return {
    ...plan,
    ids: (_direction, limit) =>
      sql`select i.id from ${fromClause(items, { byDate: true })} ${where} order by i.order_date desc, i.id desc ${limit}`,
  };
}

/** SQL for the items whose words have all of the terms. */
function itemsWithTerms(org: OrgReader, terms: readonly SearchTerm[], missing: MissingField | undefined): SQL {
  const matching = sql`item_search f cross join order_items i on i.id = f.rowid and f.item_search match ${matchOf(terms)}`;
  if (missing !== "design")
    return sql`select i.* from ${matching} where 1 ${missing === undefined ? sql`` : conditions({ org, filter: FILTERS[missing] })}`;
  return sql`select i.* from ${matching} join stores s on s.organization_id = i.organization_id and s.id = i.store_id and s.uses_designs = 1
    where i.missing_design = 1 and ${isUnfinished("i")}`;
}

/** The items of a part of the list, newest orders first: as many as fit in a page, and one more. */
export function newestItems({ org, ids: idsIn }: PagePlan, { ids, size }: Part): Statement<ShownItem & Weight> {
  const rows = sql`select i.id, i.order_date as date, 1 as page_items, ${SHOWN_ITEM_BYTES} as page_bytes
    from (${ids ?? idsIn("desc", sql`limit ${size}`)}) n cross join order_items i on i.id = n.id ${JOIN_ORDER} where i.organization_id = ${org.key}`;
  const fitting = fittingRows(rows, sql`date desc, id desc`, org.pageLimit);
  const shownItems = org.rows<ShownItem & Weight>(SHOWN_ITEM_COLUMNS);
  return shownItems`select ${SHOWN_ITEM_COLUMNS.sql}, w.page_items, w.page_bytes
    from (${fitting}) w cross join order_items i on i.id = w.id ${JOIN_ORDER}
    where i.organization_id = ${org.key} order by i.order_date desc, i.id desc`;
}

/** Counts the items that lack a field, from stored counts. */
export function countWithout(org: OrgReader, field: MissingField): Statement<{ total: number }> {
  return field === "design" ? neededDesignCount(org) : itemCount({ org, filter: FILTERS[field] });
}
