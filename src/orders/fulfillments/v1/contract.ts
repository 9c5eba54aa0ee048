import * as z from "zod";

const nullableText = z.string().nullable();
const moment = z.iso.datetime();

/** Where an order's goods are (docs/spec/tracking.md#first-tracking-record). */
export const OrderTracking = z
  .strictObject({ tracking_number: z.string(), carrier: nullableText, status: z.string(), last_updated: moment })
  .meta({ id: "OrderTracking" });

/** A fulfillment (docs/spec/tracking.md#fulfillment). */
export const Fulfillment = z
  .strictObject({
    id: z.string(),
    order_id: z.int(),
    status: z.string(),
    tracking_number: nullableText,
    carrier: nullableText,
    tracking_url: nullableText,
    items: z.array(z.strictObject({ order_item_id: z.string(), quantity: z.int() })),
    shipped_at: moment.nullable(),
    delivered_at: moment.nullable(),
    last_updated: moment,
  })
  .meta({ id: "Fulfillment" });

/** A line of an order's history (docs/spec/notes-and-history.md#history). */
export const HistoryLine = z
  .strictObject({
    id: z.int(),
    order_id: z.int(),
    order_item_id: nullableText,
    fulfillment_id: nullableText,
    change: z.string(),
    from: nullableText,
    to: nullableText,
    changed_fields: z.array(z.string()),
    reason: nullableText,
    actor_type: z.enum(["credential", "user", "system"]),
    actor_id: z.int().nullable(),
    actor_name: z.string(),
    created_at: moment,
  })
  .meta({ id: "HistoryLine" });
