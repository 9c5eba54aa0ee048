import { bigcommerceOrder, bigcommerceShipment, rfcTime } from "./payloads-bigcommerce";

type Fields = Record<string, unknown>;

interface Line extends Fields {
  id: number;
  quantity: number;
  order_address_id: number;
}

interface Shipment extends Fields {
  id: number;
  tracking_number: string;
  items: { order_product_id: number; quantity: number }[];
}

interface Hook {
  id: number;
  scope: string;
  destination: string;
  is_active: boolean;
}

interface Order extends Fields {
  id: number;
  date_modified: string;
}

const noContent = () => new Response(null, { status: 204 });
const RATE_HEADERS = {
  "X-Rate-Limit-Time-Window-Ms": "30000",
  "X-Rate-Limit-Time-Reset-Ms": "15000",
  "X-Rate-Limit-Requests-Quota": "150",
};
const problem = (status: number, title: string) =>
  Response.json({ status, title, type: "/api-docs/getting-started/api-status-codes" }, { status });

/** ISO 8601 with a numeric offset. The API also accepts RFC 2822, which connections do not use. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** A stand-in for a BigCommerce store. It implements the part of the documented REST API that connections use. It is not BigCommerce. */
export class StandInBigcommerce {
  readonly origin: string;
  readonly key = "abc123";
  readonly secret = "access-token-0123456789";
  readonly orders = new Map<number, Order>();
  readonly shipments = new Map<number, Shipment[]>();
  readonly coupons = new Map<number, Fields[]>();
  hooks: Hook[] = [];
  /** The calls, such as `GET v2/orders/1`. */
  readonly calls: string[] = [];
  /** Responses to the next calls instead of the usual ones. Undefined: the usual one. */
  readonly instead: (() => Response | undefined)[] = [];
  /** What happens after a list was sorted, and before it is sent with the orders as they are then. */
  whileListed: (ids: readonly number[]) => void = () => undefined;
  #left = 150;
  #nextId = 5000;

  constructor(origin = "https://api.bigcommerce.example.com") {
    this.origin = origin;
  }

  /** The API access for a connection. */
  get api() {
    return { shop_url: this.origin, key: this.key, secret: this.secret };
  }

  /** Stores an order that was last changed `second` seconds after a fixed time. */
  put(id: number, second: number, fields: Fields = {}): Order {
    const date_modified = rfcTime(Date.UTC(2026, 2, 22, 12) + second * 1000);
    const order = bigcommerceOrder({ id, date_modified, ...fields }) as Order;
    this.orders.set(id, order);
    return order;
  }

