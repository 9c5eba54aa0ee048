import { type SQL, sql } from "drizzle-orm";
import { allOrNone, fittingIds } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../../platform/db/list/page-limit";
import type { Part } from "../../../platform/db/list/read-page";
import type { NumberedPage, RowsAfter } from "../../../platform/db/list/sort";
import { PackedColumns } from "../../../platform/db/packed";
import { columnBytes } from "../../../platform/db/sql-values";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";
import { type OrderSummary, type ShownOrder, SUMMARY_SQL } from "../rows.sql.ts";
import { SHOWN_ORDER_COLUMNS } from "../select.sql.ts";
import { idsOf, listClauses } from "./plan.sql.ts";
import { type List, orderBy, type OrderPosition, type OrderSortField, SORT_COLUMN } from "./sort.sql.ts";
import { weightOf, withoutLongRows, withWeight } from "./weight.sql.ts";

/** An order of a list, and what it adds to a page with its items and, if included, its fulfillments. */
export type ListedOrder = ShownOrder & Weight;

/** A page of orders, and SQL of their ids, by which their items are read. */
interface Page<Order = ListedOrder> {
  orders: Statement<Order>;
  /** Only the orders that fit in the page (page-limit.ts). The items of the others are not read. */
  ids: SQL;
}

const limitOf = ({ size }: Part): SQL => sql`limit ${size}`;

const idsOfPart = (list: List, part: Part): SQL => part.ids ?? idsOf(list, limitOf(part));

/** SQL for the rows of a part. `selected` is SQL of the columns of an order `o` with its store `s`. */
function rowsOf(list: List, part: Part, selected: SQL): SQL {
  const limit = limitOf(part);
  const { from, rest } =
    part.ids === null
      ? listClauses(list, limit)
      : { from: sql`(${part.ids}) p cross join orders o on o.id = p.id ${JOIN_STORE}`, rest: sql`order by ${orderBy(list.sort)} ${limit}` };
  return sql`select ${selected} from ${from} where o.organization_id = ${list.org.key} ${rest}`;
}

/** The orders of a part, and SQL of the ids of those that fit in the page. `weight` is SQL of columns. */
function pageOf(list: List, part: Part, { weight, fitting }: { weight: SQL; fitting: (ids: SQL) => SQL }): Page {
  const { org } = list;
  const ids = idsOfPart(list, part);
  const orders = org.rows<ListedOrder>(SHOWN_ORDER_COLUMNS);
  const selected = sql`o.id, ${SHOWN_ORDER_COLUMNS.sql}, ${weight}`;
  // With the last limit, both the rows and their condition need the ids (withoutLongRows).
  const [withPage, page] =
    org.pageLimit.next === undefined
      ? [sql`with page as materialized (${ids})`, { ...part, ids: sql`select id from page` }]
      : [sql``, part];
  const rows = rowsOf(list, page, selected);
  // The condition of the organization is in `rows`. This one and the limit keep SQLite from computing the packed columns several times.
  return {
    orders: orders`${withPage} ${withoutLongRows(org.pageLimit, part.size, { rows, fitting: fitting(page.ids ?? ids) })} where ${org.key} is not null`,
    ids: fitting(ids),
  };
}

/** The numbered page to read, and whether it includes fulfillments. */
export interface OrderPageOptions extends NumberedPage<OrderSortField> {
  withFulfillments?: boolean;
}

/** Reads a part of a list as a numbered page. `ids` is empty if the orders do not all fit in the page. */
export function orderPage(list: List, part: Part, withFulfillments: boolean): Page {
  const { org } = list;
  const weight = weightOf({ fulfillments: withFulfillments, inheritedTexts: true });
  return pageOf(list, part, { weight, fitting: (ids) => allOrNone(withWeight(org, ids, weight), org.pageLimit) });
}

const SUMMARY = new PackedColumns(SUMMARY_SQL);

/** Reads the summaries of a part of a list. They have no long texts, so a page of them is never too large. */
export function summaryPage(list: List, part: Part): Statement<OrderSummary> {
  const { org } = list;
  // The condition of the organization is in the rows.
  return org.rows<OrderSummary>(SUMMARY)`select packed from (${rowsOf(list, part, SUMMARY.sql)}) where ${org.key} is not null`;
}

/** The page of a cursor to read. */
export type CursorPageOptions = RowsAfter<"date" | "created_at" | "updated_at" | "id", OrderPosition>;

/** Reads the orders after a cursor's position. `ids` contains the first ones, as many as fit in the page. */
export function ordersAfterCursor(list: List, part: Part): Page {
  const { org, sort } = list;
  const weight = weightOf({ inheritedTexts: true });
  const direction = sql.raw(sort.direction);
  const fitting = (ids: SQL) => {
    const rows = withWeight(org, ids, sql`${weight}, ${SORT_COLUMN[sort.field]} as sorted_by`);
    return fittingIds(rows, sql`sorted_by ${direction}, id ${direction}`, org.pageLimit);
  };
  return pageOf(list, part, { weight, fitting });
}

/** The id of an order of a list, its size, and the bytes of the names that each line of a file repeats. */
export type FoundOrder = Pick<ListedOrder, "id" | keyof Weight> & { name_bytes: number };

/**
 * Finds the ids and weights of the orders of a part of a list, in its order. An export reads these orders in pieces (shownOrdersWithIds), so that
 * the query runs only once and concurrent changes do not move orders between pieces.
 */
export function orderIds(list: List, part: Part): Statement<FoundOrder> {
  const { org, sort } = list;
  return org.rows<FoundOrder>()`select o.id, ${weightOf({})}, ${columnBytes("o", ["number", "external_id"])} as name_bytes
    from (${idsOfPart(list, part)}) p cross join orders o on o.id = p.id ${sort.field === "store_name" ? JOIN_STORE : sql``}
    where o.organization_id = ${org.key} order by ${orderBy(sort)}`;
}

/** Orders with their sizes as `orderIds` finds them, by their ids and in their order. */
export function orderSizes(org: OrgReader, ids: readonly number[]): Statement<FoundOrder> {
  return org.rows<FoundOrder>()`select o.id, ${weightOf({})}, ${columnBytes("o", ["number", "external_id"])} as name_bytes
    from json_each(${JSON.stringify(ids)}) j cross join orders o on o.id = j.value where o.organization_id = ${org.key} order by j.key`;
}
