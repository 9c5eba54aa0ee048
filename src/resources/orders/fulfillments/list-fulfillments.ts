import * as z from "zod";
import { FULFILLMENT_STATUSES } from "./fulfillment-status";
import { fulfillmentsAfter } from "./read.sql.ts";
import { firstTracking, orderExists, type RowsAfterId, type TrackingRow } from "../history/records.sql.ts";
import { readRowsAfter } from "../history/list-history";
import { trackingLink } from "./tracking-link";
import type { OrgReader } from "../../../platform/db/org-db";
import type { FulfillmentRow } from "../rows.sql.ts";
import { notFound, ApiError } from "../../../platform/api-error";
import { momentOrNull, momentText } from "../../../platform/values/zone";
import { parseStored } from "../../../platform/reading/json";

export const listFulfillmentsAfter = (org: OrgReader, range: RowsAfterId<string>) => readRowsAfter(org, range, fulfillmentsAfter);

/**
 * Reads the first tracking record of an order (docs/spec/tracking.md#first-tracking-record). Throws 404 Not Found if there is no such order
 * or no record.
 */
export async function readTracking(org: OrgReader, orderId: number): Promise<TrackingRow> {
  const { orders, records } = await org.read({ orders: orderExists(org, orderId), records: firstTracking(org, orderId) });
  if (orders.length === 0) throw notFound();
  const record = records[0];
  if (record === undefined) throw new ApiError("not_found", [{ code: "no_tracking", message: "This order has no tracking record yet." }]);
  return record;
}

const nullableText = z.string().nullable();
const moment = z.iso.datetime();

/** The fields of a fulfillment in responses (docs/spec/tracking.md#fulfillment). */
export const FULFILLMENT_FIELDS = {
  id: z.string(),
  order_id: z.int(),
  status: z.enum(FULFILLMENT_STATUSES),
  tracking_number: nullableText,
  carrier: nullableText,
  tracking_url: nullableText,
  items: z.array(z.strictObject({ order_item_id: z.string(), quantity: z.int() })),
  shipped_at: moment.nullable(),
  delivered_at: moment.nullable(),
  last_updated: moment,
};

/** A fulfillment as both APIs return it. */
export function presentFulfillment(row: FulfillmentRow) {
  const items = parseStored<{ order_item_id: number; quantity: number }[]>(row.items);
  return {
    id: row.id,
    order_id: row.order_id,
    status: row.status,
    tracking_number: row.tracking_number,
    carrier: row.carrier,
    tracking_url: trackingLink(row),
    items: items.map(({ order_item_id, quantity }) => ({ order_item_id: String(order_item_id), quantity })),
    shipped_at: momentOrNull(row.shipped_at),
    delivered_at: momentOrNull(row.delivered_at),
    last_updated: momentText(row.updated_at),
  };
}
