import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runRecoveryJob } from "../../../src/webhooks/recovery-job";
import { type Answer, aShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { serveAll } from "../faults/carried";
import {
  connect,
  deliverShopify,
  deliverWoo,
  inboxOf,
  orderOf,
  processInbox,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "./fixtures";
import { StandInShop } from "./stand-in";
import { StandInShopify } from "./stand-in-shopify";

const SECRET = "shared-secret-of-the-shop";
const ORDER = "450789469";
const [GREEN, RED] = [466_157_049, 518_995_019];

let shop: Shop;
let enqueued: EnqueuedMessages;
let connection: TestConnection;
let lamps: StandInShopify;

beforeEach(async () => {
  enqueued = captureEnqueued();
  shop = await aShop();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function connectShopify(fields: Record<string, unknown> = {}): Promise<void> {
  lamps = new StandInShopify();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await lamps.answer(new Request(input, init)));
  const store = (await shop.v2("/stores", { body: { name: "Lamps", platform: "shopify" } })).body.id;
  const access = { platform: "shopify", webhook_secret: SECRET, api: lamps.api };
  connection = await connect(shop, { store, ...access, send_fulfillments: true, ...fields });
  await deliver();
}

let changes = 0;
/** Delivers the current state of the order, as the shop does after each change. */
async function deliver(fields: Record<string, unknown> = {}): Promise<void> {
  changes += 1;
  const known = lamps.orders.get(Number(ORDER));
  const updated_at = new Date(Date.UTC(2026, 0, 12) + changes * 1000).toISOString();
  lamps.put({ ...shopifyOrder(), ...known, ...fields, updated_at });
  await deliverShopify(connection, lamps.orders.get(Number(ORDER)));
  await processInbox(shop, connection);
}

/** Serves the queues until nothing is due now. */
const send = async () => {
  while (enqueued.fast.length + enqueued.slow.length > 0) await serveAll(enqueued);
};

async function ship(body: Record<string, unknown> = {}, externalId = ORDER): Promise<Answer["body"]> {
  const { id } = await orderOf(shop, externalId);
  const answer = await shop.v2(`/orders/${id}/fulfillments`, { body: { status: "in_transit", ...body }, headers: idempotencyKey() });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body;
}

const change = async (id: string, body: Record<string, unknown>) =>
  await shop.v2(`/fulfillments/${id}`, { method: "PATCH", body, headers: idempotencyKey() });
const sent = async (): Promise<Answer["body"]> => (await shop.v2(`/connections/${connection.id}/deliveries`)).body.data;
const health = async () => (await shop.v2(`/connections/${connection.id}`)).body.sending;
/** The item of an order with an id in the shop, for the body of a fulfillment. */
async function item(externalId: number, quantity: number) {
  const { items } = await orderOf(shop, ORDER);
  const found = items.find((each: { external_id: string }) => each.external_id === String(externalId));
  return { order_item_id: found.id, quantity };
}
const TRACKED = { tracking_number: "1Z999", carrier: "UPS", tracking_url: "https://track.example.com/1Z999" };

describe("a fulfillment that is shipped here", () => {
  beforeEach(async () => await connectShopify());

  it("is created in Shopify with its items and tracking, and the log says so", async () => {
    await ship({ ...TRACKED, items: [await item(RED, 1)] });
    expect(lamps.calls).toEqual([]);
    await send();
    expect(lamps.fulfillments).toMatchObject([
      {
        tracking_number: "1Z999",
        tracking_company: "UPS",
        tracking_url: "https://track.example.com/1Z999",
        line_items: [{ id: RED, quantity: 1 }],
      },
    ]);
    const { id } = await orderOf(shop, ORDER);
    expect(await sent()).toMatchObject([
      {
        event: "order.fulfillment.shipped",
        status: "succeeded",
        order_id: id,
        attempts: [{ number: 1, response_status: 200, response_body: "Created in the shop: 5001", error_code: null }],
      },
    ]);
    expect(await health()).toMatchObject({ status: "active", last_success_at: expect.any(String), failing_since: null, failed: 0 });
  });

  it("is not sent before it is shipped", async () => {
    const { id } = await ship({ ...TRACKED, status: "label_created" });
    await send();
    expect([lamps.calls, await sent()]).toEqual([[], []]);
    await change(id, { status: "in_transit" });
    await send();
    expect(lamps.fulfillments).toHaveLength(1);
  });

  it("is one of several: each part of the order is sent once", async () => {
    for (const number of ["A", "B"]) await ship({ tracking_number: number, items: [await item(RED, 1)] });
    await ship({ items: [await item(GREEN, 1)] });
    await send();
    expect(lamps.fulfillments.map(({ tracking_number, line_items }) => [tracking_number, line_items])).toEqual([
      ["A", [{ id: RED, quantity: 1 }]],
      ["B", [{ id: RED, quantity: 1 }]],
      [null, [{ id: GREEN, quantity: 1 }]],
    ]);
  });

  it("gets its new tracking, once, and no other change is sent", async () => {
    const { id } = await ship(TRACKED);
    await send();
    await change(id, { tracking_number: "NEW" });
    await send();
    expect(lamps.fulfillments).toMatchObject([{ tracking_number: "NEW", tracking_company: "UPS" }]);
    expect((await sent())[0].attempts[0].response_body).toBe("Updated in the shop: 5001");
    await change(id, { status: "delivered" });
    const { id: orderId } = await orderOf(shop, ORDER);
    await shop.v2(`/orders/${orderId}`, { method: "PATCH", body: { customer_name: "C. D." } });
    await send();
    expect(await sent()).toHaveLength(2);
  });

  it("gets tracking that was changed while it was being sent", async () => {
    const { id } = await ship(TRACKED);
    lamps.instead.push(() => undefined);
    lamps.instead.push(() => {
      void change(id, { tracking_number: "NEW" });
      return undefined;
    });
    await send();
    await vi.waitFor(async () => {
      await send();
      expect(lamps.fulfillments).toMatchObject([{ tracking_number: "NEW" }]);
    });
  });

  it("is sent again on request, which creates nothing twice", async () => {
    await ship(TRACKED);
    await send();
    const [{ id }] = await sent();
    const again = await shop.v2(`/connections/${connection.id}/deliveries/${id}/redeliver`, { method: "POST" });
    expect([again.status, again.body.status, again.body.trigger]).toEqual([200, "pending", "manual"]);
    await send();
    expect(lamps.fulfillments).toHaveLength(1);
    expect((await sent())[0]).toMatchObject({
      status: "succeeded",
      attempts: [{}, { response_body: "Already in the shop: 5001" }],
    });
  });

  it("is not sent for an order that is not from the shop, or of another store", async () => {
    for (const store of ["gift", "Lamps"]) {
      const external_id = store === "gift" ? "77" : "by-hand";
      const body = { store, external_id, number: "1", date: "2026-01-01", items: [{ name: "Mug", quantity: 1, price: 1 }] };
      const { status, text } = await shop.v2("/orders", { body, headers: idempotencyKey() });
      expect([status, text]).toEqual([201, text]);
      await ship({}, external_id);
    }
    await send();
    expect([lamps.calls, await sent()]).toEqual([[], []]);
  });
});

describe("what comes back from the shop", () => {
  beforeEach(async () => await connectShopify());
  const ours = async () => (await shop.v2(`/orders/${(await orderOf(shop, ORDER)).id}/fulfillments`)).body.data;

  it("is recognized: it creates no fulfillment and sends none", async () => {
    await ship({ ...TRACKED, items: [await item(RED, 1)] });
    await send();
    await deliver();
    expect(await ours()).toHaveLength(1);
    expect((await inboxOf(connection)).at(-1)).toMatchObject({ status: "processed", reason: null });
    await send();
    expect([lamps.fulfillments.length, (await sent()).length]).toEqual([1, 1]);
  });

  it("is recognized before the attempt that sent it has ended", async () => {
    await ship({ ...TRACKED, items: [await item(RED, 1)] });
    // The order is read, the token and the fulfillment orders too; the fourth call creates it, and its response is lost.
    for (let n = 0; n < 3; n += 1) lamps.instead.push(() => undefined);
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      const response = await lamps.answer(new Request(input, init));
      if (lamps.calls.at(-1) === "fulfillmentCreate") throw new Error("Network connection lost.");
      return response;
    });
    await serveAll(enqueued);
    expect(lamps.fulfillments).toHaveLength(1);
    expect(await sent()).toMatchObject([{ status: "pending", attempts: [{ error_code: "connection" }] }]);
    expect(await health()).toMatchObject({ status: "failing", failing_since: expect.any(String) });
    await deliver();
    expect(await ours()).toHaveLength(1);
    expect(await rows("select source_id from fulfillments where organization_id = ?", shop.id)).toEqual([{ source_id: "5001" }]);
  });

  it("does not bring back old tracking, and its progress is applied", async () => {
    const { id } = await ship(TRACKED);
    await send();
    await change(id, { tracking_number: "NEW" });
    await deliver({ fulfillments: lamps.fulfillments.map((each) => ({ ...each, shipment_status: "delivered" })) });
    expect(await ours()).toMatchObject([{ tracking_number: "NEW", status: "delivered" }]);
  });

  it("is not sent if it was made in the shop, also when it moves on", async () => {
    await deliver({
      fulfillments: [
        {
          ...shopifyOrder(),
          id: 1,
          status: "success",
          shipment_status: "label_printed",
          tracking_number: "T",
          line_items: [{ id: RED, quantity: 1 }],
        },
      ],
    });
    const [made] = await ours();
    await change(made.id, { status: "in_transit" });
    await change(made.id, { tracking_number: "U" });
    await send();
    expect([lamps.calls, await sent()]).toEqual([[], []]);
  });
});

describe("a shop that does not accept a fulfillment", () => {
  beforeEach(async () => await connectShopify());

  it.each([
    ["has no such order", () => lamps.orders.clear(), "The shop has no such order.", 404],
    ["has cancelled the order", () => lamps.put({ cancelled_at: "2026-01-12T00:00:00Z" }), "The order is cancelled in the shop.", 200],
    [
      "has nothing left",
      () =>
        lamps.orders.get(Number(ORDER))?.fulfillments.push({
          id: 1,
          status: "success",
          created_at: "2026-01-12T00:00:00Z",
          tracking_number: "X",
          line_items: [{ id: RED, quantity: 2 }],
        }),
      "No location of the shop has all of these items left to fulfill.",
      200,
    ],
    [
      "has the items at two locations",
      () => lamps.locations.set(RED, 2),
      "No location of the shop has all of these items left to fulfill.",
      200,
    ],
  ])("because it %s: it fails with the reason, and is not retried", async (_, happens, reason, response_status) => {
    happens();
    await ship(TRACKED);
    await send();
    expect(await sent()).toMatchObject([
      { status: "failed", next_attempt_at: null, attempts: [{ error_code: "rejected", response_body: reason, response_status }] },
    ]);
    // The shop itself works.
    expect(await health()).toMatchObject({ status: "active", failing_since: null, failed: 1 });
  });

  it.each([
    ["limits the rate", () => new Response("", { status: 429, headers: { "Retry-After": "90" } }), 429, 90],
    ["throttles", () => Response.json({ errors: [{ extensions: { code: "THROTTLED" } }] }), 429, 3],
    ["fails", () => new Response("", { status: 500 }), 500, 3],
    ["rejects the credentials", () => new Response("", { status: 401 }), 401, 3],
  ])("because it %s: it is retried", async (name, answer, response_status, seconds) => {
    for (let n = 0; n < (name === "throttles" ? 3 : 0); n += 1) lamps.instead.push(() => undefined);
    lamps.instead.push(answer);
    await ship(TRACKED);
    const started = Date.now();
    await serveAll(enqueued);
    const [delivery] = await sent();
    expect(delivery).toMatchObject({ status: "pending", attempts: [{ error_code: "http_status", response_status }] });
    expect(Date.parse(delivery.next_attempt_at)).toBeGreaterThan(started + seconds * 1000);
    await shop.v2(`/connections/${connection.id}/deliveries/${delivery.id}/redeliver`, { method: "POST" });
    await send();
    expect(lamps.fulfillments).toHaveLength(1);
    expect(await health()).toMatchObject({ status: "active", failing_since: null });
  });
});

describe("a connection", () => {
  it("sends nothing unless it is asked to, and needs access to the API for it", async () => {
    await connectShopify({ send_fulfillments: false });
    await ship(TRACKED);
    expect((await shop.v2(`/connections/${connection.id}`)).body).toMatchObject({ send_fulfillments: false, sending: null });
    expect(await sent()).toEqual([]);
    const { body } = await shop.v2("/connections", { body: { store: "gift", platform: "woocommerce", send_fulfillments: true } });
    expect(body.error.details[0]).toMatchObject({ path: "send_fulfillments", code: "api_required" });
    const path = `/connections/${connection.id}`;
    await shop.v2(path, { method: "PATCH", body: { api: null } });
    const refused = await shop.v2(path, { method: "PATCH", body: { send_fulfillments: true } });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([409, "api_required"]);
    const accepted = await shop.v2(path, { method: "PATCH", body: { api: lamps.api, send_fulfillments: true } });
    expect(accepted.body).toMatchObject({ send_fulfillments: true, sending: { status: "active", failed: 0 } });
  });

  it("that is paused holds what it has to send, and sends it when it is resumed", async () => {
    await connectShopify();
    const path = `/connections/${connection.id}`;
    expect((await shop.v2(path, { method: "PATCH", body: { enabled: false } })).body.sending.status).toBe("paused");
    await ship(TRACKED);
    await send();
    expect([lamps.calls, (await sent())[0].status]).toEqual([[], "held"]);
    await shop.v2(path, { method: "PATCH", body: { enabled: true } });
    await send();
    expect(lamps.fulfillments).toHaveLength(1);
  });

  it("that is deleted cancels what it has to send", async () => {
    await connectShopify();
    await ship(TRACKED);
    await shop.v2(`/connections/${connection.id}?confirm=${connection.id}`, { method: "DELETE" });
    await send();
    expect(lamps.calls).toEqual([]);
    expect(await rows("select status from deliveries where endpoint_id = ?", connection.id)).toEqual([{ status: "cancelled" }]);
  });

  it("sends one at a time to its shop", async () => {
    await connectShopify();
    for (const number of ["A", "B"]) await ship({ tracking_number: number, items: [await item(RED, 1)] });
    let [running, most] = [0, 0];
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return await lamps.answer(new Request(input, init));
    });
    while (lamps.fulfillments.length < 2) {
      await serveAll(enqueued);
      await runRecoveryJob(env, Date.now() + 20_000);
    }
    expect([most, lamps.fulfillments.length]).toEqual([1, 2]);
  });

  it("is no webhook endpoint: only its own resource shows and changes it", async () => {
    await connectShopify();
    expect((await shop.v2("/webhooks")).body.data).toEqual([]);
    const path = `/webhooks/${connection.id}`;
    await ship(TRACKED);
    const [{ id }] = await sent();
    const requests: [string, string, unknown][] = [
      ["GET", "", undefined],
      ["GET", "/deliveries", undefined],
      ["PATCH", "", { enabled: false }],
      ["POST", "/test", undefined],
      ["POST", "/recover", {}],
      ["POST", "/rotate-secret", {}],
      ["POST", `/deliveries/${id}/redeliver`, undefined],
      ["DELETE", `?confirm=${connection.id}`, undefined],
    ];
    for (const [method, rest, body] of requests) expect([rest, (await shop.v2(path + rest, { method, body })).status]).toEqual([rest, 404]);
    const other = await aShop();
    expect((await other.v2(`/connections/${connection.id}/deliveries`)).status).toBe(404);
    expect((await other.v2(`/connections/${connection.id}/deliveries/${id}/redeliver`, { method: "POST" })).status).toBe(404);
  });
});

