import { type SQL, sql } from "drizzle-orm";
import { itemCountKey } from "./count.sql.ts";
import type { ItemFilter } from "./filters";
import { conditions, fromClause } from "./match.sql.ts";
import { pageFromNearerEnd, startOfPage } from "../../platform/db/list/list-counts";
import type { NumberedPage, Sort } from "../../platform/db/list/sort";
import { ITEM_COLUMNS, JOIN_ORDER } from "../select.sql.ts";
import { STORE_NAME } from "../../stores/lookup.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { ItemRow } from "../rows.sql.ts";
import { ITEM_BYTES } from "../text-bytes.sql.ts";
import { inTextOrder } from "../../platform/db/columns";
import type { Statement } from "../../platform/db/statement";
import { ITEM_TEXT } from "../../platform/db/text/text-search";
import { wordPage } from "../../platform/db/list/word-page";

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
  order_date: sql`i.order_day`,
  id: sql`i.id`,
  order_id: sql`i.order_id`,
  name: inTextOrder(sql`i.name_sort_key`, sql`i.name`),
  sku: inTextOrder(sql`i.sku_sort_key`, sql`i.sku`),
  status: inTextOrder(sql`i.status_sort_key`, sql`i.status`),
  store_name: STORE_NAME,
  quantity: sql`i.quantity`,
  price: sql`i.price`,
  created_at: sql`i.created_at`,
  updated_at: sql`i.updated_at`,
};

/** The filter and the order of a list. */
interface List {
  filter: ItemFilter;
  sort: Sort<ItemSortField>;
}

function orderBy({ field, direction }: Sort<ItemSortField>): SQL {
  const directionSql = sql.raw(direction);
  if (field === "id") return sql`i.id ${directionSql}`;
  // Keeps the items of each store together, as in the index, even if two stores have the same sort key.
  const store = field === "store_name" ? sql`s.id ${directionSql},` : sql``;
  return sql`${SORT_COLUMN[field]} ${directionSql}, ${store} i.id ${directionSql}`;
}

/** SQL of items `i`, their orders `o` and stores `s` in the order of a list: FROM, and everything after the organization's condition. */
function listClauses(org: OrgReader, { filter, sort }: List, limit: SQL): { from: SQL; rest: SQL } {
  const byStore = sort.field === "store_name" && filter.match === undefined && filter.supplier === undefined;
  const from = byStore
    ? sql`stores s cross join order_items i indexed by order_items_store
        cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id`
    : sql`${fromClause(org, filter, sort.field === "order_date")} ${JOIN_ORDER}`;
  const storeJoin = byStore ? sql`and s.organization_id = i.organization_id and s.id = i.store_id` : sql``;
  return { from, rest: sql`${storeJoin} ${conditions(org, filter)} order by ${orderBy(sort)} ${limit}` };
}

/** SQL of the ids of the same items. It skips rows in an index, without joining orders, and joins stores only to sort by them. */
function idsOf(org: OrgReader, list: List, limit: SQL, within: SQL = sql``): SQL {
  const { filter, sort } = list;
  const { from, rest } = listClauses(org, list, limit);
  const items = sort.field === "store_name" ? from : fromClause(org, filter, sort.field === "order_date");
  return sql`select i.id from ${items} where i.organization_id = ${org.key} ${within} ${rest}`;
}

/** SQL of a page's ids, if they have to be found first. Null if the list's own statement can read the page directly. */
function pageIds(org: OrgReader, list: List, size: number, offset: number): SQL | null {
  const { filter, sort } = list;
  const { match: words, ...others } = filter;
  if (filter.supplier !== undefined) return null;
  if (words !== undefined) {
    // With another filter, walking could skip an unlimited number of rows.
    if (Object.keys(others).length > 0) return null;
    return wordPage(org, {
      index: ITEM_TEXT,
      words: words ?? [],
      size,
      offset,
      rows: (limit) => idsOf(org, { filter: {}, sort }, limit),
      matches: (limit) => idsOf(org, list, limit),
    });
  }
  return offset === 0 ? null : laterPage(org, list, size, offset);
}

/** SQL of the ids of a later page. It skips whole days by their counts, else starts at the nearer end, else skips rows one by one. */
function laterPage(org: OrgReader, list: List, size: number, offset: number): SQL {
  const { filter, sort } = list;
  const { field, direction } = sort;
  const counted = itemCountKey(org, filter);
  const hasDays = filter.dateFrom !== undefined || filter.dateTo !== undefined;
  if (counted === null || (hasDays && field !== "order_date")) return idsOf(org, list, sql`limit ${size} offset ${offset}`);
  if (field !== "order_date") {
    const ids = (scanDirection: "asc" | "desc", limit: SQL): SQL =>
      idsOf(org, { filter, sort: { field, direction: scanDirection } }, limit);
    return pageFromNearerEnd(org, counted, { direction, size, offset, ids });
  }
  const place = { basis: "order_day", direction, offset, first: filter.dateFrom?.day, last: filter.dateTo?.day };
  const within = sql`and i.order_day ${direction === "asc" ? sql`>=` : sql`<=`} (select bucket from start)`;
  const limit = sql`limit ${size} offset coalesce((select into_bucket from start), 0)`;
  return sql`with ${startOfPage(org, counted, place)} ${idsOf(org, list, limit, within)}`;
}

/** Reads a numbered page of items. Before the last limit, it omits items for which a page of `size` has no room (assertAllRead). */
export function itemPage(org: OrgReader, filter: ItemFilter, { sort, page, size }: NumberedPage<ItemSortField>): Statement<ItemRow> {
  const { bytes, next } = org.pageLimit;
  const maxBytes = next === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(bytes / size);
  const [list, offset] = [{ filter, sort }, (page - 1) * size];
  const ids = pageIds(org, list, size, offset);
  const { from, rest } =
    ids === null
      ? listClauses(org, list, sql`limit ${size} offset ${offset}`)
      : { from: sql`(${ids}) p cross join order_items i on i.id = p.id ${JOIN_ORDER}`, rest: sql`order by ${orderBy(sort)}` };
  return org.rows<ItemRow>()`select * from (select ${ITEM_COLUMNS}, ${ITEM_BYTES} as page_bytes from ${from}
    where i.organization_id = ${org.key} ${rest}) where page_bytes <= ${maxBytes}`;
}
