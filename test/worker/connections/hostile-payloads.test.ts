import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { invocationBudget } from "../../../src/platform/budget";
import { reconcileDue } from "../../../src/resources/connections/job";
import { MAX_PAGE_ORDERS } from "../../../src/resources/connections/platforms/payload";
import { reconcile } from "../../../src/resources/connections/reconcile/reconcile";
import { createShop, rows, type Shop } from "../../kit/client";
import { sendCounted } from "../../kit/counted-body";
import { connectCarrier, deliver, PAYLOADS } from "./carriers/fixtures";
import {
  connect,
  deliverShopify,
  deliverWoo,
  inboxOf,
  processInbox,
  shopifyFulfillment,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "./fixtures";
import { StandInShop } from "./stand-in";

const MIB = 1024 * 1024;
/** An object that can't be converted to a string: `String` throws. */
const NO_TEXT = { toString: 1, valueOf: 1 };
const DEEP = `${"[".repeat(100)}${"]".repeat(100)}`;
const WIDE = `[${"{},".repeat(500_000)}{}]`;

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => vi.restoreAllMocks());

const newStore = async (): Promise<number> =>
  (await shop.v2("/stores", { body: { name: crypto.randomUUID(), platform: "woocommerce" } })).body.id;
const connectNewStore = async (fields = {}) => await connect(shop, { store: await newStore(), ...fields });

describe("a signed delivery", () => {
  it("fails with a reason if it is not UTF-8, instead of being changed silently", async () => {
    const [woo, carrier] = [await connectNewStore(), await connectCarrier(shop)];
    const order = new TextEncoder().encode(JSON.stringify(wooOrder({ number: "\u00e4" })));
    // As in ISO 8859-1: in place of the two bytes of the character in UTF-8 there are a space and its one byte.
    const latin = order.map((byte, at) => {
      if (byte === 0xc3 && order[at + 1] === 0xa4) return 0x20;
      return byte === 0xa4 ? 0xe4 : byte;
    });
    const sign = async (secret: string) => {
      const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
      ]);
      return new Uint8Array(await crypto.subtle.sign("HMAC", key, latin));
    };
    const headers = { "X-WC-Webhook-Topic": "order.updated", "X-WC-Webhook-Signature": (await sign(woo.secret)).toBase64() };
    expect((await sendCounted(woo.path, headers, latin)).status).toBe(200);
    const failed = { status: "failed", reason: "The body is not JSON in UTF-8." };
    expect(await inboxOf(woo)).toMatchObject([{ ...failed, body: null }]);
    const signature = { "X-Hmac-Signature": `hmac-sha256-hex=${(await sign(carrier.secret)).toHex()}` };
    expect((await sendCounted(carrier.path, signature, latin)).status).toBe(200);
    expect(await inboxOf(carrier)).toMatchObject([failed]);
  });

  it.each([
    ["nested too deeply", `{"id":1,"x":${DEEP}}`, "Expected at most 64 levels of lists and objects."],
    [
      "with too many values",
      `{"id":1,"x":[${"0,".repeat(100_000)}0]}`,
      "Expected at most 100000 values in total. Send less data in one request.",
    ],
  ])("that is %s fails, and is not parsed", async (_what, body, reason) => {
    const [woo, carrier] = [await connectNewStore(), await connectCarrier(shop)];
    const parse = vi.spyOn(JSON, "parse");
    expect((await deliverWoo(woo, body)).status).toBe(200);
    expect((await deliver(carrier, body)).status).toBe(200);
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
    expect([...(await inboxOf(woo)), ...(await inboxOf(carrier))]).toMatchObject([
      { status: "failed", reason },
      { status: "failed", reason },
    ]);
  });

  it("from a carrier service with an object in place of a string causes no internal error", async () => {
    const carrier = await connectCarrier(shop);
    const payload = { ...PAYLOADS.easypost({ status: "delivered" }), description: NO_TEXT };
    expect(await deliver(carrier, payload)).toMatchObject({ status: 200, body: { received: "ignored" } });
  });

  it.each(["constructor", "__proto__", "toString"])(
    "from a shop with the status %s, which is a property of every object, causes no internal error",
    async (status) => {
      const shopify = await connectNewStore({ platform: "shopify", webhook_secret: "shared-secret-of-the-shop" });
      const fulfillment = { ...shopifyFulfillment(), shipment_status: status };
      await deliverShopify(shopify, shopifyOrder({ fulfillments: [fulfillment], fulfillment_status: status, financial_status: status }));
      await processInbox(shop, shopify);
      expect(await inboxOf(shopify)).toMatchObject([{ status: "processed" }]);
    },
  );
});

