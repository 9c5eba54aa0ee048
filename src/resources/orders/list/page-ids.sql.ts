import { type SQL, sql } from "drizzle-orm";
import { createdOnDates, createdPage } from "./created-page.sql.ts";
import { pageFromDay, pageFromNearerEnd } from "../../../platform/db/list/list-counts";
import { orderCountKey, countByDate, countInRange } from "./count.sql.ts";
import {
  conditions,
  dateAndId,
  hasCreationTimes,
  hasDates,
  isSelective,
  wordConditions,
  type OrderFilter,
  rangeIndexOf,
  fromClause,
  storeIdOf,
} from "./match.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";
import { keysetCondition, orderBy, type OrderPosition, type OrderSortField, SORT_COLUMN, SORT_INDEX } from "./sort.sql.ts";
import type { Sort } from "../../../platform/db/list/sort";
import { rangePage } from "../../../platform/db/list/range-page";
import { ORDER_TEXT } from "../../../platform/db/text/text-search";
import { wordPage } from "../../../platform/db/list/word-page";

/** The basis of the daily counts (list_counts) for the sorts that have one. */
const DAY_BASIS: Partial<Record<OrderSortField, string>> = { date: "date_day", created_at: "created_day" };

/** The part of a list to read: starting at `offset`, or after a position. */
export interface Part {
  size: number;
  offset: number;
  after: OrderPosition | null;
}

export interface List {
  org: OrgReader;
  filter: OrderFilter;
  sort: Sort<OrderSortField>;
}

/** SQL for orders `o` and their stores `s` in the order of a list: FROM, and everything after the organization's condition. */
export function listClauses({ org, filter, sort }: List, after: SQL, limit: SQL): { from: SQL; rest: SQL } {
  const byStore = sort.field === "store_name" && filter.match === undefined && !isSelective(org, filter) && !hasDates(filter);
  const from = byStore
    ? sql`stores s cross join orders o indexed by orders_store`
    : sql`${fromClause(org, filter, sort.field === "date")} ${JOIN_STORE}`;
  const storeJoin = byStore ? sql`and s.organization_id = o.organization_id and s.id = o.store_id` : sql``;
  return {
    from,
    rest: sql`${storeJoin} ${wordConditions(filter)} ${conditions(org, filter)} ${after} order by ${orderBy(sort, dateAndId(filter))} ${limit}`,
  };
}

/** SQL for the ids of the same orders. It skips rows in an index, and joins stores only to sort by them. */
export function idsOf(list: List, after: SQL, limit: SQL): SQL {
  const { org, filter, sort } = list;
  const { from, rest } = listClauses(list, after, limit);
  const orders = sort.field === "store_name" ? from : fromClause(org, filter, sort.field === "date");
  return sql`select o.id from ${orders} where o.organization_id = ${org.key} ${rest}`;
}

/** SQL for a page's ids, if they have to be found first. Null if the list's own statement can read the page directly. */
export function pageIds(list: List, part: Part): SQL | null {
  const { org, filter, sort } = list;
  const { size, offset, after } = part;
  if (isSelective(org, filter)) return null;
  const position = keysetCondition(sort, after);
  if (filter.match !== undefined) {
    const { match: words, ...others } = filter;
    // With another filter, walking could skip an unlimited number of rows.
    if (Object.keys(others).length > 0) return null;
    return wordPage(org, {
      index: ORDER_TEXT,
      words: words ?? [],
      size,
      offset,
      rows: (limit) => idsOf({ org, filter: {}, sort }, position, limit),
      matches: (limit) => idsOf(list, position, limit),
    });
  }
  if (sort.field === "date" && hasCreationTimes(filter)) {
    const { direction } = sort;
    return createdPage(org, filter, { direction, size, offset, afterCursor: position, cursorDate: after?.[0] ?? null });
  }
  // The index of a range of creation times is already sorted by creation time.
  const isSorted = sort.field === "date" || (sort.field === "created_at" && !hasDates(filter));
  const range = isSorted ? null : sortedRange(list, part);
  if (range !== null) return range;
  return offset === 0 ? null : laterPage(list, part);
}

/** SQL for the ids of a page in a range of dates or creation times that the range's index does not sort. Null if `countInRange` is null. */
function sortedRange({ org, filter: listFilter, sort: { field, direction } }: List, { size, offset, after }: Part): SQL | null {
  // Looks the store up once, because each lookup binds seven parameters and a statement may have at most 100.
  const filter = listFilter.store === undefined ? listFilter : { ...listFilter, store: sql`(select id from filtered_store)` };
  const lookup = listFilter.store === undefined ? sql`null` : storeIdOf(org, listFilter.store);
  const found = countInRange(org, filter);
  if (found === null) return null;
  const position = keysetCondition({ field, direction }, after);
  const [stores, ofStore, joinStore] =
    field === "store_name"
      ? [sql`stores s cross join`, sql`and s.organization_id = o.organization_id and s.id = o.store_id`, JOIN_STORE]
      : [sql``, sql``, sql``];
  const created = field === "created_at" ? createdOnDates(org, filter) : sql``;
  return rangePage(
    org,
    { direction, size, offset, isAfterCursor: after !== null },
    {
      store: lookup,
      found,
      scan: (
        scanDirection,
      ) => sql`select o.id, (1 ${conditions(org, filter)}) as matches from ${stores} orders o indexed by ${SORT_INDEX[field]}
      where o.organization_id = ${org.key} ${ofStore} ${position} ${created} order by ${orderBy({ field, direction: scanDirection })}`,
      sortedRange: (limit) => sql`select o.id from orders o indexed by ${rangeIndexOf(filter)} ${joinStore}
      where o.organization_id = ${org.key} ${conditions(org, filter)} ${position} order by ${orderBy({ field, direction })} ${limit}`,
    },
  );
}

/** SQL for the ids of a later page. It skips whole days by their counts, else starts at the nearer end, else skips rows one by one. */
function laterPage(list: List, { size, offset }: Part): SQL {
  const { org, filter, sort } = list;
  const { field, direction } = sort;
  const { dateFrom: _from, dateTo: _to, ...others } = filter;
  const countKey = orderCountKey(org, others);
  if (countKey === null || (hasDates(filter) && field !== "date")) return idsOf(list, sql``, sql`limit ${size} offset ${offset}`);
  const basis = DAY_BASIS[field];
  if (basis !== undefined && (field !== "created_at" || Object.keys(filter).length === 0)) {
    return pageFromDay(org, countKey, {
      basis,
      direction,
      size,
      offset,
      filter,
      column: SORT_COLUMN[field],
      ids: (rest, within, limit) => idsOf({ ...list, filter: rest }, within, limit),
      countByDate: (range) => countByDate(org, range),
    });
  }
  const ids = (scanDirection: "asc" | "desc", limit: SQL): SQL =>
    idsOf({ org, filter, sort: { field, direction: scanDirection } }, sql``, limit);
  return pageFromNearerEnd(countKey, { direction, size, offset, ids });
}
