import type { Order, Row } from "./format.ts";

/** An order ready to be posted, with what a report needs of it. */
export interface Parcel {
  externalId: string;
  json: string;
  /** Its rows for `rowsOf`, as JSON: they are wanted only where it fails, and as objects would take three times the memory. */
  rows: string;
}

/** The API's limits are 200 orders, 8 MiB, and 2 MB of texts that are searched for, which are less than half of a body. */
const MOST_ORDERS = 200;
const MOST_BYTES = 4 * 1024 * 1024;

/** The order as the API takes it, for a store. */
export function toParcel(order: Order, store: string, rows: Row[]): Parcel {
  return { externalId: order.external_id, json: JSON.stringify({ store, ...order }), rows: JSON.stringify(rows) };
}

/** The rows that an order was made of. */
export function rowsOf(parcel: Parcel): Row[] {
  return JSON.parse(parcel.rows) as Row[];
}

/** Collects orders into batches that stay below the API's limits; an order beyond them goes alone and is refused there. */
export class Batches {
  #open: Parcel[] = [];
  #bytes = 0;

  /** Adds an order; gives the batch that it completed or had no room in, else null. */
  add(parcel: Parcel): Parcel[] | null {
    const size = Buffer.byteLength(parcel.json) + 1;
    let full: Parcel[] | null = null;
    if (this.#open.length >= MOST_ORDERS || (this.#open.length > 0 && this.#bytes + size > MOST_BYTES)) full = this.rest();
    this.#open.push(parcel);
    this.#bytes += size;
    return full;
  }

  /** What is left, and begins anew. */
  rest(): Parcel[] {
    const batch = this.#open;
    this.#open = [];
    this.#bytes = 0;
    return batch;
  }
}
