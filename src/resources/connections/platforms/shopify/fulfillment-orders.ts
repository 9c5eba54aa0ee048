import { type OutgoingFulfillment, RejectedFulfillment } from "../adapter";
import { idAt, quantityAt, recordsAt } from "../values";

/** A part of an order that one location has to fulfill. */
interface FulfillmentOrder {
  id: string;
  location: unknown;
  lines: { id: string; itemId: string; left: number }[];
}

/** The input of `fulfillmentCreate` for the items of one fulfillment order. */
interface PlannedItems {
  fulfillmentOrderId: string;
  fulfillmentOrderLineItems: { id: string; quantity: number }[];
}

const OPEN = new Set<unknown>(["open", "in_progress"]);

function parseOpen(value: unknown): FulfillmentOrder[] {
  return recordsAt(value, "fulfillment_orders")
    .filter(({ status }) => OPEN.has(status))
    .map((fields) => ({
      id: idAt(fields["id"], "fulfillment_orders.id"),
      location: fields["assigned_location_id"],
      lines: recordsAt(fields["line_items"], "fulfillment_orders.line_items").map((line) => ({
        id: idAt(line["id"], "fulfillment_orders.line_items.id"),
        itemId: idAt(line["line_item_id"], "fulfillment_orders.line_items.line_item_id"),
        left: quantityAt(line["fulfillable_quantity"], "fulfillment_orders.line_items.fulfillable_quantity"),
      })),
    }));
}

/**
 * Takes the items of a fulfillment from the open fulfillment orders of one location, because Shopify's fulfillments have one. Throws
 * RejectedFulfillment if no location has all of them left.
 */
export function planItems(value: unknown, items: OutgoingFulfillment["items"]): PlannedItems[] {
  const byLocation = [...Map.groupBy(parseOpen(value), ({ location }) => location).values()];
  for (const orders of byLocation) {
    const planned = takeFrom(orders, items);
    if (planned !== null) return planned;
  }
  throw new RejectedFulfillment("No location of the shop has all of these items left to fulfill.");
}

function takeFrom(orders: readonly FulfillmentOrder[], items: OutgoingFulfillment["items"]): PlannedItems[] | null {
  const missing = new Map(items.map(({ externalId, quantity }) => [externalId, quantity]));
  const planned = orders.flatMap(({ id, lines }) => {
    const taken = lines.flatMap(({ id: lineId, itemId, left }) => {
      const quantity = Math.min(left, missing.get(itemId) ?? 0);
      missing.set(itemId, (missing.get(itemId) ?? 0) - quantity);
      return quantity === 0 ? [] : [{ id: `gid://shopify/FulfillmentOrderLineItem/${lineId}`, quantity }];
    });
    return taken.length === 0 ? [] : [{ fulfillmentOrderId: `gid://shopify/FulfillmentOrder/${id}`, fulfillmentOrderLineItems: taken }];
  });
  return [...missing.values()].every((quantity) => quantity === 0) ? planned : null;
}
