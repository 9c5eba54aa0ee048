import { type SQL, sql } from "drizzle-orm";
import { createdOnDates, createdPage } from "./created-page.sql.ts";
import { pageFromNearerEnd, startOfPage } from "../../../platform/db/list/list-counts";
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
import { SHOWN_ORDER_COLUMNS } from "../select.sql.ts";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";
import { keysetCondition, orderBy, type OrderPosition, type OrderSortField, SORT_COLUMN, SORT_INDEX } from "./sort.sql.ts";
import type { NumberedPage, RowsAfter, Sort } from "../../../platform/db/list/sort";
import { allOrNone, fittingIds, type Weight } from "../../../platform/db/list/page-limit";
import { PackedColumns } from "../../../platform/db/packed";
import { type OrderSummary, type ShownOrder, SUMMARY_SQL } from "../rows.sql.ts";
import { rangePage } from "../../../platform/db/list/range-page";
import { columnBytes } from "../../../platform/db/sql-values";
import type { Statement } from "../../../platform/db/statement";
import { weightOf, withoutLongRows, withWeight } from "./weight.sql.ts";
import { ORDER_TEXT } from "../../../platform/db/text/text-search";
import { wordPage } from "../../../platform/db/list/word-page";

/** The basis of the daily counts (list_counts) for the sorts that have one. */
const DAY_BASIS: Partial<Record<OrderSortField, string>> = { date: "date_day", created_at: "created_day" };
const DAY_MS = 86_400_000;

/** An order of a list, and what it adds to a page with its items and, if included, its fulfillments. */
export type ListedOrder = ShownOrder & Weight;

/** A page of orders, and SQL of their ids, by which their items are read. */
interface Page<Order = ListedOrder> {
  orders: Statement<Order>;
  /** Only the orders that fit in the page (page-limit.ts). The items of the others are not read. */
  ids: SQL;
}

/** The part of a list to read: starting at `offset`, or after a position. */
interface Part {
  size: number;
  offset: number;
  after: OrderPosition | null;
}

interface List {
  org: OrgReader;
  filter: OrderFilter;
  sort: Sort<OrderSortField>;
}

