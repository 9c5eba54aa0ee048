import type { OrgReader } from "../../platform/db/org-db";
import { takePage } from "../../platform/db/list/page-fit";
import { first } from "../../platform/db/statement";
import { orNotFound } from "../../platform/api-error";
import type { TicketFilter } from "./filters";
import { ordersOfTickets, statusCounts, type TicketsAfter, ticketsAfter, ticketCount } from "./list.sql.ts";
import { orderOfTicket, ticketById, ticketByNumber, type TicketOrder, type TicketRow } from "./rows.sql.ts";

/** Reads a ticket. Throws 404 Not Found if this organization has none with that id. One round trip. */
export async function readTicket(org: OrgReader, id: number): Promise<TicketRow> {
  const [ticket] = await org.read(ticketById(org, id));
  return orNotFound(ticket);
}

/** Reads the order that a ticket is about: none if it is about none. One round trip. */
export async function readTicketOrder(org: OrgReader, id: number): Promise<readonly TicketOrder[]> {
  return await org.read(orderOfTicket(org, id));
}

/** Finds a ticket by the number that people know. Null if there is none. One round trip. */
export async function findTicket(org: OrgReader, number: number): Promise<TicketRow | null> {
  const { ticket } = await org.read({ ticket: first(ticketByNumber(org, number)) });
  return ticket ?? null;
}

/** Reads the ticket that a write marker refers to, in its current state. */
export function ticketFromMarker(org: OrgReader, marker: unknown): Promise<TicketRow> {
  return readTicket(org, (marker as { ticket_id: number }).ticket_id);
}

/** Lists up to `limit` tickets after a position, as many as fit in a page, and whether there are more. One round trip. */
export async function listTicketsAfter(org: OrgReader, filter: TicketFilter, { limit, ...list }: TicketsAfter) {
  const rows = await org.read(ticketsAfter(org, filter, { ...list, limit: limit + 1 }));
  return takePage(rows, limit, org.pageLimit);
}

/** The number of tickets that match a filter, up to `max`. One round trip. */
export async function countTickets(org: OrgReader, filter: TicketFilter, max: number): Promise<number> {
  const counts = await org.read(ticketCount(org, filter, max));
  return counts[0]?.total ?? 0;
}

/** The number of tickets of each status that has any. One round trip. */
export async function countByStatus(org: OrgReader): Promise<ReadonlyMap<string, number>> {
  const counts = await org.read(statusCounts(org));
  return new Map(counts.map(({ status, total }) => [status, total]));
}

/** As `listTicketsAfter`, with the tickets' orders by id. One round trip. */
export async function listTicketsWithOrders(org: OrgReader, filter: TicketFilter, { limit, ...list }: TicketsAfter) {
  const page = ticketsAfter(org, filter, { ...list, limit: limit + 1 });
  const { found, orders } = await org.read({ found: page, orders: ordersOfTickets(org, page) });
  return { ...takePage(found, limit, org.pageLimit), orders: new Map(orders.map((order) => [order.id, order])) };
}
