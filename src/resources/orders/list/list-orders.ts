import { fulfillmentsOfOrders, shownItemsOfOrders, shownOrdersWithIds } from "../select.sql.ts";
import { ORDER_STATUSES } from "../order-status";
import { orderCount } from "./count.sql.ts";
import type { OrderFilterValues } from "./filters";
import {
  orderIds,
  orderPage,
  ordersAfterCursor,
  orderSizes,
  summaryPage,
  type CursorPageOptions,
  type FoundOrder,
  type OrderPageOptions,
} from "./list.sql.ts";
import { planOf } from "./plan.sql.ts";
import type { List, OrderSortField } from "./sort.sql.ts";
import type { NumberedPage, PageNumber, Sort } from "../../../platform/db/list/sort";
import type { OrgReader, MoneyReader } from "../../../platform/db/org-db";
import { assertPageFits, takePage } from "../../../platform/db/list/page-fit";
import { type NumberedRead, readCursorPage, readNumberedPage, type ReadPart, readRowsAt } from "../../../platform/db/list/read-page";
import {
  inheritedOf,
  type FulfillmentRow,
  type Inherited,
  type OrderSummary,
  type Parts,
  type ShownOrder,
  type ShownParts,
  type ShownStoredItem,
} from "../rows.sql.ts";
import { selectIds as idsOf } from "../../../platform/db/sql-values";
import { type ReadyCount, readyOrderCount } from "../readiness/blockers.sql.ts";
import { ordersByProfit, type OrderProfitRow, type ProfitPosition, type ProfitsQuery } from "../profits/by-profit.sql.ts";
import { firstRows } from "../../../platform/db/list/first-rows";

/** Reads a numbered page of a list with `read`, as `readNumberedPage` does. */
async function readPageOf<Read extends NumberedRead>(list: List, numbered: PageNumber, read: ReadPart<Read>) {
  // A search without words matches nothing (docs/spec/lists-and-filters.md#search).
  if (list.filter.match === null) return { page: null, total: 0 };
  return await readNumberedPage(planOf(list), orderCount(list), numbered, read);
}

/** Reads a numbered page of orders with their items and counts all of them. Throws 400 Bad Request if they do not fit in a page. */
export async function listOrders(
  org: OrgReader,
  filter: OrderFilterValues,
  { withFulfillments = false, ...numbered }: OrderPageOptions,
): Promise<{ orders: ShownParts[]; total: number }> {
  const list = { org, filter, sort: numbered.sort, after: null };
  const { page, total } = await readPageOf(list, numbered, async (part, counts) => {
    const { orders, ids } = orderPage(list, part, withFulfillments);
    return await org.read({
      rows: orders,
      items: shownItemsOfOrders(org, ids),
      counts,
      fulfillments: withFulfillments ? fulfillmentsOfOrders(org, ids) : null,
    });
  });
  if (page === null) return { orders: [], total };
  assertPageFits(page.rows, org.pageLimit, numbered);
  return { orders: assemble({ ...page, orders: page.rows }), total };
}

/** Reads the summaries of a numbered page of orders, and counts all of them. */
export async function listOrderSummaries(
  org: OrgReader,
  filter: OrderFilterValues,
  numbered: NumberedPage<OrderSortField>,
): Promise<{ orders: OrderSummary[]; total: number }> {
  const list = { org, filter, sort: numbered.sort, after: null };
  const { page, total } = await readPageOf(
    list,
    numbered,
    async (part, counts) => await org.read({ rows: summaryPage(list, part), counts }),
  );
  return { orders: page?.rows ?? [], total };
}

/** Reads up to `limit` orders with their items after a position, as many as fit in a page. */
export async function listOrdersAfterCursor(
  org: OrgReader,
  filter: OrderFilterValues,
  { limit, sort, after }: CursorPageOptions,
): Promise<{ rows: ShownParts[]; hasMore: boolean }> {
  if (filter.match === null) return { rows: [], hasMore: false };
  const list = { org, filter, sort, after };
  const found = await readCursorPage(planOf(list), limit + 1, async (part, sizes) => {
    const { orders, ids } = ordersAfterCursor(list, part);
    return await org.read({ rows: orders, items: shownItemsOfOrders(org, ids), sizes });
  });
  const { rows, hasMore } = takePage(found.rows, limit, org.pageLimit);
  return { rows: assemble({ orders: rows, items: found.items }), hasMore };
}

/** The numbers of orders that need work now. */
export interface OpenWork {
  /** For each status, and for all orders under the empty text. */
  byStatus: ReadonlyMap<string, number>;
  /** Open orders whose day to ship by is over, and those for which it is today. */
  late: number;
  dueToday: number;
  requiresAudit: number;
}

