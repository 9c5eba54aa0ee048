/** The statuses of an order (docs/spec/orders.md#statuses). */
export const ORDER_STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The statuses of orders that are not shipped yet. */
export const OPEN_STATUSES = ["New", "Pending Cost", "In Production"] as const satisfies readonly OrderStatus[];

type TransitionRule = "free" | "with_reason";

/** The transitions that a caller may make, and which of them require a reason (docs/spec/orders.md#status-changes). */
const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderStatus, TransitionRule>>> = {
  New: { "Pending Cost": "free", "In Production": "free", Shipped: "free", Complete: "free", Cancelled: "free" },
  "Pending Cost": { New: "free", "In Production": "free", Shipped: "free", Complete: "free", Cancelled: "free" },
  "In Production": { "Pending Cost": "free", Shipped: "free", Complete: "free", Cancelled: "free" },
  Shipped: { Complete: "free", "In Production": "with_reason", Cancelled: "with_reason" },
  Complete: { Shipped: "with_reason" },
  Cancelled: { New: "with_reason" },
};

/** The statuses that an order can change to. Those that require a reason are included only if there is one. */
export function allowedStatuses(status: OrderStatus, { hasReason }: { hasReason: boolean }): OrderStatus[] {
  return ORDER_STATUSES.filter((to) => TRANSITIONS[status][to] === "free" || (hasReason && TRANSITIONS[status][to] === "with_reason"));
}

/** Whether the transition is allowed and requires a reason. */
export function needsReason(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from][to] === "with_reason";
}

/** Whether a status is an earlier one. Reopening a cancelled order goes back too. */
export function goesBack(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from);
}

/** Whether the items of an order with this status no longer have to be made. */
export function isClosed(status: OrderStatus): boolean {
  return status === "Complete" || status === "Cancelled";
}

/** The transitions as text: `Shipped to Complete, In Production (with a reason); …`. */
export function describeTransitions(): string {
  const rows = ORDER_STATUSES.map((from) => {
    const to = allowedStatuses(from, { hasReason: true }).map((status) =>
      needsReason(from, status) ? `${status} (with a reason)` : status,
    );
    return `${from} to ${to.join(", ")}`;
  });
  return rows.join("; ");
}

/** The characters that may replace a space in a status. */
const STATUS_SEPARATOR = /[_\s-]+/g;

/** How a status may also be spelled, for its description in the documents. */
export const STATUS_SPELLING = "Case is ignored, and `_` or `-` may replace a space.";

/** Finds the status that a text names, ignoring case, with `_` or `-` for a space. Returns null if there is none. */
export function findStatus<Status extends string>(statuses: readonly Status[], text: string): Status | null {
  const normalized = text.trim().toLowerCase().replaceAll(STATUS_SEPARATOR, " ");
  return statuses.find((status) => status.toLowerCase() === normalized) ?? null;
}

export const readOrderStatus = (text: string): OrderStatus | null => findStatus(ORDER_STATUSES, text);

/** What people read as the status of an order: an open one of which a part was shipped is partly shipped. */
export function shownStatus({ status, fulfillment_state }: { status: string; fulfillment_state: string }): string {
  return fulfillment_state === "partial" && OPEN_STATUSES.some((open) => open === status) ? "Partly shipped" : status;
}
