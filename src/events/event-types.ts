/** What an endpoint may subscribe to (docs/spec/events.md#event-names). */
export const EVENT_TYPES = [
  "order.created",
  "order.updated",
  "order.status_changed",
  "order.fulfillment.shipped",
  "order.fulfillment.delivered",
  "expense.created",
  "ticket.created",
  "ticket.updated",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
