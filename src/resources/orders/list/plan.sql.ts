import { type SQL, sql } from "drizzle-orm";
import { countOf, idsByDay } from "../../../platform/db/list/list-counts";
import { MAX_READ_ROWS, type PagePlan, type Walk } from "../../../platform/db/list/page-plan";
import type { Direction } from "../../../platform/db/list/sort";
import { wordWalk } from "../../../platform/db/list/word-walk";
import { ORDER_TEXT } from "../../../platform/db/text/text-search";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";
import { countByDate, orderCountKey, storedCount } from "./count.sql.ts";
import { createdOnDates, creationWalk } from "./creation-walk.sql.ts";
import { conditions, dateAndId, fromClause, hasCreationTimes, hasDates, isSelective, sortOfSource } from "./match.sql.ts";
import { afterPosition, type List, orderBy, SORT_COLUMN, SORT_INDEX } from "./sort.sql.ts";

type Method = Pick<PagePlan, "sorts" | "byDay" | "walk"> & Partial<Pick<PagePlan, "ids">>;

const hasFilters = (list: List): boolean => Object.keys(list.filter).length > 0;

/**
 * How the pages of each list are found: the first line that applies. docs/design/lists.md explains each method. `sortOrders` reads all orders that
 * match. The others read them in order: `skipDays` and `skipOrders` from an index, and a walk from all orders, if many of them match.
 */
const METHODS: readonly (readonly [applies: (list: List) => boolean, method: (list: List) => Method])[] = [
  [(list) => isSelective(list) && list.sort.field === sortOfSource(list.filter), skipOrders],
  [(list) => isSelective(list) || !SORT_INDEX.has(list.sort.field), sortOrders],
  [(list) => list.filter.match !== undefined && Object.keys(list.filter).length === 1, walkToWords],
  [({ filter }) => filter.match !== undefined, sortOrders],
  [({ filter, sort }) => hasCreationTimes(filter) && sort.field === "date", walkDaysOfCreation],
  [({ sort }) => sort.field === "date", skipDays],
  [({ filter }) => hasDates(filter) && hasCreationTimes(filter), sortOrders],
  [({ filter, sort }) => hasCreationTimes(filter) && sort.field === "created_at", skipOrders],
  [hasFilters, walkInSort],
  [({ sort }) => sort.field === "created_at", skipDays],
  [() => true, skipOrders],
];

export function planOf(list: List): PagePlan {
  const method = METHODS.find(([applies]) => applies(list))?.[1] ?? skipOrders;
  const ids = (direction: Direction, limit: SQL): SQL => idsOf(inDirection(list, direction), limit);
  const advice = hasDates(list.filter) ? "Shorten the range from date_from to date_to." : "Add date_from and date_to.";
  return { org: list.org, direction: list.sort.direction, ids, advice, ...method(list) };
}

const inDirection = (list: List, direction: Direction): List => ({ ...list, sort: { field: list.sort.field, direction } });

/** SQL for orders `o` and their stores `s` in the order of a list: FROM, and everything after the organization's condition. */
export function listClauses(list: List, limit: SQL): { from: SQL; rest: SQL } {
  const { filter, sort } = list;
  const order = orderBy(sort, dateAndId(filter));
  return { from: sql`${fromClause(list)} ${JOIN_STORE}`, rest: sql`${conditions(list)} ${afterPosition(list)} order by ${order} ${limit}` };
}

/** SQL for the ids of the same orders. It skips rows in an index, and joins stores only to sort by them. */
export function idsOf(list: List, limit: SQL, within: SQL = sql``): SQL {
  const { org, sort } = list;
  const stores = sort.field === "store_name" ? JOIN_STORE : sql``;
  return sql`select o.id from ${fromClause(list)} ${stores} where o.organization_id = ${org.key} ${within} ${listClauses(list, limit).rest}`;
}

/** An index has the orders that match in the order of the list. */
function skipOrders(): Method {
  return {};
}

/** The same, and there are counts of the days, by which a deep page is found. */
function skipDays(list: List): Method {
  const { org, filter, sort } = list;
  const { dateFrom: _from, dateTo: _to, ...others } = filter;
  const key = orderCountKey({ org, filter: others });
  if (key === null) return skipOrders();
  const byDay = idsByDay(org, {
    key,
    basis: sort.field === "date" ? "date_day" : "created_day",
    filter,
    column: SORT_COLUMN[sort.field],
    ids: (rest, direction, limit, within) => idsOf({ ...inDirection(list, direction), filter: rest }, limit, within),
    countByDate: (range) => countByDate({ org, filter: range }),
  });
  return { byDay };
}

/** No index has the orders that match in the order of the list: all of them are read and sorted. */
function sortOrders(list: List): Method {
  return { sorts: { max: MAX_READ_ROWS, stored: storedCount(list) } };
}

/** The list without its filter has an index. Each order is looked up in the text index, until the page is full. */
function walkToWords(list: List): Method {
  const rows: Walk["scan"] = (direction, limit) => idsOf({ ...inDirection(list, direction), filter: {} }, limit);
  const walk = wordWalk(list.org, ORDER_TEXT, list.filter.match ?? [], rows);
  return walk === null ? sortOrders(list) : { walk };
}

/** Days of order dates are skipped that have no order that was created in the range. */
function walkDaysOfCreation(list: List): Method {
  const { org, sort } = list;
  const ids: PagePlan["ids"] = (direction, limit) => sql`select o.id from orders o indexed by orders_created
    where o.organization_id = ${org.key} ${conditions(list)} ${afterPosition(list)} order by ${orderBy({ ...sort, direction })} ${limit}`;
  return { ids, walk: creationWalk(list) };
}

/** The index of the sort is read, and the orders that do not match are left out. */
function walkInSort(list: List): Method {
  const { org, sort, filter } = list;
  const index = SORT_INDEX.get(sort.field) ?? sql`orders_date`;
  const created = sort.field === "created_at" ? createdOnDates(org, filter) : sql``;
  const scan: Walk["scan"] = (direction, limit) => sql`select o.id, (1 ${conditions(list)}) as matches from orders o indexed by ${index}
    where o.organization_id = ${org.key} ${afterPosition(list)} ${created} order by ${orderBy({ ...sort, direction })} ${limit}`;
  const listed = countOf(org, { list: "orders", filter: sql`''` });
  // Stored counts cover every filter that gets here, so the 0 is only for the type.
  return { walk: { found: storedCount(list) ?? sql`0`, listed, rowCost: 1, scan } };
}
