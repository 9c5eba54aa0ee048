/** The statuses of a ticket. Any status may follow any other (docs/spec/tickets.md#ticket-statuses). */
export const TICKET_STATUSES = ["open", "pending", "resolved", "closed"] as const;

/** The priorities of a ticket, lowest first. */
export const TICKET_PRIORITIES = ["low", "normal", "high", "urgent"] as const;
