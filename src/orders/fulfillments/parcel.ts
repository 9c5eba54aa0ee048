import type { FulfillmentRow, OrderRow, StoredItem } from "../rows.sql.ts";
import { type FulfillmentStatus, meaningOf } from "./fulfillment-status";

/** A quantity of an item in a parcel. */
export interface ParcelLine {
  order_item_id: number;
  quantity: number;
}

/** A parcel as it is stored, or about to be. */
export interface Parcel {
  id: string;
  status: FulfillmentStatus;
  tracking_number: string | null;
  carrier: string | null;
  tracking_url: string | null;
  /** ms since 1970. */
  shipped_at: number | null;
  delivered_at: number | null;
  lines: readonly ParcelLine[];
}

/** An order with its items and parcels: what a change of a parcel is decided on. */
export interface Consignment {
  order: OrderRow;
  items: readonly StoredItem[];
  parcels: readonly Parcel[];
}

/** A stored parcel; its status is one of the closed set, since nothing else is ever written. */
export function parcelOf(row: FulfillmentRow): Parcel {
  const { id, tracking_number, carrier, tracking_url, shipped_at, delivered_at } = row;
  const lines = JSON.parse(row.items) as ParcelLine[];
  return { id, status: row.status as FulfillmentStatus, tracking_number, carrier, tracking_url, shipped_at, delivered_at, lines };
}

/** Quantities by item, of the parcels that hold theirs and that `counts`. */
export function quantitiesIn(parcels: readonly Parcel[], counts: (parcel: Parcel) => boolean): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const parcel of parcels) {
    if (!meaningOf(parcel.status).holds || !counts(parcel)) continue;
    for (const { order_item_id, quantity } of parcel.lines) sums.set(order_item_id, (sums.get(order_item_id) ?? 0) + quantity);
  }
  return sums;
}
