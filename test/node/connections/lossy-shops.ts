import { createHmac } from "node:crypto";
import { vi } from "vitest";
import type { MappedPayload, MappedOrder } from "../../../src/resources/connections/platforms/adapter.ts";
import { mapOrder as mapBigcommerceOrder } from "../../../src/resources/connections/platforms/bigcommerce/map-order.ts";
import { mapOrder as mapShopifyOrder } from "../../../src/resources/connections/platforms/shopify/map-order.ts";
import { mapOrder as mapWooOrder } from "../../../src/resources/connections/platforms/woocommerce/map-order.ts";
import { bigcommerceEvent, bigcommerceShipment } from "../../worker/connections/payloads-bigcommerce.ts";
import { StandInBigcommerce } from "../../worker/connections/stand-in-bigcommerce.ts";
import { StandInShop } from "../../worker/connections/stand-in.ts";
import { StandInShopify } from "../../worker/connections/stand-in-shopify.ts";
import { startShop } from "../server/loopback-shop.ts";
import type { Chance, ShopLife } from "./lives/shop-life.ts";
import { ShopifyLife } from "./lives/shopify-life.ts";
import { WooCommerceLife } from "./lives/woocommerce-life.ts";

type Fields = Record<string, unknown>;

/** A stand-in on its own port whose webhooks and API fail as those of its platform may. */
export interface LossyShop extends AsyncDisposable {
  map: (payload: unknown) => MappedPayload;
  /** The API access for a connection. */
  api: Record<string, unknown>;
  /** What may happen to an order, one after the other, if it has no life. */
  changes: readonly Fields[];
  /** The life of an order, from which follows what is expected. */
  begin?: (id: number, chance: Chance) => ShopLife;
  /** How often the platform delivers again what has failed. */
  retries: number;
  /** Whether the platform stops delivering after five failures in a row until the webhook is enabled again. */
  disables: boolean;
  /** Stores an order that changes `second` seconds after a fixed time, and returns its payload. */
  put: (id: number, second: number, fields: Fields) => unknown;
  /** For a platform whose deliveries have only the id of an order: the order as a read returns it. */
  read?: (id: number) => unknown;
  /** The headers of a delivery. */
  headers: (body: string, event: string, secret: string) => Record<string, string>;
  /** The orders of the shop as they are now. */
  orders: () => MappedOrder[];
}

const signature = (body: string, secret: string) => createHmac("sha256", secret).update(body).digest("base64");

function mappedBy(map: LossyShop["map"], payloads: Iterable<unknown>): MappedOrder[] {
  return [...payloads].map((payload) => {
    const mapped = map(payload);
    if (mapped.kind !== "order") throw new Error(mapped.kind);
    return mapped.order;
  });
}

/** Stores an order as the shop has it. One that was deleted has only its id. */
function storeOrder<Order>(orders: Map<number, Order>, id: number, payload: Fields): Fields {
  if (Object.keys(payload).length === 1) orders.delete(id);
  else orders.set(id, payload as Order);
  return payload;
}

/** The time of all signatures, in seconds since 1970. The service does not check it, because a repeated delivery changes nothing. */
const SIGNED_AT = "1773242245";

const limited = () => new Response("slow down", { status: 429, headers: { "Retry-After": "1" } });

/** WooCommerce never retries, and disables a webhook. Its API limits the rate. */
export async function startLossyWooCommerce(): Promise<LossyShop> {
  const loopback = await startShop((origin) => new StandInShop(origin));
  const { standIn } = loopback;
  // Each third call exceeds the limit.
  vi.spyOn(standIn.instead, "shift").mockImplementation(() => (standIn.requests.length % 3 === 0 ? limited : undefined));
  return {
    map: mapWooOrder,
    api: standIn.api,
    retries: 0,
    disables: true,
    changes: [],
    begin: (id, chance) => new WooCommerceLife(id, chance),
    put: (id, _second, payload) => storeOrder(standIn.orders, id, payload),
    headers: (body, _event, secret) => ({
      "X-WC-Webhook-Topic": "order.updated",
      "X-WC-Webhook-ID": "5",
      "X-WC-Webhook-Signature": signature(body, secret),
    }),
    orders: () => mappedBy(mapWooOrder, standIn.orders.values()),
    [Symbol.asyncDispose]: async () => await loopback[Symbol.asyncDispose](),
  };
}