/** SQL for orders `o` and their stores `s` in the order of a list: FROM, and everything after the organization's condition. */
function listClauses({ org, filter, sort }: List, after: SQL, limit: SQL): { from: SQL; rest: SQL } {
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
function idsOf(list: List, after: SQL, limit: SQL): SQL {
  const { org, filter, sort } = list;
  const { from, rest } = listClauses(list, after, limit);
  const orders = sort.field === "store_name" ? from : fromClause(org, filter, sort.field === "date");
  return sql`select o.id from ${orders} where o.organization_id = ${org.key} ${rest}`;
}

/** SQL for a page's ids, if they have to be found first. Null if the list's own statement can read the page directly. */
function pageIds(list: List, part: Part): SQL | null {
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
  const { dateFrom, dateTo, ...others } = filter;
  const countKey = orderCountKey(org, others);
  if (countKey === null || (hasDates(filter) && field !== "date")) return idsOf(list, sql``, sql`limit ${size} offset ${offset}`);
  const basis = DAY_BASIS[field];
  if (basis === undefined || (field === "created_at" && Object.keys(filter).length > 0)) {
    const ids = (scanDirection: "asc" | "desc", limit: SQL): SQL =>
      idsOf({ org, filter, sort: { field, direction: scanDirection } }, sql``, limit);
    return pageFromNearerEnd(org, countKey, { direction, size, offset, ids });
  }
  const bucket = sql`(select bucket from start)`;
  const isAscending = direction === "asc";
  const within = isAscending ? sql`>= ${bucket} * ${DAY_MS}` : sql`< (${bucket} + 1) * ${DAY_MS}`;
  const limit = sql`limit ${size} offset coalesce((select into_bucket from start), 0)`;
  const ids = (rest: OrderFilter): SQL => idsOf({ ...list, filter: rest }, sql`and ${SORT_COLUMN[field]} ${within}`, limit);
  // The counts include all dates, so the orders before the range are added to the offset.
  const [begin, end] = isAscending ? [dateFrom, dateTo] : [dateTo, dateFrom];
  const rest = end === undefined ? others : { ...others, ...(isAscending ? { dateTo: end } : { dateFrom: end }) };
  if (begin === undefined) return sql`with ${startOfPage(org, countKey, { basis, direction, offset })} ${ids(rest)}`;
  const beforeRange = countByDate(org, { ...others, ...(isAscending ? { dateTo: begin } : { dateFrom: begin }) });
  return sql`with before as materialized (select ${offset} + ${beforeRange} as rows),
    ${startOfPage(org, countKey, { basis, direction, offset: sql`(select rows from before)` })} ${ids(rest)}`;
}

/** SQL for the rows of a list's part, and for their ids. `selected` is SQL of the columns of an order `o` with its store `s`. */
function rowsOf(list: List, part: Part, selected: SQL): { rows: SQL; ids: SQL } {
  const found = pageIds(list, part);
  const [after, limit] = [keysetCondition(list.sort, part.after, dateAndId(list.filter)), sql`limit ${part.size} offset ${part.offset}`];
  const { from, rest } =
    found === null
      ? listClauses(list, after, limit)
      : {
          from: sql`(${found}) p cross join orders o on o.id = p.id ${JOIN_STORE}`,
          rest: sql`order by ${orderBy(list.sort)} limit ${part.size}`,
        };
  return {
    rows: sql`select ${selected} from ${from} where o.organization_id = ${list.org.key} ${rest}`,
    ids: found ?? idsOf(list, after, limit),
  };
}

/** The orders of a list's part, and SQL of the ids of those that fit in the page. */
function pageOf(list: List, part: Part, { weight, fitting }: { weight: SQL; fitting: (ids: SQL) => SQL }): Page {
  const { org } = list;
  const { rows, ids: all } = rowsOf(list, part, sql`o.id, ${SHOWN_ORDER_COLUMNS.sql}, ${weight}`);
  const ids = fitting(all);
  const orders = org.rows<ListedOrder>(SHOWN_ORDER_COLUMNS);
  // The condition of the organization is in `rows`. This one and the limit keep SQLite from computing the packed columns several times.
  return { orders: orders`${withoutLongRows(org.pageLimit, part.size, { rows, fitting: ids })} where ${org.key} is not null`, ids };
}

/** The numbered page to read, and whether it includes fulfillments. */
export interface OrderPageOptions extends NumberedPage<OrderSortField> {
  withFulfillments?: boolean;
}

/** Reads a numbered page of orders. `ids` is empty if the orders do not all fit in the page. */
export function orderPage(org: OrgReader, filter: OrderFilter, { sort, page, size, withFulfillments = false }: OrderPageOptions): Page {
  const weight = weightOf({ fulfillments: withFulfillments, inheritedTexts: true });
  const fitting = (ids: SQL) => allOrNone(withWeight(org, ids, weight), org.pageLimit);
  return pageOf({ org, filter, sort }, { size, offset: (page - 1) * size, after: null }, { weight, fitting });
}

const SUMMARY = new PackedColumns(SUMMARY_SQL);

/** Reads the summaries of a numbered page of orders. They have no long texts, so a page of them is never too large. */
export function summaryPage(
  org: OrgReader,
  filter: OrderFilter,
  { sort, page, size }: NumberedPage<OrderSortField>,
): Statement<OrderSummary> {
  const { rows } = rowsOf({ org, filter, sort }, { size, offset: (page - 1) * size, after: null }, SUMMARY.sql);
  // The condition of the organization is in `rows`.
  return org.rows<OrderSummary>(SUMMARY)`select packed from (${rows}) where ${org.key} is not null`;
}

/** The page of a cursor to read. */
export type CursorPageOptions = RowsAfter<"date" | "created_at" | "updated_at" | "id", OrderPosition>;

/** Reads up to `limit` orders after a cursor's position. `ids` contains the first ones, as many as fit in the page. */
export function ordersAfterCursor(org: OrgReader, filter: OrderFilter, { sort, after, limit }: CursorPageOptions): Page {
  const weight = weightOf({ inheritedTexts: true });
  const direction = sql.raw(sort.direction);
  const fitting = (ids: SQL) => {
    const rows = withWeight(org, ids, sql`${weight}, ${SORT_COLUMN[sort.field]} as sorted_by`);
    return fittingIds(rows, sql`sorted_by ${direction}, id ${direction}`, org.pageLimit);
  };
  return pageOf({ org, filter, sort }, { size: limit, offset: 0, after }, { weight, fitting });
}

/** The id of an order of a list, its size, and the bytes of the names that each line of a file repeats. */
export type FoundOrder = Pick<ListedOrder, "id" | keyof Weight> & { name_bytes: number };

/**
 * Finds the ids and weights of the orders of a list's page, in the order of the list. An export reads these orders in pieces (shownOrdersWithIds),
 * so that the query runs only once and concurrent changes do not move orders between pieces.
 */
export function orderIds(org: OrgReader, filter: OrderFilter, { sort, page, size }: NumberedPage<OrderSortField>): Statement<FoundOrder> {
  const list = { org, filter, sort };
  const offset = (page - 1) * size;
  const ids = pageIds(list, { size, offset, after: null }) ?? idsOf(list, sql``, sql`limit ${size} offset ${offset}`);
  return org.rows<FoundOrder>()`select o.id, ${weightOf({})}, ${columnBytes("o", ["number", "external_id"])} as name_bytes from (${ids}) p cross join orders o on o.id = p.id
    ${sort.field === "store_name" ? JOIN_STORE : sql``} where o.organization_id = ${org.key} order by ${orderBy(sort)}`;
}
