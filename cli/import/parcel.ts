import { Batches } from "../../src/orders/files/batches.ts";
import type { Order, Row } from "../../src/orders/files/format.ts";

/** An order ready to be posted, with what a report needs of it. */
export interface Parcel {
  externalId: string;
  json: string;
  itemCount: number;
  /** Its rows for `rowsOf`, as JSON: they are wanted only where it fails, and as objects would take three times the memory. */
  rows: string;
}

/** The order as the API takes it, for a store. */
export function toParcel(order: Order, store: string, rows: Row[]): Parcel {
  const json = JSON.stringify({ store, ...order });
  return { externalId: order.external_id, json, itemCount: order.items.length, rows: JSON.stringify(rows) };
}

/** The rows that an order was made of. */
export function rowsOf(parcel: Parcel): Row[] {
  return JSON.parse(parcel.rows) as Row[];
}

/** No batch so far. */
export function newBatches(): Batches<Parcel> {
  return new Batches((text) => Buffer.byteLength(text));
}
