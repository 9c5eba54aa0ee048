import type { StoredItem } from "../rows.sql.ts";
import type { FulfilledQuantities } from "./fulfilled-quantities";
import { isLive } from "./item-status";
import { saysShipped } from "./shippable";
import { isAllUnits, type ItemUnits } from "./units-left";

/**
 * The status of an item all of whose units were shipped, and whose quantity has grown: the units that were added are still to be made
 * (docs/spec/tracking.md#item-progress). Null if it stays, for example because a person has set Shipped without fulfillments of all units.
 */
export function statusAfterGrowth(
  before: ItemUnits & Pick<StoredItem, "status">,
  after: ItemUnits,
  { shipped }: FulfilledQuantities,
): "New" | null {
  return saysShipped(before.status) && isAllUnits(before, shipped) && !isAllUnits(after, shipped) ? "New" : null;
}

/** The next status of an item whose whole quantity is shipped or delivered. Null if it stays. A status never goes back. */
export function nextItemStatus(status: string, shipped: boolean, delivered: boolean): "Shipped" | "Delivered" | null {
  if (!isLive(status) || status === "Delivered") return null;
  if (delivered) return "Delivered";
  return shipped && status !== "Shipped" ? "Shipped" : null;
}

/**
 * The next status of an item of which fewer units are to be shipped, because its quantity is reduced or units are refunded, if the others were
 * shipped or delivered (docs/spec/tracking.md#item-progress). Null if it stays, for example because all units were shipped before too: then the item
 * became Shipped at that time, and a person has set another status since.
 */
export function statusAfterReduction(
  before: ItemUnits & Pick<StoredItem, "status">,
  after: ItemUnits,
  { shipped, delivered }: FulfilledQuantities,
): "Shipped" | "Delivered" | null {
  const reaches = (fulfilled: number): boolean => isAllUnits(after, fulfilled) && !isAllUnits(before, fulfilled);
  return nextItemStatus(before.status, reaches(shipped), reaches(delivered));
}
