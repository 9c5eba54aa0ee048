import { type SQL, sql } from "drizzle-orm";
import { dateAndId, type OrderFilter } from "./match.sql.ts";
import { idsOf, type List, listClauses, pageIds, type Part } from "./page-ids.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import { SHOWN_ORDER_COLUMNS } from "../select.sql.ts";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";
import { keysetCondition, orderBy, type OrderPosition, type OrderSortField, SORT_COLUMN } from "./sort.sql.ts";
import type { NumberedPage, RowsAfter, Sort } from "../../../platform/db/list/sort";
import { allOrNone, fittingIds, type Weight } from "../../../platform/db/list/page-limit";
import { PackedColumns } from "../../../platform/db/packed";
import { type OrderSummary, type ShownOrder, SUMMARY_SQL } from "../rows.sql.ts";
import { columnBytes } from "../../../platform/db/sql-values";
import type { Statement } from "../../../platform/db/statement";
import { weightOf, withoutLongRows, withWeight } from "./weight.sql.ts";

/** An order of a list, and what it adds to a page with its items and, if included, its fulfillments. */
export type ListedOrder = ShownOrder & Weight;

/** A page of orders, and SQL of their ids, by which their items are read. */
interface Page<Order = ListedOrder> {
  orders: Statement<Order>;
  /** Only the orders that fit in the page (page-limit.ts). The items of the others are not read. */
  ids: SQL;
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

/** The ids of the orders at some places of a list, in its order. It costs what a page of the list does. */
export function orderIdsAt(
  org: OrgReader,
  filter: OrderFilter,
  { sort, offset, limit }: { sort: Sort<OrderSortField>; offset: number; limit: number },
): Statement<{ id: number }> {
  const list = { org, filter, sort };
  const ids = pageIds(list, { size: limit, offset, after: null }) ?? idsOf(list, sql``, sql`limit ${limit} offset ${offset}`);
  return org.rows<{ id: number }>()`select o.id from (${ids}) p cross join orders o on o.id = p.id
    ${sort.field === "store_name" ? JOIN_STORE : sql``} where o.organization_id = ${org.key} order by ${orderBy(sort)}`;
}

/** Orders with their sizes as `orderIds` finds them, by their ids and in their order. */
export function orderSizes(org: OrgReader, ids: readonly number[]): Statement<FoundOrder> {
  return org.rows<FoundOrder>()`select o.id, ${weightOf({})}, ${columnBytes("o", ["number", "external_id"])} as name_bytes
    from json_each(${JSON.stringify(ids)}) j cross join orders o on o.id = j.value where o.organization_id = ${org.key} order by j.key`;
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
