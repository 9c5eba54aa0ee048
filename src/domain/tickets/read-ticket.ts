import type { OrgReader } from "../../db/org-db";
import { ticketById, type TicketRow } from "../../db/ticket-rows";
import { notFound } from "../../refusal";

/** One ticket; 404 where this organization has none with that id. One trip. */
export async function readTicket(org: OrgReader, id: number): Promise<TicketRow> {
  const [[ticket]] = await org.read(ticketById(org, id));
  if (ticket === undefined) throw notFound();
  return ticket;
}

/** The ticket that a marker remembers, as it now is. */
export function recallTicket(org: OrgReader, remembered: unknown): Promise<TicketRow> {
  return readTicket(org, (remembered as { ticket_id: number }).ticket_id);
}
