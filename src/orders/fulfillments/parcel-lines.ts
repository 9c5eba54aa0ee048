import { invalid, notFound, Refusal } from "../../platform/refusal";
import { isLive } from "../items/item-status";
import { MAX_ORDER_FULFILLMENT_ITEMS, MAX_ORDER_FULFILLMENTS } from "../order-limits";
import { meaningOf } from "./fulfillment-status";
import { type Consignment, type Parcel, type ParcelLine, quantitiesIn } from "./parcel";

/** A line as a caller asks for it; without a quantity, all that is left of the item. */
export interface AskedLine {
  order_item_id: string;
  quantity?: number | undefined;
}

/**
 * The lines of a new parcel: what was asked for, or all that is left of the live items. 404 for an item that is not the
 * order's, 409 for more than was ordered and where nothing is left (docs/spec/tracking.md#quantities).
 */
export function linesAsked({ items, parcels }: Consignment, asked: readonly AskedLine[] | undefined): ParcelLine[] {
  const held = quantitiesIn(parcels, () => true);
  const left = new Map(items.map(({ id, quantity }) => [String(id), quantity - (held.get(id) ?? 0)]));
  if (asked === undefined) {
    const lines = items.flatMap(({ id, status }) => {
      const quantity = left.get(String(id)) ?? 0;
      return isLive(status) && quantity > 0 ? [{ order_item_id: id, quantity }] : [];
    });
    if (lines.length > 0) return lines;
    throw new Refusal("conflict", [
      { path: "items", code: "nothing_left", message: "Everything in this order is already in a fulfillment." },
    ]);
  }
  const seen = new Set<string>();
  return asked.map(({ order_item_id, quantity }, index) => {
    const path = `items[${index}]`;
    const free = left.get(order_item_id);
    if (free === undefined) throw notFound(`${path}.order_item_id`, "No such item in this order.");
    if (seen.has(order_item_id)) throw invalid(`${path}.order_item_id`, "repeated_item", "Expected each item once.");
    seen.add(order_item_id);
    const wanted = quantity ?? free;
    if (wanted > free || wanted < 1) throw tooMany(`${path}.quantity`, free);
    return { order_item_id: Number(order_item_id), quantity: wanted };
  });
}

/** Throws 409 if an order has no room for another fulfillment with these items. Cancelled fulfillments count too. */
export function assertFulfillmentLimits({ parcels }: Consignment, lines: readonly ParcelLine[]): void {
  const held = parcels.reduce((sum, parcel) => sum + parcel.lines.length, 0);
  if (parcels.length >= MAX_ORDER_FULFILLMENTS) {
    const message = `An order has at most ${MAX_ORDER_FULFILLMENTS} fulfillments.`;
    throw new Refusal("conflict", [{ code: "too_many_fulfillments", message, limit: MAX_ORDER_FULFILLMENTS }]);
  }
  if (held + lines.length > MAX_ORDER_FULFILLMENT_ITEMS) {
    const message = `An order has at most ${MAX_ORDER_FULFILLMENT_ITEMS} items in its fulfillments.`;
    throw new Refusal("conflict", [{ code: "too_many_fulfillment_items", message, limit: MAX_ORDER_FULFILLMENT_ITEMS }]);
  }
}

/** 409 where a parcel that let go of its quantities takes them back after they were sent again. */
export function mustFit({ items, parcels }: Consignment, before: Parcel, after: Parcel): void {
  if (meaningOf(before.status).holds || !meaningOf(after.status).holds) return;
  const held = quantitiesIn(parcels, ({ id }) => id !== after.id);
  for (const { order_item_id, quantity } of after.lines) {
    const free = (items.find(({ id }) => id === order_item_id)?.quantity ?? 0) - (held.get(order_item_id) ?? 0);
    if (quantity > free) throw tooMany("status", free);
  }
}

function tooMany(path: string, left: number): Refusal {
  const message = `Only ${Math.max(0, left)} of this item are not in a fulfillment yet.`;
  return new Refusal("conflict", [{ path, code: "quantity_exceeded", message, left: Math.max(0, left) }]);
}
