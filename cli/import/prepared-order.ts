import { Batches } from "../../src/orders/files/batches.ts";
import type { Order, Row } from "../../src/orders/files/format.ts";

/** An order ready to be posted, with what a report needs of it. */
export interface PreparedOrder {
  externalId: string;
  json: string;
  itemCount: number;
  /** Its rows for `rowsOf`, as JSON: they are wanted only where it fails, and as objects would take three times the memory. */
  rows: string;
}

/** The order as the API takes it, for a store. */
export function prepareOrder(order: Order, store: string, rows: Row[]): PreparedOrder {
  const json = JSON.stringify({ store, ...order });
  return { externalId: order.external_id, json, itemCount: order.items.length, rows: JSON.stringify(rows) };
}

/** The rows that an order was made of. */
export function rowsOf(prepared: PreparedOrder): Row[] {
  return JSON.parse(prepared.rows) as Row[];
}

/** No batch so far. */
export function newBatches(): Batches<PreparedOrder> {
  return new Batches((text) => Buffer.byteLength(text));
}
