import type { StoredItem } from "../rows.sql.ts";

/** How many units of an item were ordered, how many of them were refunded and are not shipped any more, and how many were refunded in all. */
export type ItemUnits = Pick<StoredItem, "quantity" | "cancelled_quantity" | "refunded_quantity">;

/**
 * How many units of an item are left after `taken` ones, which are shipped or in a fulfillment (docs/spec/tracking.md#what-is-left). `UNITS_LEFT` in
 * derived-columns.sql.ts is the same in SQL.
 */
export function unitsLeft({ quantity, cancelled_quantity }: Omit<ItemUnits, "refunded_quantity">, taken: number): number {
  return Math.max(0, quantity - cancelled_quantity - taken);
}

/** How many units of goods were shipped. */
export function shippedUnits({
  status,
  quantity,
  shipped_quantity,
  is_goods,
}: Pick<StoredItem, "status" | "quantity" | "shipped_quantity" | "is_goods">): number {
  if (is_goods === 0) return 0;
  return status === "Shipped" || status === "Delivered" ? quantity : Math.min(quantity, shipped_quantity);
}

/** Whether the units that were shipped (or delivered) are all that there are to ship (or deliver). */
export function isAllUnits(item: ItemUnits, taken: number): boolean {
  return taken > 0 && unitsLeft(item, taken) === 0;
}

/** The refunded units of an item with a new quantity: fewer units are first of all those that are not shipped any more. */
export function refundedUnits(
  quantity: number,
  stored: ItemUnits | undefined,
): Pick<ItemUnits, "cancelled_quantity" | "refunded_quantity"> {
  if (stored === undefined) return { cancelled_quantity: 0, refunded_quantity: 0 };
  const { quantity: before, cancelled_quantity: cancelled, refunded_quantity: refunded } = stored;
  const removed = Math.min(cancelled, Math.max(0, before - quantity));
  return { cancelled_quantity: cancelled - removed, refunded_quantity: Math.min(quantity, refunded - removed) };
}

/** The units that are not shipped any more once a shipped fulfillment releases some: those of them that were refunded are not shipped again. */
export function cancelledAfterRelease({ cancelled_quantity: cancelled, refunded_quantity: refunded }: ItemUnits, released: number): number {
  return cancelled + Math.min(released, Math.max(0, refunded - cancelled));
}
