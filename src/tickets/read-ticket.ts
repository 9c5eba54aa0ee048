import type { OrgReader } from "../platform/db/org-db";
import { orderOfTicket, ticketById, type TicketOrder, type TicketRow } from "./rows.sql.ts";
import { notFound, orNotFound } from "../platform/api-error";

/** One ticket; 404 where this organization has none with that id. One trip. */
export async function readTicket(org: OrgReader, id: number): Promise<TicketRow> {
  const [[ticket]] = await org.read(ticketById(org, id));
  return orNotFound(ticket);
}

/** One ticket with the order that it is about, null for none; 404 as above. One trip. */
export async function readTicketAndOrder(org: OrgReader, id: number): Promise<{ ticket: TicketRow; order: TicketOrder | null }> {
  const [[ticket], [order]] = await org.read(ticketById(org, id), orderOfTicket(org, id));
  if (ticket === undefined) throw notFound();
  return { ticket, order: order ?? null };
}

/** The ticket that a marker names, as it now is. */
export function ticketFromMarker(org: OrgReader, marker: unknown): Promise<TicketRow> {
  return readTicket(org, (marker as { ticket_id: number }).ticket_id);
}
