import { parseFulfillment, quantitiesIn } from "../../fulfillments/fulfillment";
import { isFinal } from "../../items/item-status";
import { isHeldItem, isShippable, orderObstacle } from "../../items/shippable";
import { unitsLeft } from "../../items/units-left";
import type { ItemRow, OrderParts } from "../../rows.sql.ts";

/** An order of a printed document, with what is left of it to make, pick and pack. */
export type PrintedOrder = OrderParts & { left: readonly { item: ItemRow; quantity: number }[] };

/** What is left to ship of an order: goods that may be shipped and are not, with the quantities that are not in a shipped fulfillment. */
function leftOf({ order, items, fulfillments }: OrderParts, now: number): PrintedOrder["left"] {
  if (orderObstacle(order, now) !== null) return [];
  const shipped = quantitiesIn(fulfillments.map(parseFulfillment), ({ shipped_at }) => shipped_at !== null);
  return items.flatMap((item) => {
    const quantity = unitsLeft(item, shipped.get(item.id) ?? 0);
    return item.is_goods === 1 && isShippable(item, now) && !isFinal(item.status) && quantity > 0 ? [{ item, quantity }] : [];
  });
}

/** Why an order of which nothing is left is not printed. */
function reasonOf({ order, items }: OrderParts, now: number): string {
  const obstacle = orderObstacle(order, now);
  if (obstacle !== null) return obstacle;
  return items.some((item) => isHeldItem(item, now)) ? "on hold" : "nothing is left to ship";
}

/** Divides orders into those of which something is left to ship, and those that are not printed, with the reasons. */
export function ordersToPrint(
  orders: readonly OrderParts[],
  now: number,
): {
  printed: PrintedOrder[];
  leftOut: { order: OrderParts["order"]; reason: string }[];
} {
  const all = orders.map((parts) => ({ ...parts, left: leftOf(parts, now) }));
  return {
    printed: all.filter(({ left }) => left.length > 0),
    leftOut: all.filter(({ left }) => left.length === 0).map((parts) => ({ order: parts.order, reason: reasonOf(parts, now) })),
  };
}
