import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL } from "../../kit/form.ts";
import { bigcommerceEvent } from "../../worker/connections/payloads-bigcommerce.ts";
import { StandInBigcommerce } from "../../worker/connections/stand-in-bigcommerce.ts";
import { StandInShop } from "../../worker/connections/stand-in.ts";
import { StandInShopify } from "../../worker/connections/stand-in-shopify.ts";
import { builtCrashEntry } from "../server/built-worker.ts";
import { NEWEST_DATABASE } from "../server/databases.ts";
import { idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import { CrashingWorker, PAST_DELIVERY_LEASE_MS, until } from "./crashing-worker.ts";
import { drain } from "./drain.ts";
import { startShop } from "../server/loopback-shop.ts";

const SECRET = "shared-secret-of-the-shop";

const signatureOf = (text: string) => createHmac("sha256", SECRET).update(text).digest("base64");

/** The time of BigCommerce's signatures, in seconds since 1970, which the service does not check. */
const SIGNED_AT = "1773242245";

type StandIn = StandInShop | StandInShopify | StandInBigcommerce;

/** A platform, and how its shop is read and changed. */
interface Platform {
  name: "woocommerce" | "shopify" | "bigcommerce";
  standIn: (origin: string) => StandIn;
  /** Creates or changes an order in the shop, and returns the delivery of the shop. */
  put: (shop: StandIn, id: number, changeCount: number) => unknown;
  headers: (body: string) => Record<string, string>;
  /** The tracking numbers of the fulfillments that the shop has of an order. */
  trackingOf: (shop: StandIn, id: number) => (string | null)[];
  /** The tracking numbers of two fulfillments of the same item. Without one, the fulfillments differ only in what was sent. */
  numbers: readonly [string | null, string | null];
  /** Whether its deliveries have only the id of an order, which is then read. */
  isThin?: true;
}

const PLATFORMS: readonly Platform[] = [
  {
    name: "woocommerce",
    standIn: (origin) => new StandInShop(origin),
    put: (shop, id, changeCount) => {
      if (!(shop instanceof StandInShop)) throw new TypeError("not WooCommerce");
      return changeCount === 0 ? shop.put(id, 1) : shop.change(id, {});
    },
    headers: (body) => ({ "X-WC-Webhook-Topic": "order.updated", "X-WC-Webhook-Signature": signatureOf(body) }),
    trackingOf: (shop, id) => {
      const { meta_data = [] } = shop.orders.get(id) as { meta_data?: { value: { tracking_number: string }[] }[] };
      return meta_data.flatMap(({ value }) => value.map(({ tracking_number }) => tracking_number));
    },
    numbers: ["A", "B"],
  },
  {
    name: "shopify",
    standIn: (origin) => new StandInShopify(origin),
    put: (shop, id, changeCount) => {
      if (!(shop instanceof StandInShopify)) throw new TypeError("not Shopify");
      return Object.assign(shop.orders.get(id) ?? shop.put({ id }), { updated_at: `2026-02-0${changeCount + 1}T00:00:00Z` });
    },
    headers: (body) => ({ "X-Shopify-Topic": "orders/updated", "X-Shopify-Hmac-Sha256": signatureOf(body) }),
    trackingOf: (shop, id) => {
      const { fulfillments = [] } = shop.orders.get(id) as { fulfillments?: { tracking_number: string | null }[] };
      return fulfillments.map(({ tracking_number }) => tracking_number);
    },
    numbers: [null, null],
  },
  {
    name: "bigcommerce",
    standIn: (origin) => new StandInBigcommerce(origin),
    put: (shop, id, changeCount) => {
      if (!(shop instanceof StandInBigcommerce)) throw new TypeError("not BigCommerce");
      shop.refresh();
      const shipped = (shop.shipments.get(id) ?? []).length;
      shop.put(id, changeCount, { coupon_discount: "0", items_shipped: shipped });
      return bigcommerceEvent(id, { hash: `${id}/${changeCount}` });
    },
    headers: (body) => ({
      "webhook-id": "msg_1",
      "webhook-timestamp": SIGNED_AT,
      "webhook-signature": `v1,${signatureOf(`msg_1.${SIGNED_AT}.${body}`)}`,
    }),
    trackingOf: (shop, id) => {
      if (!(shop instanceof StandInBigcommerce)) throw new TypeError("not BigCommerce");
      return (shop.shipments.get(id) ?? []).map(({ tracking_number }) => (tracking_number === "" ? null : tracking_number));
    },
    numbers: [null, null],
    isThin: true,
  },
];

/** The point at which the Worker is killed. A call of the shop is identified by its number, and by whether the shop executes it. */
type KillPoint = { point: string; nth: number } | { call: number; isExecuted: boolean };

/** One batch has the messages of both fulfillments. */
const POINTS: readonly KillPoint[] = [
  ...["claimed", "record", "recorded"].flatMap((point) => [1, 2].map((nth) => ({ point, nth }))),
  { point: "acknowledge", nth: 1 },
];

let crashing: CrashingWorker;
const table: { platform: string; kills: number; calls: number }[] = [];

beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry());
});
afterAll(async () => {
  if (FULL) console.table(table);
  await crashing?.[Symbol.asyncDispose]();
});

