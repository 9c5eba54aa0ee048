import type { OrgReader } from "../platform/db/org-db";
import { orderOfTicket, ticketById, type TicketOrder, type TicketRow } from "./rows.sql.ts";
import { notFound, orNotFound } from "../platform/api-error";

/** Reads a ticket. 404 if this organization has none with that id. One round trip. */
export async function readTicket(org: OrgReader, id: number): Promise<TicketRow> {
  const [[ticket]] = await org.read(ticketById(org, id));
  return orNotFound(ticket);
}

/** Reads a ticket with its order, which is null if it has none. 404 as in `readTicket`. One round trip. */
export async function readTicketAndOrder(org: OrgReader, id: number): Promise<{ ticket: TicketRow; order: TicketOrder | null }> {
  const [[ticket], [order]] = await org.read(ticketById(org, id), orderOfTicket(org, id));
  if (ticket === undefined) throw notFound();
  return { ticket, order: order ?? null };
}

/** Reads the ticket that a write marker refers to, in its current state. */
export function ticketFromMarker(org: OrgReader, marker: unknown): Promise<TicketRow> {
  return readTicket(org, (marker as { ticket_id: number }).ticket_id);
}
