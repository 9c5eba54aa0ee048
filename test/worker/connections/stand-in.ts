import { vi } from "vitest";
import { wooOrder } from "./payloads";

type Order = Record<string, unknown> & { id: number; date_modified_gmt: string };

/** A stand-in for a WooCommerce shop. It implements the part of the documented REST API that connections use. It is not WooCommerce. */
export class StandInShop {
  readonly origin: string;
  readonly key = "ck_0123456789abcdef";
  readonly secret = "cs_0123456789abcdef";
  readonly orders = new Map<number, Order>();
  readonly requests: URL[] = [];
  /** Whether it is an old shop that does not leave out the orders that a request excludes. */
  ignoresExclude = false;
  /** What happens after a list was sorted, and before it is sent with the orders as they are then. */
  whileListed: (ids: readonly number[]) => void = () => undefined;
  /** Responses to the next requests instead of the usual ones. */
  readonly instead: (() => Response)[] = [];

  constructor(origin = "https://shop.example.com") {
    this.origin = origin;
  }

  /** Responds to the requests of this test until mocks are restored. */
  open(): this {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      return await this.response(request);
    });
    return this;
  }

  /** The API access for a connection. */
  get api() {
    return { shop_url: this.origin, key: this.key, secret: this.secret };
  }

  /** Stores an order that was last changed `second` seconds after a fixed time. */
  put(id: number, second: number, fields: Record<string, unknown> = {}): Order {
    const time = new Date(Date.UTC(2026, 2, 22, 12) + second * 1000).toISOString().slice(0, 19);
    const order = { ...wooOrder({ id, number: String(id), date_modified_gmt: time, ...fields }) } as Order;
    this.orders.set(id, order);
    return order;
  }

  /** The second of the next change of an order. */
  #second = 10_000;

  /** Changes an order as a PUT does. */
  change(id: number, changes: Record<string, unknown>): Order | undefined {
    const order = this.orders.get(id);
    if (order === undefined) return undefined;
    this.#second += 1;
    const time = new Date(Date.UTC(2026, 2, 22, 12) + this.#second * 1000).toISOString().slice(0, 19);
    const changed = { ...order, ...changes, date_modified_gmt: time };
    this.orders.set(id, changed);
    return changed;
  }

  async response(request: Request): Promise<Response> {
    const { headers, method } = request;
    const url = new URL(request.url);
    this.requests.push(url);
    const instead = this.instead.shift();
    if (instead !== undefined) return instead();
    if (headers.get("Authorization") !== `Basic ${btoa(`${this.key}:${this.secret}`)}`) return new Response("no", { status: 401 });
    const single = /^\/wp-json\/wc\/v3\/orders\/(\d+)$/.exec(url.pathname)?.[1];
    if (single !== undefined) {
      const order = method === "PUT" ? this.change(Number(single), await request.json()) : this.orders.get(Number(single));
      return order === undefined
        ? Response.json({ code: "woocommerce_rest_shop_order_invalid_id" }, { status: 404 })
        : Response.json(order);
    }
    if (url.pathname !== "/wp-json/wc/v3/orders") return new Response("not found", { status: 404 });
    const { searchParams: query } = url;
    const after = query.get("modified_after") ?? "";
    const before = query.get("modified_before") ?? "~";
    const [size, page] = [Number(query.get("per_page") ?? 10), Number(query.get("page") ?? 1)];
    const excluded = new Set(this.ignoresExclude ? [] : query.get("exclude")?.split(",").map(Number));
    const found = [...this.orders.values()]
      .filter((order) => order.date_modified_gmt > after && order.date_modified_gmt < before && !excluded.has(order.id))
      .toSorted((a, b) => a.date_modified_gmt.localeCompare(b.date_modified_gmt) || a.id - b.id);
    const ids = found.slice((page - 1) * size, page * size).map(({ id }) => id);
    this.whileListed(ids);
    return Response.json(ids.map((id) => this.orders.get(id)));
  }
}
