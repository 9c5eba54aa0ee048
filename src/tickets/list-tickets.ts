import type { OrgReader } from "../platform/db/org-db";
import { takePage } from "../platform/db/list/page-limit";
import type { TicketFilter } from "./filters";
import { ordersOfTickets, type TicketsAfter, ticketsAfter } from "./list.sql.ts";

/** Lists up to `limit` tickets after a position, as many as fit in a page, and whether there are more. One round trip. */
export async function listTicketsAfter(org: OrgReader, filter: TicketFilter, { limit, ...list }: TicketsAfter) {
  const [rows] = await org.read(ticketsAfter(org, filter, { ...list, limit: limit + 1 }));
  return takePage(rows, limit, org.pageLimit);
}

/** As `listTicketsAfter`, with the tickets' orders by id. One round trip. */
export async function listTicketsWithOrders(org: OrgReader, filter: TicketFilter, { limit, ...list }: TicketsAfter) {
  const page = ticketsAfter(org, filter, { ...list, limit: limit + 1 });
  const [found, orders] = await org.read(page, ordersOfTickets(org, page));
  return { ...takePage(found, limit, org.pageLimit), orders: new Map(orders.map((order) => [order.id, order])) };
}