/** Shopify retries failed deliveries. Its API limits the rate, and its tokens expire. */
export async function startLossyShopify(): Promise<LossyShop> {
  const loopback = await startShop((origin) => new StandInShopify(origin));
  const { standIn } = loopback;
  vi.spyOn(standIn.instead, "shift").mockImplementation(() => {
    // All tokens expire at each fifth call, and each seventh call exceeds the limit.
    if (standIn.calls.length % 5 === 0) standIn.tokens.clear();
    return standIn.calls.length % 7 === 0 ? limited : undefined;
  });
  return {
    map: mapShopifyOrder,
    api: standIn.api,
    retries: 8,
    disables: false,
    changes: [],
    begin: (id, chance) => new ShopifyLife(id, chance),
    put: (id, _second, payload) => storeOrder(standIn.orders, id, payload),
    headers: (body, event, secret) => ({
      "X-Shopify-Topic": "orders/updated",
      "X-Shopify-Event-Id": event,
      "X-Shopify-Hmac-Sha256": signature(body, secret),
    }),
    orders: () => mappedBy(mapShopifyOrder, standIn.orders.values()),
    [Symbol.asyncDispose]: async () => await loopback[Symbol.asyncDispose](),
  };
}

/** BigCommerce delivers events that have only the id of an order, and retries them. Its API limits the rate. */
export async function startLossyBigcommerce(): Promise<LossyShop> {
  const loopback = await startShop((origin) => new StandInBigcommerce(origin));
  const { standIn } = loopback;
  vi.spyOn(standIn.instead, "shift").mockImplementation(() => {
    // Its own limit for the calls of a window is never reached.
    standIn.refresh();
    // Each third list exceeds the limit.
    const lists = standIn.calls.filter((call) => call === "GET v2/orders").length;
    return standIn.calls.at(-1) === "GET v2/orders" && lists % 3 === 2 ? limited : undefined;
  });
  const read = (id: number) => {
    const [coupons, shipments] = [standIn.coupons.get(id) ?? [], standIn.shipments.get(id) ?? []];
    return { ...standIn.orders.get(id), coupons, shipments };
  };
  return {
    map: mapBigcommerceOrder,
    api: standIn.api,
    retries: 11,
    disables: false,
    changes: [
      { payment_method: "Card" },
      { status_id: 9, status: "Awaiting Shipment" },
      { status_id: 10, status: "Completed" },
      { status_id: 5, status: "Cancelled" },
      { status_id: 14, status: "Partially Refunded", refunded_amount: "3.0000" },
      { status_id: 3, status: "Partially Shipped", items_shipped: 1 },
    ],
    put: (id, second, fields) => {
      const order = standIn.put(id, second, fields);
      if (order["items_shipped"] === 1) standIn.shipments.set(id, [bigcommerceShipment({ id: 100_000 + id, order_id: id }) as never]);
      return bigcommerceEvent(id, { hash: `${id}/${second}` });
    },
    read,
    headers: (body, event, secret) => ({
      "webhook-id": event,
      "webhook-timestamp": SIGNED_AT,
      "webhook-signature": `v1,${signature(`${event}.${SIGNED_AT}.${body}`, secret)}`,
    }),
    orders: () => mappedBy(mapBigcommerceOrder, [...standIn.orders.keys()].map(read)),
    [Symbol.asyncDispose]: async () => await loopback[Symbol.asyncDispose](),
  };
}
