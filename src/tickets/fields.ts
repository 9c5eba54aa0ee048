/** Where a ticket stands; any may follow any (docs/spec/tickets.md#ticket-statuses). */
export const TICKET_STATUSES = ["open", "pending", "resolved", "closed"] as const;

/** How much a ticket presses. */
export const TICKET_PRIORITIES = ["low", "normal", "high", "urgent"] as const;

type TicketStatus = (typeof TICKET_STATUSES)[number];
type TicketPriority = (typeof TICKET_PRIORITIES)[number];

/** A ticket as a caller words it. Absent: nothing is said; null: it has none. */
export interface IncomingTicket {
  subject: string;
  body: string;
  order_id?: number | null | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  channel?: string | null | undefined;
  customer_name?: string | null | undefined;
}

/** A change of a ticket: absent means unchanged, null clears. */
export type TicketPatch = { [K in keyof IncomingTicket]?: IncomingTicket[K] | undefined };
