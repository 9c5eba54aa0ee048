/** The statuses of a ticket. Any status may follow any other (docs/spec/tickets.md#ticket-statuses). */
export const TICKET_STATUSES = ["open", "pending", "resolved", "closed"] as const;

export const TICKET_PRIORITIES = ["low", "normal", "high", "urgent"] as const;
