import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CARRIER_PLATFORMS, PLATFORMS } from "../../../src/resources/connections/platforms/platforms";
import { createShop, rows, type Shop } from "../../kit/client";
import { inForm } from "../../kit/form";
import { connectCarrier, PAYLOADS, SIGNATURES } from "./carriers/fixtures";
import {
  bigcommerceEvent,
  bigcommerceHeaders,
  connect,
  inboxOf,
  processInbox,
  request,
  shopifyOrder,
  hmacBase64,
  wooOrder,
} from "./fixtures";
import { StandInBigcommerce } from "./stand-in-bigcommerce";
import { mutatedPayloads } from "./mutations";
import { assertProperty } from "../../kit/property";

/** Cases per platform. In the full form, `assertProperty` tries 40 times as many: 10,000 signed payloads and 10,000 modified ones. */
const CASES = inForm({ test: 8, long: 8, full: 42 });
/** The queue may not keep up, and an inbox in which 2,000 messages wait accepts no more. */
const PROCESSED_AT_ONCE = 500;
const TIMEOUT_MS = 900_000;
/** The time between two deliveries. A connection accepts 600 per minute and 50 per second from new senders. */
const PACE_MS = 150;

interface Sender {
  id: string;
  path: string;
  payload: Record<string, unknown>;
  /** The headers of a valid delivery of a body. */
  headers: (body: string) => Promise<Record<string, string>>;
}

let shop: Shop;
const senders = new Map<string, Sender>();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  shop = await createShop();
  const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
  const woo = await connect(shop);
  const shopify = await connect(shop, { store, platform: "shopify", webhook_secret: "shared-secret-of-the-shop" });
  senders.set("woocommerce", {
    ...woo,
    payload: wooOrder({ refunds: [{ id: 1, total: "-5.00" }], fee_lines: [{ total: "1.00" }] }),
    headers: async (body) => ({ "X-WC-Webhook-Topic": "order.updated", "X-WC-Webhook-Signature": await hmacBase64(woo.secret, body) }),
  });
  senders.set("shopify", {
    ...shopify,
    payload: shopifyOrder(),
    headers: async (body) => ({ "X-Shopify-Topic": "orders/updated", "X-Shopify-Hmac-Sha256": await hmacBase64(shopify.secret, body) }),
  });
  const standIn = new StandInBigcommerce();
  standIn.put(149, 1);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    standIn.refresh();
    return await standIn.response(new Request(input, init));
  });
  const towels = (await shop.v2("/stores", { body: { name: "Towels", platform: "bigcommerce" } })).body.id;
  const access = { platform: "bigcommerce", webhook_secret: "client-secret-of-the-api-account", api: standIn.api };
  const bigcommerce = await connect(shop, { store: towels, ...access });
  senders.set("bigcommerce", {
    ...bigcommerce,
    payload: bigcommerceEvent(149),
    headers: async (body) => await bigcommerceHeaders(bigcommerce.secret, body),
  });
  for (const service of CARRIER_PLATFORMS) {
    const carrier = await connectCarrier(shop, service);
    const payload = PAYLOADS[service]({ status: "Delivered" });
    senders.set(service, { ...carrier, payload, headers: async (body) => await SIGNATURES[service](carrier.secret, body) });
  }
});

function senderOf(name: string): Sender {
  const sender = senders.get(name);
  if (sender === undefined) throw new Error(name);
  return sender;
}

/** Delivers a body some time after the last one. */
async function deliver(path: string, body: string, headers: Record<string, string>) {
  vi.setSystemTime(Date.now() + PACE_MS);
  return await request(path, { body, headers });
}

/** The numbers of rows in the tables to which a stored delivery and its processing add some. */
async function countRows(): Promise<unknown> {
  const tables = ["connection_inbox", "orders", "fulfillments", "order_history", "events"];
  const subqueries = tables.map((table) => `(select count(*) from ${table} where organization_id = ?1) as ${table}`);
  return (await rows(`select ${subqueries.join(", ")}`, shop.id))[0];
}

describe.each(PLATFORMS)("mutated payloads of %s", (name) => {
  it(
    "that were changed after they were signed return 401, and nothing is stored",
    async () => {
      const { path, payload, headers } = senderOf(name);
      const original = JSON.stringify(payload);
      const valid = await headers(original);
      const before = await countRows();
      const changed = mutatedPayloads(payload).filter((body) => body !== original);
      const property = fc.asyncProperty(changed, async (body) => {
        const { status, text } = await deliver(path, body, valid);
        expect(status, text).toBe(401);
      });
      await assertProperty(property, { cases: CASES });
      expect(await countRows()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it(
    "that are signed return 200, are processed without an internal error, and get no long reason",
    async () => {
      const { id, path, payload, headers } = senderOf(name);
      // The original is stored, so that the inbox has a message, whatever the others are.
      const original = JSON.stringify(payload);
      expect((await deliver(path, original, await headers(original))).body).toEqual({ received: "stored" });
      let sent = 0;
      const property = fc.asyncProperty(mutatedPayloads(payload), async (body) => {
        const { status, text } = await deliver(path, body, await headers(body));
        expect(status, text).toBe(200);
        sent += 1;
        if (sent % PROCESSED_AT_ONCE === 0) await processInbox(shop, { id });
      });
      await assertProperty(property, { cases: CASES });
      await processInbox(shop, { id });
      const messages = await inboxOf({ id });
      expect(messages).not.toEqual([]);
      // After an internal error, a message stays pending.
      expect(messages.filter(({ status }) => status === "pending").map(({ reason }) => reason)).toEqual([]);
      // A reason names a field, and never its value, which can be very long.
      for (const { reason } of messages) expect(String(reason).length).toBeLessThan(300);
    },
    TIMEOUT_MS,
  );
});
