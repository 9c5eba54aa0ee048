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

/** One list: its filter and its order. */
interface List {
  filter: ItemFilter;
  sort: Sort<ItemSortField>;
}

function orderBy({ field, direction }: Sort<ItemSortField>): SQL {
  const way = sql.raw(direction);
  if (field === "id") return sql`i.id ${way}`;
  // The items of a store follow each other, as its index has them, also where another store is sorted alike.
  const store = field === "store_name" ? sql`s.id ${way},` : sql``;
  return sql`${SORT_COLUMN[field]} ${way}, ${store} i.id ${way}`;
}

/** Items `i`, their orders `o` and stores `s` in the order of a list: what to read, and its conditions besides the organization. */
function listClauses(org: OrgReader, { filter, sort }: List, limit: SQL): { from: SQL; rest: SQL } {
  const byStore = sort.field === "store_name" && filter.match === undefined && filter.supplier === undefined;
  const from = byStore
    ? sql`stores s cross join order_items i indexed by order_items_store
        cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id`
    : sql`${fromClause(org, filter, sort.field === "order_date")} ${JOIN_ORDER}`;
  const own = byStore ? sql`and s.organization_id = i.organization_id and s.id = i.store_id` : sql``;
  return { from, rest: sql`${own} ${conditions(org, filter)} order by ${orderBy(sort)} ${limit}` };
}

/** SQL of the ids of the same items. What a page passes over is read from an index, without orders, nor stores where they don't sort it. */
function idsOf(org: OrgReader, list: List, limit: SQL, within: SQL = sql``): SQL {
  const { filter, sort } = list;
  const { from, rest } = listClauses(org, list, limit);
  const items = sort.field === "store_name" ? from : fromClause(org, filter, sort.field === "order_date");
  return sql`select i.id from ${items} where i.organization_id = ${org.key} ${within} ${rest}`;
}

/** SQL of a page's ids where it must be found; null where it is the beginning of what an index holds. */
function pageIds(org: OrgReader, list: List, size: number, offset: number): SQL | null {
  const { filter, sort } = list;
  const { match: words, ...others } = filter;
  if (filter.supplier !== undefined) return null;
  if (words !== undefined) {
    // Rows that another filter passes over would be walked without end.
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

/** SQL of the ids of a page that is not the first: behind the days before it, else from the nearer end, else walked to. */
function laterPage(org: OrgReader, list: List, size: number, offset: number): SQL {
  const { filter, sort } = list;
  const { field, direction } = sort;
  const counted = itemCountKey(org, filter);
  const isOfDays = filter.dateFrom !== undefined || filter.dateTo !== undefined;
  if (counted === null || (isOfDays && field !== "order_date")) return idsOf(org, list, sql`limit ${size} offset ${offset}`);
  if (field !== "order_date") {
    const ids = (way: "asc" | "desc", limit: SQL): SQL => idsOf(org, { filter, sort: { field, direction: way } }, limit);
    return pageFromNearerEnd(org, counted, { direction, size, offset, ids });
  }
  const place = { basis: "order_day", direction, offset, first: filter.dateFrom?.day, last: filter.dateTo?.day };
  const within = sql`and i.order_day ${direction === "asc" ? sql`>=` : sql`<=`} (select bucket from start)`;
  const limit = sql`limit ${size} offset coalesce((select into_bucket from start), 0)`;
  return sql`with ${startOfPage(org, counted, place)} ${idsOf(org, list, limit, within)}`;
}

/** A numbered page of items. */
export function itemPage(org: OrgReader, filter: ItemFilter, { sort, page, size }: NumberedPage<ItemSortField>): Statement<ItemRow> {
  const [list, offset] = [{ filter, sort }, (page - 1) * size];
  const found = pageIds(org, list, size, offset);
  if (found !== null) {
    return org.rows<ItemRow>()`select ${ITEM_COLUMNS} from (${found}) p cross join order_items i on i.id = p.id ${JOIN_ORDER}
      where i.organization_id = ${org.key} order by ${orderBy(sort)}`;
  }
  const { from, rest } = listClauses(org, list, sql`limit ${size} offset ${offset}`);
  return org.rows<ItemRow>()`select ${ITEM_COLUMNS} from ${from} where i.organization_id = ${org.key} ${rest}`;
}