describe.each(PLATFORMS)("a Worker whose process is killed at each step of sending to $name", (platform) => {
  it("creates each fulfillment in the shop exactly once, reads the shop before a retry, and does not import its own fulfillment", async () => {
    await using loopback = await startShop(platform.standIn);
    const shop = await openShop(crashing.worker.url, {});
    const at = (): Shop => shop.at(crashing.worker.url);
    const api = { ...loopback.standIn.api };
    const connection = { store: shop.storeId, platform: platform.name, webhook_secret: SECRET, api, send_fulfillments: true };
    const { status, body } = await shop.v2("/connections", connection);
    expect(status, JSON.stringify(body)).toBe(201);
    const path = new URL(body.delivery_url).pathname;
    let order = 1000;
    let kills = 0;
    let calls = 0;
    let callsAfterKills = 0;

    /** The shop delivers an order, and it is stored. */
    const deliver = async (changeCount: number): Promise<{ id: number; items: { id: string; quantity: number }[] }> => {
      const text = JSON.stringify(platform.put(loopback.standIn, order, changeCount));
      const headers = platform.headers(text);
      const response = await fetch(crashing.worker.url + path, { method: "POST", body: text, headers });
      expect(await response.json()).toEqual({ received: "stored" });
      return await until(async () => {
        const [message] = await crashing.worker.rows("select id from connection_inbox where status = 'pending'");
        expect(message).toBeUndefined();
        const [found] = (await at().v2(`/orders?external_id=${order}`)).body.data;
        expect(found).toBeDefined();
        return found;
      });
    };

    /** Ships two fulfillments, and kills the Worker at a point. Returns whether it has reached it. */
    const killAt = async (place: KillPoint): Promise<boolean> => {
      order += 1;
      const { id, items } = await deliver(0);
      const item = items.find(({ quantity }) => quantity === 2)?.id;
      loopback.startRound("call" in place ? place : null);
      const send = async () => {
        for (const tracking_number of platform.numbers) {
          const sent = { status: "in_transit", items: [{ order_item_id: item, quantity: 1 }], tracking_number };
          await at().v2(`/orders/${id}/fulfillments`, sent, idempotencyKey());
        }
      };
      if ("point" in place) {
        let sent = Promise.resolve();
        await crashing.pauseAt([place.point], () => void (sent = send()), place.nth);
        // Both fulfillments must exist before the Worker is killed.
        await sent;
      } else {
        await send();
        const isHeld = await until(async () => {
          if (loopback.isHeld()) return true;
          if (await isDrained()) return false;
          throw new Error("The Worker is still sending.");
        });
        calls = loopback.calls.length;
        if (!isHeld) return false;
      }
      await crashing.restart(PAST_DELIVERY_LEASE_MS);
      kills += 1;
      loopback.startRound(null);
      return true;
    };

    const isDrained = async (): Promise<boolean> => {
      const rows = await crashing.worker.rows("select id from deliveries where organization_id = ? and status = 'pending'", shop.id);
      return rows.length === 0;
    };

    /** The calls of this round that read or change the order in the shop. */
    const sends = () => loopback.calls.filter((call) => call.includes(`/orders/${order}`) || call.includes("graphql"));

    const check = async (place: KillPoint): Promise<void> => {
      await crashing.runCron();
      await drain(crashing, shop.id, NEWEST_DATABASE);
      expect({ place, tracking: platform.trackingOf(loopback.standIn, order).toSorted() }).toEqual({
        place,
        tracking: [...platform.numbers],
      });
      // Nothing is sent again if the shop's response was already stored.
      const sent = sends();
      callsAfterKills += sent.length;
      const [first = "GET nothing"] = sent;
      expect({ place, first }).toEqual({ place, first: expect.stringMatching(/^GET /) });
      const notSent =
        "select id from fulfillments where organization_id = ? and (source_id is null or sent_tracking is not sending_tracking)";
      expect({ place, rows: await crashing.worker.rows(notSent, shop.id) }).toEqual({ place, rows: [] });
      const failed = "select id from deliveries where organization_id = ? and status <> 'succeeded'";
      expect({ place, rows: await crashing.worker.rows(failed, shop.id) }).toEqual({ place, rows: [] });
      // The sent fulfillment is delivered back by webhook.
      loopback.startRound(null);
      const { id } = await deliver(1);
      expect((await at().v2(`/orders/${id}/fulfillments`)).body.data).toHaveLength(2);
      await crashing.runCron();
      const echoed = platform.isThin === true ? sends().filter((call) => !call.startsWith("GET ")) : sends();
      expect({ place, isDrained: await isDrained(), echoed }).toEqual({ place, isDrained: true, echoed: [] });
    };

    for (const place of POINTS) {
      expect({ place, killed: await killAt(place) }).toEqual({ place, killed: true });
      await check(place);
    }
    for (const isExecuted of [false, true]) {
      for (let call = 1; ; call += 1) {
        const place = { call, isExecuted };
        const isKilled = await killAt(place);
        await check(place);
        if (!isKilled) break;
      }
    }
    table.push({ platform: platform.name, kills, calls });
    // At each point, and at two calls or more, each executed or not.
    expect(kills).toBeGreaterThan(10);
    expect(callsAfterKills).toBeGreaterThan(0);
  }, 900_000);
});
