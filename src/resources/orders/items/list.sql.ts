import { type SQL, sql } from "drizzle-orm";
import { countByDate, itemCountKey, storedCount } from "./count.sql.ts";
import type { ItemFilter } from "./filters";
import { conditions, fromClause } from "./match.sql.ts";
import { pageFromDay, pageFromNearerEnd } from "../../../platform/db/list/list-counts";
import type { NumberedPage, Sort } from "../../../platform/db/list/sort";
import { JOIN_ORDER, SHOWN_ITEM_COLUMNS } from "../select.sql.ts";
import { STORE_SORT_KEY } from "../../stores/lookup.sql.ts";
import { orderByColumn } from "../list/sort.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { ShownItem } from "../rows.sql.ts";
import { inTextOrder } from "../../../platform/db/columns";
import type { Statement } from "../../../platform/db/statement";
import { ITEM_TEXT } from "../../../platform/db/text/text-search";
import { wordPage } from "../../../platform/db/list/word-page";

export type ItemSortField =
  | "order_date"
  | "id"
  | "order_id"
  | "name"
  | "sku"
  | "status"
  | "store_name"
  | "quantity"
  | "price"
  | "created_at"
  | "updated_at";

const SORT_COLUMN: Record<ItemSortField, SQL> = {
  order_date: sql`i.order_date`,
  id: sql`i.id`,
  order_id: sql`i.order_id`,
  name: inTextOrder(sql`i.name_sort_key`, sql`i.name`),
  sku: inTextOrder(sql`i.sku_sort_key`, sql`i.sku`),
  status: inTextOrder(sql`i.status_sort_key`, sql`i.status`),
  store_name: STORE_SORT_KEY,
  quantity: sql`i.quantity`,
  price: sql`i.price`,
  created_at: sql`i.created_at`,
  updated_at: sql`i.updated_at`,
};

/** The sorts that no index serves: the matching items are read and sorted. */
const UNINDEXED: ReadonlySet<ItemSortField> = new Set(["name", "sku", "status", "quantity", "price"]);

/** More matching items are not sorted. */
export const MAX_SORTED_ITEMS = 10_000;

/** Whether all matching items are read and sorted for a page, because no index has them in this order. */
export function readsAllMatches({ status }: ItemFilter, { field }: Sort<ItemSortField>): boolean {
  return UNINDEXED.has(field) || (field === "id" && status !== undefined);
}

interface Part {
  org: OrgReader;
  filter: ItemFilter;
  sort: Sort<ItemSortField>;
  size: number;
  offset: number;
}

const orderBy = (sort: Sort<ItemSortField>): SQL => orderByColumn(sort, SORT_COLUMN[sort.field], sql`i.id`);

/** SQL for items `i`, their orders `o` and stores `s` in the order of a list: FROM, and everything after the organization's condition. */
function listClauses({ org, filter, sort }: Part, limit: SQL): { from: SQL; rest: SQL } {
  const byStore = sort.field === "store_name" && filter.match === undefined && filter.supplier === undefined;
  const from = byStore
    ? sql`stores s cross join order_items i indexed by order_items_store
        cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id`
    : sql`${fromClause(org, filter, sort.field === "order_date")} ${JOIN_ORDER}`;
  const storeJoin = byStore ? sql`and s.organization_id = i.organization_id and s.id = i.store_id` : sql``;
  return { from, rest: sql`${storeJoin} ${conditions(org, filter)} order by ${orderBy(sort)} ${limit}` };
}

/** SQL for the ids of the same items. It skips rows in an index, without joining orders, and joins stores only to sort by them. */
function idsOf(part: Part, limit: SQL, within: SQL = sql``): SQL {
  const { org, filter, sort } = part;
  const { from, rest } = listClauses(part, limit);
  const items = sort.field === "store_name" ? from : fromClause(org, filter, sort.field === "order_date");
  return sql`select i.id from ${items} where i.organization_id = ${org.key} ${within} ${rest}`;
}

/** SQL for a page's ids, if they have to be found first. Null if the list's own statement can read the page directly. */
function pageIds(part: Part): SQL | null {
  const { org, filter, size, offset } = part;
  const { match: words, ...others } = filter;
  if (readsAllMatches(filter, part.sort)) return sortedIds(part);
  if (filter.supplier !== undefined) return null;
  if (words !== undefined) {
    // With another filter, walking could skip an unlimited number of rows.
    if (Object.keys(others).length > 0) return null;
    return wordPage(org, {
      index: ITEM_TEXT,
      words: words ?? [],
      size,
      offset,
      rows: (limit) => idsOf({ ...part, filter: {} }, limit),
      matches: (limit) => idsOf(part, limit),
    });
  }
  return offset === 0 ? null : laterPage(part);
}

/** SQL for the ids of a page for which all matching items are sorted. It reads none if there are too many. */
function sortedIds(part: Part): SQL {
  const { org, filter, size, offset } = part;
  const count = storedCount(org, filter);
  // A limit of 0 is checked before anything is read.
  const limit = count === null ? sql`${size}` : sql`iif(${count} <= ${MAX_SORTED_ITEMS}, ${size}, 0)`;
  return idsOf(part, sql`limit ${limit} offset ${offset}`);
}

/** SQL for the ids of a later page. It skips whole days by their counts, else starts at the nearer end, else skips rows one by one. */
function laterPage(part: Part): SQL {
  const { org, filter, size, offset } = part;
  const { field, direction } = part.sort;
  const countKey = itemCountKey(org, filter);
  const hasDays = filter.dateFrom !== undefined || filter.dateTo !== undefined;
  if (countKey === null || (hasDays && field !== "order_date")) return idsOf(part, sql`limit ${size} offset ${offset}`);
  if (field !== "order_date") {
    const ids = (scanDirection: "asc" | "desc", limit: SQL): SQL => idsOf({ ...part, sort: { field, direction: scanDirection } }, limit);
    return pageFromNearerEnd(countKey, { direction, size, offset, ids });
  }
  return pageFromDay(org, countKey, {
    basis: "date_day",
    direction,
    size,
    offset,
    filter,
    column: sql`i.order_date`,
    ids: (rest, within, limit) => idsOf({ ...part, filter: rest }, limit, within),
    countByDate: (range) => countByDate(org, range, countKey),
  });
}

/**
 * Reads a numbered page of items. Before the last limit, it omits items for which a page of `size` has no room (assertAllRead). An item is
 * counted with its JSON text, because that takes one function call, and the texts alone take 45.
 */
export function itemPage(org: OrgReader, filter: ItemFilter, { sort, page, size }: NumberedPage<ItemSortField>): Statement<ShownItem> {
  const { bytes, next } = org.pageLimit;
  const part = { org, filter, sort, size, offset: (page - 1) * size };
  const ids = pageIds(part);
  const { from, rest } =
    ids === null
      ? listClauses(part, sql`limit ${size} offset ${part.offset}`)
      : { from: sql`(${ids}) p cross join order_items i on i.id = p.id ${JOIN_ORDER}`, rest: sql`order by ${orderBy(sort)}` };
  const hasRoom = next === undefined ? sql`` : sql`where octet_length(packed) <= ${Math.floor(bytes / size)}`;
  const items = org.rows<ShownItem>(SHOWN_ITEM_COLUMNS);
  return items`select packed from (select ${SHOWN_ITEM_COLUMNS.sql} from ${from} where i.organization_id = ${org.key} ${rest}) ${hasRoom}`;
}
