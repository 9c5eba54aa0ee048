import { invalid, notFound, ApiError } from "../../../platform/api-error";
import { assertItemsShippable, assertOrderShippable, isShippable } from "../items/shippable";
import { isLive } from "../items/item-status";
import { unitsLeft } from "../items/units-left";
import { MAX_ORDER_FULFILLMENT_ITEMS, MAX_ORDER_FULFILLMENTS } from "../order-limits";
import { meaningOf } from "./fulfillment-status";
import { type OrderFulfillments, type Fulfillment, type FulfillmentLine, quantitiesIn } from "./fulfillment";
import type { StoredItem } from "../rows.sql.ts";

/** A requested line. Without a quantity, it contains everything that remains of the item. */
export interface RequestedLine {
  order_item_id: string;
  quantity?: number | undefined;
}

/**
 * The lines of a new fulfillment: the requested ones, or everything that remains of the goods that may be shipped. Throws 404 Not Found for an
 * item of another order, and 409 Conflict if a quantity exceeds the remaining one, nothing remains (docs/spec/tracking.md#quantities), or the
 * order or an item may not be shipped. A shop states facts (`isFact`): what it has shipped may be anything.
 */
export function requestedLines(
  { order, items, fulfillments }: OrderFulfillments,
  requested: readonly RequestedLine[] | undefined,
  { isFact, now }: { isFact: boolean; now: number },
): FulfillmentLine[] {
  if (!isFact) assertOrderShippable(order, now);
  const allocated = quantitiesIn(fulfillments, () => true);
  const remainingOf = (item: StoredItem): number => {
    const taken = allocated.get(item.id) ?? 0;
    return isFact ? item.quantity - taken : unitsLeft(item, taken);
  };
  const remainingById = new Map(items.map((item) => [String(item.id), remainingOf(item)]));
  if (requested === undefined) {
    const remaining = items.filter(
      ({ id, status, is_goods }) => is_goods === 1 && isLive(status) && (remainingById.get(String(id)) ?? 0) > 0,
    );
    const shippable = remaining.filter((item) => isShippable(item, now));
    if (shippable.length > 0) return shippable.map(({ id }) => ({ order_item_id: id, quantity: remainingById.get(String(id)) ?? 0 }));
    assertItemsShippable(remaining, now);
    throw new ApiError("conflict", [
      { path: "items", code: "nothing_left", message: "Everything in this order is already in a fulfillment." },
    ]);
  }
  const seen = new Set<string>();
  const lines = requested.map(({ order_item_id, quantity }, index) => {
    const path = `items[${index}]`;
    const remaining = remainingById.get(order_item_id);
    if (remaining === undefined) throw notFound(`${path}.order_item_id`, "No such item in this order.");
    if (seen.has(order_item_id)) throw invalid(`${path}.order_item_id`, "repeated_item", "Expected each item once.");
    seen.add(order_item_id);
    const requestedQuantity = quantity ?? remaining;
    if (requestedQuantity > remaining || requestedQuantity < 1) throw quantityExceeded(`${path}.quantity`, remaining);
    return { order_item_id: Number(order_item_id), quantity: requestedQuantity };
  });
  const positions = new Map(lines.map(({ order_item_id }, index) => [order_item_id, index]));
  const containedItems = items.filter(({ id }) => positions.has(id));
  if (!isFact) assertItemsShippable(containedItems, now, ({ id }) => `items[${positions.get(id) ?? 0}].order_item_id`);
  return lines;
}

/**
 * Throws 409 Conflict if a fulfillment becomes shipped that contains items of an order, items, or refunded units that may not be shipped.
 */
export function assertMayBecomeShipped(
  current: OrderFulfillments,
  { before, after }: { before: Fulfillment; after: Fulfillment },
  now: number,
): void {
  if (before.shipped_at !== null || after.shipped_at === null) return;
  assertOrderShippable(current.order, now);
  const containedItems = current.items.filter(({ id }) => after.lines.some(({ order_item_id }) => order_item_id === id));
  assertItemsShippable(containedItems, now);
  const details = withRefundedUnits(current, after).map(({ id, name, left }) => {
    const message = `Units of ${name} were refunded since, so only ${left} can be shipped. Cancel this fulfillment, and create one of what is left.`;
    return { code: "quantity_exceeded", message, left, order_item_id: String(id) };
  });
  if (details.length > 0) throw new ApiError("conflict", details);
}

/** The items of which a fulfillment contains units that were refunded before they were shipped, with how many of them can be shipped. */
export function withRefundedUnits(
  { items, fulfillments }: OrderFulfillments,
  { id, lines }: Fulfillment,
): (StoredItem & { left: number })[] {
  const refunded = items.filter(({ cancelled_quantity }) => cancelled_quantity > 0);
  if (refunded.length === 0) return [];
  const shipped = quantitiesIn(fulfillments, (other) => other.id !== id && other.shipped_at !== null);
  const containedQuantities = new Map(lines.map(({ order_item_id, quantity }) => [order_item_id, quantity]));
  return refunded
    .map((item) => ({ ...item, left: unitsLeft(item, shipped.get(item.id) ?? 0) }))
    .filter((item) => (containedQuantities.get(item.id) ?? 0) > item.left);
}

/** Throws 409 Conflict if an order has no room for another fulfillment with these items. Cancelled fulfillments count too. */
export function assertFulfillmentLimits({ fulfillments }: OrderFulfillments, lines: readonly FulfillmentLine[]): void {
  const lineCount = fulfillments.reduce((sum, fulfillment) => sum + fulfillment.lines.length, 0);
  if (fulfillments.length >= MAX_ORDER_FULFILLMENTS) {
    const message = `An order has at most ${MAX_ORDER_FULFILLMENTS} fulfillments.`;
    throw new ApiError("conflict", [{ code: "too_many_fulfillments", message, limit: MAX_ORDER_FULFILLMENTS }]);
  }
  if (lineCount + lines.length > MAX_ORDER_FULFILLMENT_ITEMS) {
    const message = `An order has at most ${MAX_ORDER_FULFILLMENT_ITEMS} items in its fulfillments.`;
    throw new ApiError("conflict", [{ code: "too_many_fulfillment_items", message, limit: MAX_ORDER_FULFILLMENT_ITEMS }]);
  }
}

/** Throws 409 Conflict if a fulfillment becomes active again, but another one already contains its quantities. */
export function assertQuantitiesFit({ items, fulfillments }: OrderFulfillments, before: Fulfillment, after: Fulfillment): void {
  if (meaningOf(before.status).allocates || !meaningOf(after.status).allocates) return;
  const allocated = quantitiesIn(fulfillments, ({ id }) => id !== after.id);
  for (const { order_item_id, quantity } of after.lines) {
    const item = items.find(({ id }) => id === order_item_id);
    const remaining = item === undefined ? 0 : unitsLeft(item, allocated.get(order_item_id) ?? 0);
    if (quantity > remaining) throw quantityExceeded("status", remaining);
  }
}

function quantityExceeded(path: string, left: number): ApiError {
  const message = `Only ${Math.max(0, left)} of this item can still be added to a fulfillment.`;
  return new ApiError("conflict", [{ path, code: "quantity_exceeded", message, left: Math.max(0, left) }]);
}
