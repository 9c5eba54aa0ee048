import type { TicketPriority, TicketStatus } from "./ticket-terms";

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
