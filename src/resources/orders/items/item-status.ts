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

/**
 * Whether an item was made or paid back. It then stays part of its order: it is not cancelled if its source no longer sends it, and nobody can
 * remove it.
 */
export function isFinal(status: string): boolean {
  return status === "Shipped" || status === "Delivered" || status === "Refunded";
}

/** Whether an item is live: not Cancelled and not Refunded. */
export function isLive(status: string): boolean {
  return status !== "Cancelled" && status !== "Refunded";
}

/** The statuses that supplier orders give their items until these are shipped. */
export const AT_SUPPLIER: readonly string[] = ["Sent to Supplier", "In Production"];

/** The statuses of items that are not sent to a supplier: they have left, or nobody wants them. */
export const NOT_TO_SEND: readonly string[] = ["Shipped", "Delivered", "Cancelled", "Refunded"];