  #lines(order: Order): Line[] {
    const { shipping } = order["consignments"] as { shipping: { line_items: Line[] }[] };
    return shipping.flatMap(({ line_items }) => line_items);
  }

  async response(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(`/stores/${this.key}/`, "");
    this.calls.push(`${request.method} ${path}`);
    const instead = this.instead.shift()?.();
    if (instead !== undefined) return instead;
    if (request.headers.get("X-Auth-Token") !== this.secret || path === url.pathname) return problem(401, "Unauthorized");
    if (request.headers.get("Accept") !== "application/json") return problem(406, "Not Acceptable");
    this.#left -= 1;
    if (this.#left < 0)
      return new Response("Too many requests", { status: 429, headers: { ...RATE_HEADERS, "X-Rate-Limit-Requests-Left": "0" } });
    const hasBody = request.method === "POST" || request.method === "PUT";
    if (hasBody && request.headers.get("Content-Type") !== "application/json") return problem(415, "Unsupported Media Type");
    const body: Fields = hasBody ? await request.json() : {};
    const response = path.startsWith("v3/hooks")
      ? this.#hooks(request.method, path, { url, body })
      : this.#v2(request.method, path, { url, body });
    for (const [name, value] of Object.entries(RATE_HEADERS)) response.headers.set(name, value);
    response.headers.set("X-Rate-Limit-Requests-Left", String(this.#left));
    return response;
  }

  /** Refreshes the quota, as the API does every 30 seconds. */
  refresh(): void {
    this.#left = 150;
  }

  #hooks(method: string, path: string, { url, body }: { url: URL; body: Fields }): Response {
    const id = Number(/^v3\/hooks\/(\d+)$/.exec(path)?.[1]);
    const hook = this.hooks.find((each) => each.id === id);
    if (path !== "v3/hooks") {
      if (hook === undefined) return problem(404, `Webhook with id [${id}] not found`);
      if (method === "DELETE") this.hooks = this.hooks.filter((each) => each !== hook);
      if (method === "PUT") Object.assign(hook, body);
      return Response.json({ data: hook, meta: {} });
    }
    if (method === "GET") {
      const destination = url.searchParams.get("destination");
      return Response.json({ data: this.hooks.filter((each) => each.destination === destination), meta: { pagination: { total: 0 } } });
    }
    const { scope, destination, is_active } = body as unknown as Hook;
    // A local stand-in delivers to a local Worker on another port.
    const isReachable = /^https:\/\/[^:/]+\//.test(destination) || this.origin.startsWith("http://127.0.0.1:");
    if (!isReachable || !scope.startsWith("store/")) return problem(422, "JSON data is missing or invalid");
    if (this.hooks.some((each) => each.scope === scope && each.destination === destination)) return problem(409, "The webhook exists.");
    this.#nextId += 1;
    const created = { id: this.#nextId, scope, destination, is_active };
    this.hooks.push(created);
    return Response.json({ data: created, meta: {} });
  }

  #v2(method: string, path: string, { url, body }: { url: URL; body: Fields }): Response {
    if (path === "v2/orders") return this.#changed(url.searchParams);
    const [, id, part, partId] = /^v2\/orders\/(\d+)(?:\/(products|coupons|shipments)(?:\/(\d+))?)?$/.exec(path) ?? [];
    const order = this.orders.get(Number(id));
    if (order === undefined) return problem(404, "The requested resource was not found.");
    if (part === undefined) return Response.json(this.#whole(order, url.searchParams));
    if (part === "products")
      return Response.json(this.#lines(order).map((line) => ({ ...line, quantity_shipped: this.#shipped(order, line.id) })));
    if (part === "coupons") return listOf(this.coupons.get(order.id));
    const shipments = this.shipments.get(order.id) ?? [];
    if (method === "GET") return listOf(shipments);
    if (method === "POST") return this.#ship(order, body);
    const shipment = shipments.find((each) => each.id === Number(partId));
    if (shipment === undefined) return problem(404, "The requested resource was not found.");
    return Response.json(Object.assign(shipment, body));
  }

  /** The consignments and fees of an order are only in a response that includes them by query. */
  #whole({ consignments, fees, ...order }: Order, query: URLSearchParams): Fields {
    const included = (query.get("include") ?? "").split(",");
    const isWhole = included.includes("consignments.line_items") && query.get("consignment_structure") === "object";
    return { ...order, ...(isWhole && { consignments }), ...(included.includes("fees") && { fees }) };
  }

  #changed(query: URLSearchParams): Response {
    // The check of access asks for one order, without dates and a sort order.
    if (query.get("limit") === "1") return listOf([...this.orders.values()].slice(0, 1));
    const [since, until, sort] = [query.get("min_date_modified") ?? "", query.get("max_date_modified"), query.get("sort") ?? ""];
    const areDates = [since, until ?? since].every((date) => DATE.test(date));
    if (!areDates || !["date_modified:asc", "id:asc"].includes(sort)) return problem(400, "A date or the sort order is invalid.");
    const [size, page] = [Number(query.get("limit") ?? 50), Number(query.get("page") ?? 1)];
    const time = ({ date_modified }: Order) => Date.parse(date_modified);
    // Times are in seconds.
    const from = Math.floor(Date.parse(since) / 1000) * 1000;
    const to = until === null ? Infinity : Date.parse(until);
    const minId = Number(query.get("min_id") ?? 0);
    const found = [...this.orders.values()]
      .filter((order) => time(order) >= from && time(order) <= to && order.id >= minId)
      .toSorted((a, b) => (sort === "id:asc" ? 0 : time(a) - time(b)) || a.id - b.id);
    const ids = found.slice((page - 1) * size, page * size).map(({ id }) => id);
    this.whileListed(ids);
    return listOf(ids.flatMap((id) => this.orders.get(id) ?? []).map((order) => this.#whole(order, query)));
  }

  #shipped(order: Order, productId: number): number {
    const items = (this.shipments.get(order.id) ?? []).flatMap((shipment) => shipment.items);
    return items.filter(({ order_product_id }) => order_product_id === productId).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  #ship(order: Order, body: Fields): Response {
    const items = (body["items"] ?? []) as Shipment["items"];
    const fits = items.every(({ order_product_id, quantity }) => {
      const line = this.#lines(order).find(({ id }) => id === order_product_id);
      return (
        line?.order_address_id === body["order_address_id"] &&
        line !== undefined &&
        line.quantity - this.#shipped(order, line.id) >= quantity
      );
    });
    if (items.length === 0 || !fits) return problem(400, "The quantity or the address of an item is invalid.");
    this.#nextId += 1;
    const shipment = bigcommerceShipment({
      tracking_number: "",
      tracking_link: "",
      ...body,
      id: this.#nextId,
      order_id: order.id,
    }) as Shipment;
    this.shipments.set(order.id, [...(this.shipments.get(order.id) ?? []), shipment]);
    order["items_shipped"] = items.reduce((sum, { quantity }) => sum + quantity, Number(order["items_shipped"]));
    return Response.json(shipment, { status: 201 });
  }
}

/** A list as the shop responds with it. A damaged one, of any other type, is sent as it is. */
function listOf(values: readonly Fields[] | undefined): Response {
  return values === undefined || (Array.isArray(values) && values.length === 0) ? noContent() : Response.json(values);
}
