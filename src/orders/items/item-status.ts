import { findStatus } from "../order-status";

/** The standard statuses of an order item (docs/spec/items.md#item-statuses). */
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

/** Parses a status. Returns a standard status in its canonical spelling, or any other text trimmed. */
export function readItemStatus(text: string): string {
  return findStatus(ITEM_STATUSES, text) ?? text.trim();
}

/** Whether an item is live: not Cancelled and not Refunded. */
export function isLive(status: string): boolean {
  return status !== "Cancelled" && status !== "Refunded";
}