/** Counts the orders that need work on a day. One round trip. */
export async function countOpenWork(org: OrgReader, { today, yesterday }: { today: string; yesterday: string }): Promise<OpenWork> {
  const { late, dueToday, requiresAudit, all, ofStatuses } = await org.read({
    late: orderCount({ org, filter: { dueTo: yesterday } }),
    dueToday: orderCount({ org, filter: { dueFrom: today, dueTo: today } }),
    requiresAudit: orderCount({ org, filter: { requiresAudit: true } }),
    all: orderCount({ org, filter: {} }),
    ofStatuses: ORDER_STATUSES.map((status) => orderCount({ org, filter: { status } })),
  });
  const total = (counts: readonly { total: number }[] = []): number => counts[0]?.total ?? 0;
  const byStatus = ORDER_STATUSES.map((status, at) => [status, total(ofStatuses[at])] as const);
  return {
    byStatus: new Map([["", total(all)], ...byStatus]),
    late: total(late),
    dueToday: total(dueToday),
    requiresAudit: total(requiresAudit),
  };
}

/** The number of orders with an item that is ready to be sent to its supplier, among the newest `limit` open items. One round trip. */
export async function countReadyOrders(org: OrgReader, limit: number): Promise<ReadyCount> {
  const [counted] = await org.read(readyOrderCount(org, limit));
  return counted ?? { total: 0, is_more: 0 };
}

/** The number of orders that match a filter. One round trip. */
export async function countOrders(org: OrgReader, filter: OrderFilterValues): Promise<number> {
  const counts = await org.read(orderCount({ org, filter }));
  return counts[0]?.total ?? 0;
}

/** Finds the ids of the orders of a list's page, to be read later with `readExportedOrders`, and counts all of them. */
export async function findOrders(
  org: OrgReader,
  filter: OrderFilterValues,
  numbered: NumberedPage<OrderSortField>,
): Promise<{ found: FoundOrder[]; total: number }> {
  const list = { org, filter, sort: numbered.sort, after: null };
  const { page, total } = await readPageOf(list, numbered, async (part, counts) => await org.read({ rows: orderIds(list, part), counts }));
  return { found: page?.rows ?? [], total };
}

/** Reads the ids of the orders at some places of a list, in its order. As many round trips as a page of the list. */
export async function listPlaces(
  org: OrgReader,
  filter: OrderFilterValues,
  { sort, offset, limit }: { sort: Sort<OrderSortField>; offset: number; limit: number },
): Promise<number[]> {
  if (filter.match === null) return [];
  const list = { org, filter, sort, after: null };
  const { page } = await readRowsAt(
    planOf(list),
    orderCount(list),
    { offset, size: limit },
    async (part, counts) => await org.read({ rows: orderIds(list, part), counts }),
  );
  return page?.rows.map(({ id }) => id) ?? [];
}

/** Reads the sizes of orders, to be read later with `readExportedOrders`, in the order of `ids`. One round trip. */
export async function findOrdersWithIds(org: OrgReader, ids: readonly number[]): Promise<FoundOrder[]> {
  return await org.read(orderSizes(org, ids));
}

/** An order of a file, with its items, which do not have the order's texts. */
export interface ExportedOrder {
  order: ShownOrder;
  items: readonly ShownStoredItem[];
}

/** Reads the current state of the orders of a part of a file (platform/file-stream.ts), in the order of `ids`. One round trip. */
export async function readExportedOrders(org: OrgReader, ids: readonly number[]): Promise<ExportedOrder[]> {
  const { rows, items } = await org.read({ rows: shownOrdersWithIds(org, ids), items: shownItemsOfOrders(org, idsOf(ids)) });
  const itemsOf = Map.groupBy(items, (item) => item.order_id);
  return rows.map((order) => ({ order, items: itemsOf.get(order.id) ?? [] }));
}

/** Groups items and fulfillments by their orders. */
export function assemble<Order extends ShownOrder, Item extends ShownStoredItem>({
  orders,
  items,
  fulfillments = [],
}: {
  orders: readonly Order[];
  items: readonly Item[];
  fulfillments?: readonly FulfillmentRow[];
}): Parts<Order, Item & Inherited>[] {
  const itemsOf = Map.groupBy(items, (item) => item.order_id);
  const fulfillmentsOf = Map.groupBy(fulfillments, (fulfillment) => fulfillment.order_id);
  return orders.map((order) => {
    const inherited = inheritedOf(order);
    const orderItems = (itemsOf.get(order.id) ?? []).map((item) => Object.assign(item, inherited));
    return { order, items: orderItems, fulfillments: fulfillmentsOf.get(order.id) ?? [] };
  });
}

export type { OrderProfitRow, ProfitPosition };

/** Lists a page of the orders of a range of time that have a profit, by their gross profit. One round trip. */
export async function listOrdersByProfit(org: MoneyReader, query: ProfitsQuery): Promise<{ rows: OrderProfitRow[]; hasMore: boolean }> {
  const rows = await org.read(ordersByProfit(org, { ...query, limit: query.limit + 1 }));
  return firstRows(rows, query.limit);
}