describe("WooCommerce", () => {
  let woo: StandInShop;
  beforeEach(async () => {
    woo = new StandInShop().open();
    connection = await connect(shop, { api: woo.api, send_fulfillments: true });
    await deliverWoo(connection, woo.put(727, 1));
    await processInbox(shop, connection);
  });
  const order = (): Record<string, unknown> => woo.orders.get(727) ?? {};
  const entries = () =>
    (order()["meta_data"] as { key: string; value: Record<string, unknown>[] }[] | undefined)?.find(
      ({ key }) => key === "_wc_shipment_tracking_items",
    )?.value;

  it("gets the tracking of each fulfillment, and the order is completed with the last one", async () => {
    const { items } = await orderOf(shop, "727");
    const first = await ship({ ...TRACKED, items: [{ order_item_id: items[0].id }], shipped_at: "2026-03-23T10:00:00Z" }, "727");
    await send();
    expect([order()["status"], entries()]).toEqual([
      "processing",
      [
        {
          tracking_id: first.id,
          tracking_provider: "",
          custom_tracking_provider: "UPS",
          custom_tracking_link: TRACKED.tracking_url,
          tracking_number: "1Z999",
          date_shipped: String(Date.UTC(2026, 2, 23, 10) / 1000),
        },
      ],
    ]);
    await ship({ tracking_number: "SECOND" }, "727");
    await send();
    expect([order()["status"], entries()?.map(({ tracking_number }) => tracking_number)]).toEqual(["completed", ["1Z999", "SECOND"]]);
    await change(first.id, { tracking_number: "NEW" });
    await send();
    expect(
      entries()
        ?.map(({ tracking_number }) => tracking_number)
        .toSorted(),
    ).toEqual(["NEW", "SECOND"]);
  });

  it("keeps the tracking that others have added", async () => {
    const theirs = { tracking_id: "abc", tracking_number: "THEIRS" };
    woo.change(727, { meta_data: [{ id: 9, key: "_wc_shipment_tracking_items", value: [theirs] }] });
    await ship(TRACKED, "727");
    await send();
    expect([order()["meta_data"], entries()?.[0]]).toEqual([[expect.objectContaining({ id: 9 })], theirs]);
  });

  it("is not changed by an attempt that finds everything there, nor does the order's change come back", async () => {
    await ship(TRACKED, "727");
    await send();
    const { date_modified_gmt } = order() as { date_modified_gmt: string };
    const [{ id }] = await sent();
    await shop.v2(`/connections/${connection.id}/deliveries/${id}/redeliver`, { method: "POST" });
    await send();
    expect(order()).toMatchObject({ date_modified_gmt });
    const before = await orderOf(shop, "727");
    await deliverWoo(connection, wooOrder({ ...order() }));
    await processInbox(shop, connection);
    expect(await orderOf(shop, "727")).toMatchObject({ status: before.status, source_status: "completed" });
    await send();
    expect(await sent()).toHaveLength(1);
  });

  it("does not complete an order that it has cancelled", async () => {
    woo.change(727, { status: "cancelled" });
    await ship(TRACKED, "727");
    await send();
    expect(await sent()).toMatchObject([{ status: "failed", attempts: [{ response_body: "The order is cancelled in the shop." }] }]);
    expect(order()["status"]).toBe("cancelled");
  });
});
