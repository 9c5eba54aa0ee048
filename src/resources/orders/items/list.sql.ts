import { type SQL, sql } from "drizzle-orm";
import { idsByDay } from "../../../platform/db/list/list-counts";
import { MAX_READ_ROWS, type PagePlan, type Walk } from "../../../platform/db/list/page-plan";
import type { Part } from "../../../platform/db/list/read-page";
import type { Direction, Sort } from "../../../platform/db/list/sort";
import { wordWalk } from "../../../platform/db/list/word-walk";
import { countByDate, itemCountKey, storedCount } from "./count.sql.ts";
import { conditions, fromClause, type MatchingItems } from "./match.sql.ts";
import { JOIN_ORDER, SHOWN_ITEM_COLUMNS } from "../select.sql.ts";
import { STORE_SORT_KEY } from "../../stores/lookup.sql.ts";
import { orderByColumn } from "../list/sort.sql.ts";
import type { ShownItem } from "../rows.sql.ts";
import { inTextOrder } from "../../../platform/db/columns";
import type { Statement } from "../../../platform/db/statement";
import { ITEM_TEXT } from "../../../platform/db/text/text-search";

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
const UNINDEXED: ReadonlySet<ItemSortField> = new Set(["name", "sku", "status", "store_name", "quantity", "price"]);

/** If no index serves a sort, at most so many matching items are sorted. */
const MAX_SORTED_ITEMS = 10_000;

export interface ItemList extends MatchingItems {
  sort: Sort<ItemSortField>;
}

type Method = Pick<PagePlan, "sorts" | "byDay" | "walk">;

/** How the pages of each list are found: the first line that applies. docs/design/lists.md explains each method. */
const METHODS: readonly (readonly [applies: (list: ItemList) => boolean, method: (list: ItemList) => Method])[] = [
  [({ sort }) => UNINDEXED.has(sort.field), sortFewItems],
  // The indexes of a status and of a store have the items in the order of their dates.
  [({ filter, sort }) => sort.field === "id" && (filter.status !== undefined || filter.store !== undefined), sortFewItems],
  [({ filter }) => filter.match !== undefined && Object.keys(filter).length === 1, walkToWords],
  [({ filter }) => filter.match !== undefined || filter.supplier !== undefined, sortItems],
  [({ sort }) => sort.field === "order_date", skipDays],
  [() => true, skipItems],
];

export function planOf(list: ItemList): PagePlan {
  const method = METHODS.find(([applies]) => applies(list))?.[1] ?? skipItems;
  const ids = (direction: Direction, limit: SQL): SQL => idsOf(inDirection(list, direction), limit);
  return {
    org: list.org,
    direction: list.sort.direction,
    ids,
    advice: "Add date_from and date_to, or sort by orderDate.",
    ...method(list),
  };
}

const inDirection = (list: ItemList, direction: Direction): ItemList => ({ ...list, sort: { field: list.sort.field, direction } });

/** An index has the items that match in the order of the list. */
function skipItems(): Method {
  return {};
}

/** The same, and there are counts of the days, by which a deep page is found. */
function skipDays(list: ItemList): Method {
  const { org, filter } = list;
  const key = itemCountKey(list);
  if (key === null) return skipItems();
  const byDay = idsByDay(org, {
    key,
    basis: "date_day",
    filter,
    column: sql`i.order_date`,
    ids: (rest, direction, limit, within) => idsOf({ ...inDirection(list, direction), filter: rest }, limit, within),
    countByDate: (range) => countByDate({ org, filter: range }),
  });
  return { byDay };
}

/** No index has the items that match in the order of the list: all of them are read and sorted. */
function sortItems(list: ItemList): Method {
  return { sorts: { max: MAX_READ_ROWS, stored: storedCount(list) } };
}

function sortFewItems(list: ItemList): Method {
  return { sorts: { max: MAX_SORTED_ITEMS, stored: storedCount(list) } };
}

/** The list without its filter has an index. Each item is looked up in the text index, until the page is full. */
function walkToWords(list: ItemList): Method {
  const rows: Walk["scan"] = (direction, limit) => idsOf({ ...inDirection(list, direction), filter: {} }, limit);
  const walk = wordWalk(list.org, ITEM_TEXT, list.filter.match ?? [], rows);
  return walk === null ? sortItems(list) : { walk };
}

const orderBy = (sort: Sort<ItemSortField>): SQL => orderByColumn(sort, SORT_COLUMN[sort.field], sql`i.id`);

/** SQL for items `i`, their orders `o` and stores `s` in the order of a list: FROM, and everything after the organization's condition. */
function listClauses(list: ItemList, limit: SQL): { from: SQL; rest: SQL } {
  const from = fromClause(list, { byDate: list.sort.field === "order_date" });
  return { from: sql`${from} ${JOIN_ORDER}`, rest: sql`${conditions(list)} order by ${orderBy(list.sort)} ${limit}` };
}

/**
 * SQL for the ids of the same items. It skips rows in an index, without joining orders, and joins stores only to sort by them. `within` is one more
 * condition.
 */
function idsOf(list: ItemList, limit: SQL, within: SQL = sql``): SQL {
  const { org, sort } = list;
  const stores = sort.field === "store_name" ? sql`join stores s on s.organization_id = i.organization_id and s.id = i.store_id` : sql``;
  return sql`select i.id from ${fromClause(list, { byDate: sort.field === "order_date" })} ${stores}
    where i.organization_id = ${org.key} ${within} ${listClauses(list, limit).rest}`;
}

/**
 * Reads a part of a list of items. Before the last limit, it omits the columns of items for which a page of its size has no room (assertTextsRead). An
 * item is counted with its JSON text, because that takes one function call, and the texts alone take 45. The limit keeps SQLite from computing the
 * text several times.
 */
export function itemPage(list: ItemList, { ids, size }: Part): Statement<ShownItem> {
  const { org, sort } = list;
  const { bytes, next } = org.pageLimit;
  const limit = sql`limit ${size}`;
  const { from, rest } =
    ids === null
      ? listClauses(list, limit)
      : { from: sql`(${ids}) p cross join order_items i on i.id = p.id ${JOIN_ORDER}`, rest: sql`order by ${orderBy(sort)} ${limit}` };
  const isLong = sql`octet_length(packed) > ${Math.floor(bytes / size)}`;
  const packed = next === undefined ? sql`packed` : sql`iif(${isLong}, null, packed) as packed, ${isLong} as is_cut`;
  const items = org.rows<ShownItem>(SHOWN_ITEM_COLUMNS);
  return items`select ${packed} from (select ${SHOWN_ITEM_COLUMNS.sql} from ${from} where i.organization_id = ${org.key} ${rest})`;
}
