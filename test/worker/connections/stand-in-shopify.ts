import { shopifyFulfillment, shopifyOrder } from "./payloads";

interface Line {
  id: number;
  quantity: number;
}

interface Fulfillment extends Record<string, unknown> {
  id: number;
  status: string;
  tracking_number: string | null;
  line_items: Line[];
}

interface Order extends Record<string, unknown> {
  id: number;
  line_items: Line[];
  fulfillments: Fulfillment[];
}

/** The number at the end of a global id, such as `gid://shopify/Fulfillment/1`. */
const globalNumber = (id: unknown) => Number(String(id).split("/").at(-1));

/** A stand-in for a Shopify shop. It implements the part of the documented Admin API that connections use. It is not Shopify. */
export class StandInShopify {
  readonly origin: string;
  readonly key = "client-id-0123456789";
  readonly secret = "client-secret-0123456789";
  readonly orders = new Map<number, Order>();
  /** The calls, such as `GET orders/1.json` or the name of a mutation. */
  readonly calls: string[] = [];
  /** Responses to the next calls instead of the usual ones. Undefined: the usual one. */
  readonly instead: (() => Response | undefined)[] = [];
  /** Tokens that have not expired. */
  readonly tokens = new Set<string>();
  /** The location of an item, if the shop has several. */
  readonly locations = new Map<number, number>();
  #nextId = 5000;

  constructor(origin = "https://lamps.example.com") {
    this.origin = origin;
  }

  /** The API access for a connection. */
  get api() {
    return { shop_url: this.origin, key: this.key, secret: this.secret };
  }

  put(fields: Record<string, unknown> = {}): Order {
    const order = { fulfillments: [], ...shopifyOrder(fields) } as unknown as Order;
    this.orders.set(order.id, order);
    return order;
  }

  /** The fulfillments that are not cancelled, of all orders. */
  get fulfillments(): Fulfillment[] {
    return [...this.orders.values()].flatMap(({ fulfillments }) => fulfillments.filter(({ status }) => status === "success"));
  }

  async response(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const path = pathname.replace(/^\/admin\/(?:api\/2026-07\/)?/, "");
    const body: Record<string, unknown> = request.method === "POST" ? await request.json() : {};
    const mutation = /\{ (\w+)\(/.exec(String(body["query"]).replaceAll(/\s+/g, " "))?.[1];
    this.calls.push(mutation ?? `${request.method} ${path}`);
    const instead = this.instead.shift()?.();
    if (instead !== undefined) return instead;
    if (path === "oauth/access_token") return this.#token(body);
    if (!this.tokens.has(request.headers.get("X-Shopify-Access-Token") ?? "")) return new Response("expired", { status: 401 });
    if (mutation !== undefined) return Response.json({ data: { [mutation]: this.#mutate(mutation, body["variables"] as never) } });
    if (path === "orders.json") return this.#changed(new URL(request.url).searchParams);
    const order = this.orders.get(Number(/^orders\/(\d+)/.exec(path)?.[1]));
    if (order === undefined) return Response.json({ errors: "Not Found" }, { status: 404 });
    if (path.endsWith("/fulfillment_orders.json")) return Response.json({ fulfillment_orders: this.#fulfillmentOrders(order) });
    return Response.json({ order });
  }

  /** A page of changed orders, oldest change first, with the next page in the header Link. */
  #changed(query: URLSearchParams): Response {
    const cursor = query.get("page_info");
    const [since, from] = cursor === null ? [query.get("updated_at_min") ?? "", 0] : (JSON.parse(atob(cursor)) as [string, number]);
    const to = from + Number(query.get("limit") ?? 50);
    const time = ({ updated_at }: Order) => Date.parse(String(updated_at));
    const changed = [...this.orders.values()].filter((order) => time(order) >= Date.parse(since)).toSorted((a, b) => time(a) - time(b));
    const next = `<${this.origin}/admin/api/2026-07/orders.json?page_info=${encodeURIComponent(btoa(JSON.stringify([since, to])))}>; rel="next"`;
    return Response.json({ orders: changed.slice(from, to) }, { headers: to < changed.length ? { Link: next } : {} });
  }

  #token({ client_id, client_secret }: Record<string, unknown>): Response {
    if (client_id !== this.key || client_secret !== this.secret) return new Response("no", { status: 401 });
    const token = `token-${this.tokens.size}-${this.calls.length}`;
    this.tokens.add(token);
    return Response.json({ access_token: token, expires_in: 86_399 });
  }

  /** The quantity of a line that is in no fulfillment. */
  #left(order: Order, { id, quantity }: Line): number {
    const lines = order.fulfillments.filter(({ status }) => status === "success").flatMap(({ line_items }) => line_items);
    return quantity - lines.filter((line) => line.id === id).reduce((sum, line) => sum + line.quantity, 0);
  }

  /** One fulfillment order for each location. The id of a line is that of its item plus 1. */
  #fulfillmentOrders(order: Order) {
    const byLocation = Map.groupBy(order.line_items, ({ id }) => this.locations.get(id) ?? 1);
    return [...byLocation].map(([location, lines]) => ({
      id: order.id * 10 + location,
      assigned_location_id: location,
      status: lines.some((line) => this.#left(order, line) > 0) ? "open" : "closed",
      line_items: lines.map((line) => ({ id: line.id + 1, line_item_id: line.id, fulfillable_quantity: this.#left(order, line) })),
    }));
  }

  #mutate(name: string, variables: Record<string, Record<string, unknown>>): unknown {
    return name === "fulfillmentCreate" ? this.#create(variables["fulfillment"] ?? {}) : this.#update(variables);
  }

  #create(input: Record<string, unknown>): unknown {
    const parts = input["lineItemsByFulfillmentOrder"] as {
      fulfillmentOrderId: string;
      fulfillmentOrderLineItems: { id: string; quantity: number }[];
    }[];
    const order = this.orders.get(Math.floor(globalNumber(parts[0]?.fulfillmentOrderId) / 10));
    const lines = parts
      .flatMap((part) => part.fulfillmentOrderLineItems)
      .map(({ id, quantity }) => ({ id: globalNumber(id) - 1, quantity }));
    const fits = lines.every(({ id, quantity }) => {
      const line = order?.line_items.find((one) => one.id === id);
      return order !== undefined && line !== undefined && this.#left(order, line) >= quantity;
    });
    if (order === undefined || !fits)
      return { fulfillment: null, userErrors: [{ message: "Invalid fulfillment order line item quantity." }] };
    this.#nextId += 1;
    const { number = null, company = null, url = null } = (input["trackingInfo"] ?? {}) as Record<string, string>;
    const tracking = { tracking_number: number, tracking_company: company, tracking_url: url };
    order.fulfillments.push(shopifyFulfillment({ id: this.#nextId, ...tracking, line_items: lines }) as unknown as Fulfillment);
    return { fulfillment: { id: `gid://shopify/Fulfillment/${this.#nextId}` }, userErrors: [] };
  }

  #update(variables: Record<string, unknown>): unknown {
    const fulfillment = this.fulfillments.find(({ id }) => id === globalNumber(variables["id"]));
    if (fulfillment === undefined) return { userErrors: [{ message: "Fulfillment does not exist." }] };
    const { number, company, url } = variables["tracking"] as Record<string, string>;
    Object.assign(fulfillment, { tracking_number: number ?? null, tracking_company: company ?? null, tracking_url: url ?? null });
    return { userErrors: [] };
  }
}
