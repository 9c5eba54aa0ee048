import type { Sort } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { type PageLimit, takePage } from "../platform/db/list/page-limit";
import { ordersOfTickets, type TicketFilter, type TicketPosition, ticketsAfter, type TicketSortField } from "./list.sql.ts";
import type { TicketOrder, TicketRow } from "./rows.sql.ts";

/** Up to `limit` tickets behind a position, as many as fit in a page, and whether there are more; one trip. */
export async function ticketsBehind(
  org: OrgReader,
  filter: TicketFilter,
  sort: Sort<TicketSortField>,
  position: TicketPosition | null,
  limit: number,
  pageLimit: PageLimit,
): Promise<{ tickets: TicketRow[]; hasMore: boolean }> {
  const [found] = await org.read(ticketsAfter(org, filter, sort, position, limit + 1, pageLimit));
  const { rows, hasMore } = takePage(found, limit, pageLimit);
  return { tickets: rows, hasMore };
}

/** The same, with the orders that they are about by their ids; one trip. */
export async function ticketsWithOrders(
  org: OrgReader,
  filter: TicketFilter,
  sort: Sort<TicketSortField>,
  position: TicketPosition | null,
  limit: number,
): Promise<{ tickets: TicketRow[]; orders: ReadonlyMap<number, TicketOrder>; hasMore: boolean }> {
  const page = ticketsAfter(org, filter, sort, position, limit + 1);
  const [rows, orders] = await org.read(page, ordersOfTickets(org, page));
  return { tickets: rows.slice(0, limit), orders: new Map(orders.map((order) => [order.id, order])), hasMore: rows.length > limit };
}
