import type { z } from "zod";
import { Ticket } from "../../../src/resources/tickets/v2/contract";
import { type ApiResponse, rows, type Shop } from "../../kit/client";

export type TicketResponse = z.output<typeof Ticket>;

/** A small ticket with these fields. */
export function aTicket(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { subject: "Where is my mug?", body: "It was due on Monday.", ...fields };
}

/** The ticket of a response, which must have this status and exactly the documented keys. */
export function ticketOf(response: ApiResponse, status: number): TicketResponse {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return Ticket.parse(response.body);
}

/** Creates a ticket and returns it. */
export async function openTicket(shop: Shop, fields: Record<string, unknown> = {}): Promise<TicketResponse> {
  return ticketOf(await shop.v2("/tickets", { body: aTicket(fields) }), 201);
}

/** Bodies of an organization's ticket events, in commit order. An event whose body has another type than its row is missing. */
export async function eventsOf({ id }: Shop): Promise<Record<string, unknown>[]> {
  const found = await rows<{ body: string }>(
    "select body from events where organization_id = ? and type like 'ticket.%' and type = body->>'event' order by seq",
    id,
  );
  return found.map(({ body }) => JSON.parse(body));
}

/** All rows of all organizations in the tables that a write of tickets changes, and in the history of orders, which it must not change. */
export async function everything(): Promise<unknown[]> {
  return await Promise.all([
    rows("select * from tickets order by id"),
    rows("select * from ticket_messages order by id"),
    rows("select id from ticket_history order by id"),
    rows("select id, body from events order by seq"),
    rows("select id from deliveries order by id"),
    rows("select operation_id from write_markers order by 1"),
    rows("select id from order_history order by 1"),
  ]);
}
