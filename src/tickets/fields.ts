/** Where a ticket stands; any may follow any (docs/spec/tickets.md#ticket-statuses). */
export const TICKET_STATUSES = ["open", "pending", "resolved", "closed"] as const;

/** How much a ticket presses. */
export const TICKET_PRIORITIES = ["low", "normal", "high", "urgent"] as const;
