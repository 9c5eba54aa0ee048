import { MAX_BULK_ITEMS, MAX_BULK_ORDERS } from "../order-limits.ts";

/** Bytes of the orders alone. The rest of the body has a few hundred bytes. The API accepts 4 MiB. Its limit of searchable text is not checked. */
const MAX_BYTES = 3.5 * 1024 * 1024;

/** Collects orders into batches below the API's limits. An order that exceeds them is a batch of its own, which the API rejects. */
export class Batches<Order extends { json: string; itemCount: number }> {
  readonly #bytesOf: (text: string) => number;
  #pending: Order[] = [];
  #bytes = 0;
  #items = 0;

  /** `bytesOf` returns the UTF-8 length of a text. */
  constructor(bytesOf: (text: string) => number) {
    this.#bytesOf = bytesOf;
  }

  /** Adds an order. Returns the previous batch if the order does not fit in it, else null. */
  add(order: Order): Order[] | null {
    const size = this.#bytesOf(order.json) + 1; // A comma separates it.
    let full: Order[] | null = null;
    const hasRoom = this.#bytes + size <= MAX_BYTES && this.#items + order.itemCount <= MAX_BULK_ITEMS;
    if (this.#pending.length >= MAX_BULK_ORDERS || (this.#pending.length > 0 && !hasRoom)) full = this.flush();
    this.#pending.push(order);
    this.#bytes += size;
    this.#items += order.itemCount;
    return full;
  }

  /** Returns the current batch and starts a new one. */
  flush(): Order[] {
    const batch = this.#pending;
    this.#pending = [];
    this.#bytes = 0;
    this.#items = 0;
    return batch;
  }
}
