/** The statuses of a ticket. Any status may follow any other (docs/spec/tickets.md#ticket-statuses). */
export const TICKET_STATUSES = ["open", "pending", "resolved", "closed"] as const;

export const TICKET_PRIORITIES = ["low", "normal", "high", "urgent"] as const;

export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Whether a ticket with this status still has to be answered, so that it can be overdue. */
export function isUnresolved(status: TicketStatus): boolean {
  return status === "open" || status === "pending";
}

/** What an entry of a ticket's thread is: a note that only the organization sees, or a message to the buyer. */
export const MESSAGE_KINDS = ["note", "reply"] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MAX_BODY_LENGTH = 20_000;
