import type { FulfillmentRow, OrderRow, StoredItem } from "../rows.sql.ts";
import { type FulfillmentStatus, meaningOf } from "./fulfillment-status";
import { parseStored } from "../../../platform/reading/json";

export interface FulfillmentLine {
  order_item_id: number;
  quantity: number;
}

export interface Fulfillment {
  id: string;
  status: FulfillmentStatus;
  tracking_number: string | null;
  carrier: string | null;
  tracking_url: string | null;
  /** ms since 1970. */
  shipped_at: number | null;
  delivered_at: number | null;
  /** When the carrier had the status. Null: no carrier has reported. */
  status_at: number | null;
  /** Its id on the platform. Null: it is not there, or not known to be. */
  source_id: string | null;
  lines: readonly FulfillmentLine[];
}

/** An order with its items and fulfillments, on which a change of a fulfillment is based. */
export interface OrderFulfillments {
  order: OrderRow;
  items: readonly StoredItem[];
  fulfillments: readonly Fulfillment[];
}

/** Parses a stored fulfillment. */
export function parseFulfillment(row: FulfillmentRow): Fulfillment {
  const { id, status, tracking_number, carrier, tracking_url, shipped_at, delivered_at, status_at, source_id } = row;
  const lines = parseStored<FulfillmentLine[]>(row.items);
  const tracking = { tracking_number, carrier, tracking_url };
  return { id, status, ...tracking, shipped_at, delivered_at, status_at, source_id, lines };
}

/** Sums the allocated quantities of each item in the fulfillments for which `filter` is true. */
export function quantitiesIn(
  fulfillments: readonly Fulfillment[],
  filter: (fulfillment: Fulfillment) => boolean,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const fulfillment of fulfillments) {
    if (!meaningOf(fulfillment.status).allocates || !filter(fulfillment)) continue;
    for (const { order_item_id, quantity } of fulfillment.lines) sums.set(order_item_id, (sums.get(order_item_id) ?? 0) + quantity);
  }
  return sums;
}
