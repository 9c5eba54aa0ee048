import { Batches } from "../../src/resources/orders/files/batches.ts";
import { isUpdate, type Order, type OrderUpdate, type Row, SHOP_FACT } from "../../src/resources/orders/files/format.ts";

/** An order that is ready to be posted, with its rows for the reports. */
export interface PreparedOrder {
  json: string;
  itemCount: number;
  /** Its rows as JSON (see `rowsOf`), which takes a third of the memory of objects. They are needed only if the order fails. */
  rows: string;
}

/** Serializes an order for the API: an update of one that exists, or an order of a store. */
export function prepareOrder(order: Order | OrderUpdate, store: string | null, rows: Row[]): PreparedOrder {
  const json = JSON.stringify(isUpdate(order) ? order : { store, ...SHOP_FACT, ...order });
  return { json, itemCount: order.items.length, rows: JSON.stringify(rows) };
}

/** The rows of an order in the file. */
export function rowsOf(prepared: PreparedOrder): Row[] {
  return JSON.parse(prepared.rows) as Row[];
}

/** An empty collection of batches, whose size is measured in UTF-8 bytes. */
export function newBatches(): Batches<PreparedOrder> {
  return new Batches((text) => Buffer.byteLength(text));
}
