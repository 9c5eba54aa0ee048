/** The documented states of an order item (docs/spec/items.md#item-statuses). */
export const ITEM_STATUSES = [
  "New",
  "Need Design",
  "Design Ready",
  "Pending Cost",
  "Sent to Supplier",
  "In Production",
  "On Hold",
  "Shipped",
  "Delivered",
  "Cancelled",
  "Refunded",
  "Reprint",
  "Error",
] as const;

/** A documented status in its own spelling, any other text trimmed and as sent. */
export function readItemStatus(text: string): string {
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ");
  return ITEM_STATUSES.find((status) => status.toLowerCase() === folded) ?? text.trim();
}

/** A live item is still to be made or on its way: not Cancelled, not Refunded. */
export function isLive(status: string): boolean {
  return status !== "Cancelled" && status !== "Refunded";
}
