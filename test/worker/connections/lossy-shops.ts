import { vi } from "vitest";
import type { MappedOrder, PlatformAdapter } from "../../../src/connections/platforms/adapter";
import { shopify } from "../../../src/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/connections/platforms/woocommerce/adapter";
import type { Answer, Shop } from "../../kit/client";
import { connect, deliverShopify, deliverWoo, shopifyFulfillment, type TestConnection } from "./fixtures";
import { StandInShop } from "./stand-in";
import { StandInShopify } from "./stand-in-shopify";

type Fields = Record<string, unknown>;

/** A stand-in whose webhooks and API fail as those of its platform may. */
export interface LossyShop {
  adapter: PlatformAdapter;
  connection: TestConnection;
  /** What may happen to an order, one after the other. */
  changes: readonly Fields[];
  /** How often the platform delivers again what has failed. */
  retries: number;
  /** Whether the platform delivers nothing more after five failures in a row, until somebody enables the webhook again. */
  disables: boolean;
  /** Stores an order that changes `second` seconds after a fixed time, and returns its payload. */
  put: (id: number, second: number, fields: Fields) => unknown;
  deliver: (payload: unknown, event: string, connection: TestConnection) => Promise<Answer>;
  /** The orders of the shop as they are now. */
  orders: () => MappedOrder[];
}

function mappedBy(adapter: PlatformAdapter, payloads: Iterable<unknown>): MappedOrder[] {
  return [...payloads].map((payload) => {
    const mapped = adapter.map(payload);
    if (mapped.kind !== "order") throw new Error(mapped.kind);
    return mapped.order;
  });
}

const limited = () => new Response("slow down", { status: 429, headers: { "Retry-After": "1" } });

/** WooCommerce never delivers again, and disables a webhook. Its API limits the rate. */
export async function aLossyWooCommerce(shop: Shop): Promise<LossyShop> {
  const standIn = new StandInShop().open();
  // Each third call meets the limit.
  vi.spyOn(standIn.instead, "shift").mockImplementation(() => (standIn.requests.length % 3 === 0 ? limited : undefined));
  return {
    adapter: woocommerce,
    connection: await connect(shop, { api: standIn.api }),
    retries: 0,
    disables: true,
    changes: [
      { number: "edited" },
      { status: "on-hold", billing: { first_name: "Eve", last_name: "Moss" } },
      { status: "completed", fee_lines: [{ total: "1.25", total_tax: "0" }], total: "30.60" },
      { status: "cancelled" },
      { status: "processing", refunds: [{ id: 1, total: "-5.00" }] },
      { status: "refunded", refunds: [{ id: 1, total: "-29.35" }] },
    ],
    put: (id, second, fields) => standIn.put(id, second, fields),
    deliver: async (payload, _event, to) => await deliverWoo(to, payload),
    orders: () => mappedBy(woocommerce, standIn.orders.values()),
  };
}

/** Shopify delivers again what has failed. Its API limits the rate, and its tokens expire. */
export async function aLossyShopify(shop: Shop): Promise<LossyShop> {
  const standIn = new StandInShopify();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await standIn.answer(new Request(input, init)));
  vi.spyOn(standIn.instead, "shift").mockImplementation(() => {
    if (standIn.calls.length % 5 === 0) standIn.tokens.clear();
    return standIn.calls.length % 7 === 0 ? limited : undefined;
  });
  const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
  const secrets = { platform: "shopify", webhook_secret: "shared-secret-of-the-shop" };
  return {
    adapter: shopify,
    connection: await connect(shop, { store, ...secrets, api: standIn.api }),
    retries: 8,
    disables: false,
    changes: [
      { name: "#edited", tags: "vip, gift" },
      { email: "eve@example.com", customer: { id: 2, first_name: "Eve", last_name: "Moss" } },
      { financial_status: "partially_refunded", refunds: [{ transactions: [{ kind: "refund", status: "success", amount: "3.00" }] }] },
      { cancelled_at: "2026-02-11T00:00:00Z", financial_status: "voided" },
      { financial_status: "refunded", refunds: [{ transactions: [{ kind: "refund", status: "success", amount: "603.94" }] }] },
      { fulfillment_status: "partial", fulfillments: [shopifyFulfillment()] },
    ],
    put: (id, second, fields) =>
      standIn.put({
        ...standIn.orders.get(id),
        ...fields,
        id,
        updated_at: new Date(Date.UTC(2026, 2, 22, 12) + second * 1000).toISOString(),
      }),
    deliver: async (payload, event, to) => await deliverShopify(to, payload, { event }),
    orders: () => mappedBy(shopify, standIn.orders.values()),
  };
}
