import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { organizationD1 } from "../../kit/databases";
import {
  bigcommerceEvent,
  connect,
  deliverBigcommerce,
  deliverShopify,
  deliverWoo,
  orderOf,
  processInbox,
  shopifyOrder,
  type TestConnection,
} from "../connections/fixtures";
import { bigcommerceProduct } from "../connections/payloads-bigcommerce";
import { StandInBigcommerce } from "../connections/stand-in-bigcommerce";
import { StandInShop } from "../connections/stand-in";
import { StandInShopify } from "../connections/stand-in-shopify";
import { runUntilIdle, serveAll } from "./serve-queues";
import { envUnder } from "./crossings";
import { withFastTimers } from "./with-fast-timers";
import { type MovingClock, movingClock } from "./moving-clock";

/** The ids of the order that `shopifyOrder` returns, and of its item in red. */
const ORDER = 450_789_469;
const RED = 518_995_019;

let clock: MovingClock;
let enqueued: EnqueuedMessages;
let shop: Shop;
/** The calls of the Worker so far, and the one at which it is killed. */
let life: { calls: number; ends: number; after: boolean };

beforeAll(() => {
  clock = movingClock();
  enqueued = captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
beforeEach(async () => {
  await organizationD1().batch(["attempts", "deliveries"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  for (const batches of [enqueued.fast, enqueued.slow]) batches.splice(0);
  shop = await createShop();
  life = { calls: 0, ends: Number.POSITIVE_INFINITY, after: false };
});
afterAll(() => {
  clock.reset();
  vi.restoreAllMocks();
});

/**
 * One call of a Worker that is killed at one of its calls: before it is made, or before its response arrives. It makes no call after
 * that.
 */
async function callUnlessKilled<T>(go: () => Promise<T>): Promise<T> {
  life.calls += 1;
  if (life.calls > life.ends || (life.calls === life.ends && !life.after)) throw new Error("Network connection lost.");
  const result = await go();
  if (life.calls === life.ends) throw new Error("Network connection lost.");
  return result;
}

/** Processes the queues with a Worker that is killed at its call number `ends`, before or after it. Returns whether it got that far. */
async function serveUntil(ends: number, after: boolean): Promise<boolean> {
  life = { calls: 0, ends, after };
  await withFastTimers(
    async () =>
      await serveAll(
        enqueued,
        envUnder(async ({ go }) => await callUnlessKilled(go)),
      ),
  );
  const isKilled = life.calls >= ends;
  // Otherwise a Worker that makes no call would pass.
  if (ends === 1) expect(isKilled).toBe(true);
  life.ends = Number.POSITIVE_INFINITY;
  return isKilled;
}

/** The ways to kill the Worker: before or after each of its calls. */
const WAYS = [
  ["before the call is made", false],
  ["before its response arrives", true],
] as const;

async function ship(externalId: number, body: Record<string, unknown>): Promise<string> {
  const { id } = await orderOf(shop, String(externalId));
  const sent = { status: "in_transit", ...body };
  return (await shop.v2(`/orders/${id}/fulfillments`, { body: sent, headers: idempotencyKey() })).body.id;
}

/** Deliveries that have not succeeded, and fulfillments of which it is not recorded what was sent. There must be none. */
async function unrecorded(): Promise<unknown[]> {
  const failed = await rows("select id, status from deliveries where organization_id = ? and status <> 'succeeded'", shop.id);
  const unknown = await rows(
    "select id from fulfillments where organization_id = ? and (source_id is null or sent_tracking is not sending_tracking)",
    shop.id,
  );
  return [...failed, ...unknown];
}

describe.each(WAYS)("a Worker that is killed at each of its calls in turn, %s", (_, after) => {
  it("creates each fulfillment in Shopify exactly once, also without a tracking number", async () => {
    const lamps = new StandInShopify();
    vi.spyOn(globalThis, "fetch").mockImplementation(
      async (input, init) => await callUnlessKilled(async () => await lamps.response(new Request(input, init))),
    );
    const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
    const secrets = { platform: "shopify", webhook_secret: "shared-secret-of-the-shop" };
    const connection = await connect(shop, { store, ...secrets, api: lamps.api, send_fulfillments: true });
    for (let step = 1; ; step += 1) {
      const number = ORDER + step;
      const order = lamps.put({ ...shopifyOrder(), id: number });
      await deliverOrder(connection, order);
      const { items } = await orderOf(shop, String(number));
      const red = items.find((each: { external_id: string }) => each.external_id === String(RED));
      // Two equal packages without a number can only be distinguished by what was sent before.
      for (let n = 0; n < 2; n += 1) await ship(number, { items: [{ order_item_id: red.id, quantity: 1 }] });
      await ship(number, { tracking_number: "LAST" });
      const isKilled = await serveUntil(step, after);
      // Meanwhile the shop delivers its current state.
      if (step % 2 === 0) await deliverOrder(connection, { ...order, updated_at: "2026-02-01T00:00:00Z" });
      await runUntilIdle(shop.id, enqueued, clock, 60);
      const packages = order.fulfillments.map(({ tracking_number, line_items }) => [
        tracking_number,
        line_items.reduce((sum, { quantity }) => sum + quantity, 0),
      ]);
      expect({ step, packages: packages.toSorted() }).toEqual({
        step,
        packages: [
          [null, 1],
          [null, 1],
          ["LAST", 1],
        ],
      });
      expect({ step, unrecorded: await unrecorded() }).toEqual({ step, unrecorded: [] });
      await deliverOrder(connection, { ...order, updated_at: "2026-03-01T00:00:00Z" });
      const { id } = await orderOf(shop, String(number));
      expect((await shop.v2(`/orders/${id}/fulfillments`)).body.data).toHaveLength(3);
      if (!isKilled) return;
    }
  });

  it("leaves each fulfillment in BigCommerce exactly once, also without a tracking number", async () => {
    const towels = new StandInBigcommerce();
    vi.spyOn(globalThis, "fetch").mockImplementation(
      async (input, init) => await callUnlessKilled(async () => await towels.response(new Request(input, init))),
    );
    const store = (await shop.v2("/stores", { body: { name: "Towels", platform: "bigcommerce" } })).body.id;
    const secrets = { platform: "bigcommerce", webhook_secret: "client-secret-of-the-api-account" };
    const connection = await connect(shop, { store, ...secrets, api: towels.api, send_fulfillments: true });
    const deliver = async (number: number): Promise<void> => {
      towels.refresh();
      await deliverBigcommerce(connection, bigcommerceEvent(number, { hash: crypto.randomUUID() }));
      await processInbox(shop, connection);
    };
    for (let step = 1; ; step += 1) {
      const lines = [bigcommerceProduct(), bigcommerceProduct({ id: 66, name: "Mug", quantity: 1 })];
      towels.put(step, step, { coupon_discount: "0", line_items: lines });
      await deliver(step);
      const { items } = await orderOf(shop, String(step));
      // Two equal packages without a number can only be told apart by what was sent before.
      for (let n = 0; n < 2; n += 1) await ship(step, { items: [{ order_item_id: items[0].id, quantity: 1 }] });
      await ship(step, { tracking_number: "LAST" });
      const isKilled = await serveUntil(step, after);
      // Meanwhile the shop delivers what it has by now.
      if (step % 2 === 0) await deliver(step);
      towels.refresh();
      await runUntilIdle(shop.id, enqueued, clock, 60);
      const packages = (towels.shipments.get(step) ?? []).map(({ tracking_number, items: parts }) => [
        tracking_number,
        parts.map(({ order_product_id, quantity }) => [order_product_id, quantity]),
      ]);
      expect({ step, packages: packages.toSorted() }).toEqual({
        step,
        packages: [
          ["", [[65, 1]]],
          ["", [[65, 1]]],
          ["LAST", [[66, 1]]],
        ],
      });
      expect({ step, unrecorded: await unrecorded() }).toEqual({ step, unrecorded: [] });
      await deliver(step);
      const { id } = await orderOf(shop, String(step));
      expect((await shop.v2(`/orders/${id}/fulfillments`)).body.data).toHaveLength(3);
      if (!isKilled) return;
    }
  });

  it("leaves the tracking of each fulfillment in WooCommerce exactly once, and the order completed", async () => {
    const woo = new StandInShop().open();
    const response = vi.mocked(fetch).getMockImplementation();
    if (response === undefined) throw new Error("no stand-in");
    vi.mocked(fetch).mockImplementation(async (...request) => await callUnlessKilled(async () => await response(...request)));
    const connection = await connect(shop, { api: woo.api, send_fulfillments: true });
    for (let step = 1; ; step += 1) {
      await deliverWoo(connection, woo.put(step, step));
      await processInbox(shop, connection);
      const { items } = await orderOf(shop, String(step));
      const ids = [await ship(step, { tracking_number: "A", items: [{ order_item_id: items[0].id }] })];
      ids.push(await ship(step, { tracking_number: "B" }));
      const isKilled = await serveUntil(step, after);
      await runUntilIdle(shop.id, enqueued, clock, 60);
      const { status, meta_data } = woo.orders.get(step) as { status?: string; meta_data?: { value: { tracking_id: string }[] }[] };
      expect({ step, status, tracking_ids: meta_data?.[0]?.value.map(({ tracking_id }) => tracking_id).toSorted() }).toEqual({
        step,
        status: "completed",
        tracking_ids: ids.toSorted(),
      });
      expect({ step, unrecorded: await unrecorded() }).toEqual({ step, unrecorded: [] });
      if (!isKilled) return;
    }
  });
});

/** Delivers an order as Shopify does, and processes it. */
async function deliverOrder(connection: TestConnection, order: unknown): Promise<void> {
  await deliverShopify(connection, order);
  await processInbox(shop, connection);
}
