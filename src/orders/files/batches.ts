/** The API's limits are 200 orders with 10,000 items, 4 MiB, and 2 MB of texts that are searched for, which are less than half of a body. */
const MAX_ORDERS = 200;
/** Half of what a request may hold: of long names, more could not be indexed at once. */
const MAX_ITEMS = 5000;
/** Of the orders alone; the rest of the body is a few hundred bytes. */
const MAX_BYTES = 3.5 * 1024 * 1024;

/** Collects orders, each with its JSON text, into batches that stay below the API's limits; an order beyond them goes alone and is refused there. */
export class Batches<Order extends { json: string; itemCount: number }> {
  readonly #bytesOf: (text: string) => number;
  #pending: Order[] = [];
  #bytes = 0;
  #items = 0;

  /** `bytesOf` tells how long a text is in UTF-8. */
  constructor(bytesOf: (text: string) => number) {
    this.#bytesOf = bytesOf;
  }

  /** Adds an order; gives the batch that it completed or had no room in, else null. */
  add(order: Order): Order[] | null {
    const size = this.#bytesOf(order.json) + 1;
    let full: Order[] | null = null;
    const hasRoom = this.#bytes + size <= MAX_BYTES && this.#items + order.itemCount <= MAX_ITEMS;
    if (this.#pending.length >= MAX_ORDERS || (this.#pending.length > 0 && !hasRoom)) full = this.flush();
    this.#pending.push(order);
    this.#bytes += size;
    this.#items += order.itemCount;
    return full;
  }

  /** What is left, and begins anew. */
  flush(): Order[] {
    const batch = this.#pending;
    this.#pending = [];
    this.#bytes = 0;
    this.#items = 0;
    return batch;
  }
}
