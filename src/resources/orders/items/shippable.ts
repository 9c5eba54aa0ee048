import { ApiError, conflict, type ErrorDetail } from "../../../platform/api-error";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { isLive } from "./item-status";
import { PROGRESS } from "./progress.sql.ts";

type Order = Pick<StoredOrder, "status" | "is_refunded">;
type Item = Pick<StoredItem, "id" | "name" | "status">;

/** Whether an item may be shipped, made and picked: it is neither cancelled nor refunded nor on hold. */
export function isShippable(status: string): boolean {
  return isLive(status) && status !== "On Hold";
}

/** Why nothing of an order may be shipped, as the end of a sentence about the order. Null: its items say what may be shipped. */
export function orderObstacle({ status, is_refunded }: Order): "cancelled" | "refunded" | null {
  if (status === "Cancelled") return "cancelled";
  return is_refunded === 1 ? "refunded" : null;
}

/** Throws 409 Conflict `not_shippable` if nothing of an order may be shipped (docs/spec/tracking.md#what-can-be-shipped). */
export function assertOrderShippable(order: Order): void {
  const obstacle = orderObstacle(order);
  if (obstacle !== null)
    throw conflict("not_shippable", `This order is ${obstacle}, so nothing of it can be shipped.`, { status: order.status });
}

/** Throws 409 Conflict `not_shippable` with every item that may not be shipped. `pathOf` is the path of an item in the request. */
export function assertItemsShippable<I extends Item>(items: readonly I[], pathOf?: (item: I) => string): void {
  const details = items
    .filter(({ status }) => !isShippable(status))
    .map((item): ErrorDetail => {
      const message = `${item.name} is ${item.status}, so it cannot be shipped.`;
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
export function assertMayHaveStatus(order: Order, item: Item & Pick<StoredItem, "progress">, status: string): void {
  if (!saysShipped(status) || item.progress >= PROGRESS.shipped) return;
  assertOrderShippable(order);
  assertItemsShippable([item]);
}
