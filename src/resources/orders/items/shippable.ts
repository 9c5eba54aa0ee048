import { ApiError, conflict, type ErrorDetail } from "../../../platform/api-error";
import { isOnHold } from "../holds/hold";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { isLive } from "./item-status";
import { PROGRESS } from "./progress.sql.ts";

type Order = Pick<StoredOrder, "status" | "is_refunded" | "hold_reason" | "hold_until">;
type Item = Pick<StoredItem, "id" | "name" | "status" | "hold_reason" | "hold_until">;

/** Whether an item is on hold by itself: by its status, or by a hold that has not ended (docs/spec/holds.md#holds). */
export function isHeldItem(item: Omit<Item, "id" | "name">, now: number): boolean {
  return item.status === "On Hold" || isOnHold(item, now);
}

/** Whether an item may be shipped, made and picked, if its order may: it is neither cancelled nor refunded nor on hold. */
export function isShippable(item: Omit<Item, "id" | "name">, now: number): boolean {
  return isLive(item.status) && !isHeldItem(item, now);
}

/** Why nothing of an order may be shipped, as the end of a sentence about the order. Null: its items say what may be shipped. */
export function orderObstacle(order: Order, now: number): "cancelled" | "refunded" | "on hold" | null {
  if (order.status === "Cancelled") return "cancelled";
  if (order.is_refunded === 1) return "refunded";
  return isOnHold(order, now) ? "on hold" : null;
}

/** Throws 409 Conflict `not_shippable` if nothing of an order may be shipped (docs/spec/tracking.md#what-can-be-shipped). */
export function assertOrderShippable(order: Order, now: number): void {
  const obstacle = orderObstacle(order, now);
  if (obstacle !== null)
    throw conflict("not_shippable", `This order is ${obstacle}, so nothing of it can be shipped.`, { status: order.status });
}

/** Throws 409 Conflict `not_shippable` with every item that may not be shipped. `pathOf` is the path of an item in the request. */
export function assertItemsShippable<I extends Item>(items: readonly I[], now: number, pathOf?: (item: I) => string): void {
  const details = items
    .filter((item) => !isShippable(item, now))
    .map((item): ErrorDetail => {
      const obstacle = isLive(item.status) && item.status !== "On Hold" ? "on hold" : item.status;
      const message = `${item.name} is ${obstacle}, so it cannot be shipped.`;
      return {
        ...(pathOf !== undefined && { path: pathOf(item) }),
        code: "not_shippable",
        message,
        order_item_id: String(item.id),
        status: item.status,
      };
    });
  if (details.length > 0) throw new ApiError("conflict", details);
}

/** The statuses that say that an item has left. */
const SHIPPED_STATUSES = ["Shipped", "Delivered"] as const;

export function saysShipped(status: string): boolean {
  return SHIPPED_STATUSES.some((name) => name === status);
}

/**
 * Throws 409 Conflict `not_shippable` if a new status says that an item was shipped although it may not be. An item that was shipped before may
 * have any status.
 */
export function assertMayHaveStatus(
  { order, item, now }: { order: Order; item: Item & Pick<StoredItem, "progress">; now: number },
  status: string,
): void {
  if (!saysShipped(status) || item.progress >= PROGRESS.shipped) return;
  assertOrderShippable(order, now);
  assertItemsShippable([item], now);
}
