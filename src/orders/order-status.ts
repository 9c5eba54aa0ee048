/** The states of an order (docs/spec/orders.md#statuses). */
export const ORDER_STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

type Move = "free" | "with_reason";

/** Which moves a person or an integration may make, and which of them need a reason (docs/spec/orders.md#status-changes). */
const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderStatus, Move>>> = {
  New: { "Pending Cost": "free", "In Production": "free", Shipped: "free", Complete: "free", Cancelled: "free" },
  "Pending Cost": { New: "free", "In Production": "free", Shipped: "free", Complete: "free", Cancelled: "free" },
  "In Production": { "Pending Cost": "free", Shipped: "free", Complete: "free", Cancelled: "free" },
  Shipped: { Complete: "free", "In Production": "with_reason", Cancelled: "with_reason" },
  Complete: { Shipped: "with_reason" },
  Cancelled: { New: "with_reason" },
};

/** The statuses that an order can go to; those that need a reason only where one is given. */
export function allowedFrom(status: OrderStatus, hasReason: boolean): OrderStatus[] {
  return ORDER_STATUSES.filter((to) => TRANSITIONS[status][to] === "free" || (hasReason && TRANSITIONS[status][to] === "with_reason"));
}

/** Whether the move is in the table at all, but wants a reason. */
export function needsReason(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from][to] === "with_reason";
}

/** The table of moves in words: `Shipped to Complete, In Production (with a reason); …`. */
export function describeMoves(): string {
  const rows = ORDER_STATUSES.map((from) => {
    const to = allowedFrom(from, true).map((status) => (needsReason(from, status) ? `${status} (with a reason)` : status));
    return `${from} to ${to.join(", ")}`;
  });
  return rows.join("; ");
}

/** Pattern of what may stand for a space in the name of a status. */
export const STATUS_SEPARATOR = "[_\\s-]+";

/** The status that a text names, without regard to case, `_` or `-` for a space; or null. */
export function readOrderStatus(text: string): OrderStatus | null {
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ");
  return ORDER_STATUSES.find((status) => status.toLowerCase() === folded) ?? null;
}