describe("the API of a shop", () => {
  let standIn: StandInShop;
  let connection: TestConnection;
  beforeEach(async () => {
    standIn = new StandInShop().open();
    connection = await connectNewStore({ api: standIn.api, send_fulfillments: true });
    // As if the connection were older than the orders of the stand-in.
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
  });
  const testConnection = async () => (await shop.v2(`/connections/${connection.id}/test`, { method: "POST" })).body;
  const run = async (until: number) =>
    await reconcile(env, { id: connection.id, organization_id: shop.id }, invocationBudget(env, until - Date.now()));
  const read = async () => (await shop.v2(`/connections/${connection.id}`)).body;
  const count = async () =>
    (
      await rows<{ n: number }>(
        "select count(*) as n from orders where store_id = (select store_id from connections where id = ?)",
        connection.id,
      )
    )[0]?.n;

  it.each([
    ["longer than 4 MiB", () => new Response(" ".repeat(4 * MIB + 1)), /too large/],
    ["of 5 MiB by its length", () => new Response(" ".repeat(5 * MIB), { headers: { "Content-Length": String(5 * MIB) } }), /too large/],
    ["nested too deeply", () => new Response(DEEP), /can't be read.*64 levels/],
    ["of too many objects", () => new Response(WIDE), /can't be read.*100000 objects/],
    ["of too many values", () => new Response(`[${"0,".repeat(500_000)}0]`), /can't be read.*400000 values/],
    ["not UTF-8", () => new Response(Uint8Array.of(0x5b, 0x22, 0xe4, 0x22, 0x5d)), /not JSON in UTF-8/],
  ])("is not used if its response is %s", async (_what, response, message) => {
    const parse = vi.spyOn(JSON, "parse");
    standIn.instead.push(response);
    expect(await testConnection()).toEqual({ reached: false, error: expect.stringMatching(message) });
    standIn.instead.push(response);
    await run(Date.now() + 60_000);
    expect((await read()).last_error).toMatchObject({ message: expect.stringMatching(message) });
    expect(parse.mock.calls.filter(([text]) => text.length > MIB / 2 || text === DEEP)).toEqual([]);
  });

  it("is not used if it returns more orders than requested", async () => {
    for (let id = 1; id <= MAX_PAGE_ORDERS + 1; id += 1) standIn.put(id, id);
    standIn.instead.push(() => Response.json([...standIn.orders.values()]));
    await run(Date.now() + 60_000);
    expect({ count: await count(), message: (await read()).last_error.message }).toEqual({
      count: 0,
      message: "The shop returned more orders than were requested.",
    });
  });

  it("has its orders without a time of change in the inbox once, however often it returns them", async () => {
    const page = () => Response.json(Array.from({ length: MAX_PAGE_ORDERS }, () => ({ id: 1, date_modified_gmt: NO_TEXT })));
    standIn.instead.push(page, page);
    await run(Date.now() + 60_000);
    expect(await inboxOf(connection)).toMatchObject([{ status: "failed", reason: "line_items has no item with a quantity." }]);
  });

  it("does not delay the job: the time is checked after each order, and the rest is stored later", async () => {
    for (let id = 1; id <= 20; id += 1) standIn.put(id, id);
    // Each order takes a second.
    let now = Date.now();
    const end = now + 5_000;
    const parse = JSON.parse;
    vi.spyOn(JSON, "parse").mockImplementation((text: string, reviver) => {
      if (text.startsWith('{"id":')) vi.setSystemTime((now += 1_000));
      return parse(text, reviver);
    });
    await run(end);
    const stored = await count();
    // Five seconds are enough for five orders.
    expect(stored).toBeLessThanOrEqual(5);
    expect(stored).toBeGreaterThan(0);
    vi.restoreAllMocks();
    vi.useRealTimers();
    standIn.open();
    await reconcileDue(env, Date.now());
    expect({ count: await count(), last_error: (await read()).last_error }).toEqual({ count: 20, last_error: null });
  });
});
