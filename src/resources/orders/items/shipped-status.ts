import type { StoredItem } from "../rows.sql.ts";
import type { FulfilledQuantities } from "./fulfilled-quantities";
import { isLive } from "./item-status";

/** The next status of an item whose whole quantity is shipped or delivered. Null if it stays. A status never goes back. */
export function nextItemStatus(status: string, shipped: boolean, delivered: boolean): "Shipped" | "Delivered" | null {
  if (!isLive(status) || status === "Delivered") return null;
  if (delivered) return "Delivered";
  return shipped && status !== "Shipped" ? "Shipped" : null;
}

/**
 * The next status of an item whose quantity is reduced, if all that is left of it was shipped or delivered (docs/spec/tracking.md#item-progress).
 * Null if it stays, for example because all of the larger quantity was: then a person has set its status since.
 */
export function statusAfterReduction(
  { status, quantity: before }: Pick<StoredItem, "status" | "quantity">,
  quantity: number,
  { shipped, delivered }: FulfilledQuantities,
): "Shipped" | "Delivered" | null {
  const reaches = (fulfilled: number): boolean => fulfilled >= quantity && fulfilled < before;
  return nextItemStatus(status, reaches(shipped), reaches(delivered));
}
