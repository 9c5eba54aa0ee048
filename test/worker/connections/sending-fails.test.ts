import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows } from "../../kit/client";
import { serveAll } from "../faults/serve-queues";
import { ORDER, RED, SendingToShopify, TRACKED } from "./sending";

let sending: SendingToShopify;
afterEach(() => void vi.restoreAllMocks());

describe("a shop that does not accept a fulfillment", () => {
  beforeEach(async () => {
    sending = await SendingToShopify.open();
  });

  it.each([
    ["has no such order", () => sending.lamps.orders.clear(), "The shop has no such order.", 404],
    [
      "has cancelled the order",
      () => sending.lamps.put({ cancelled_at: "2026-01-12T00:00:00Z" }),
      "The order is cancelled in the shop.",
      200,
    ],
    [
      "has nothing left of an item",
      () =>
        sending.lamps.orders.get(Number(ORDER))?.fulfillments.push({
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
      () => sending.lamps.locations.set(RED, 2),
      "No location of the shop has all of these items left to fulfill.",
      200,
    ],
  ])("because it %s: the delivery fails with the reason, and is not retried", async (_, prepareShop, reason, response_status) => {
    prepareShop();
    await sending.ship(TRACKED);
    await sending.send();
    expect(await sending.readLog()).toMatchObject([
      { status: "failed", next_attempt_at: null, attempts: [{ error_code: "rejected", response_body: reason, response_status }] },
    ]);
    // The shop itself works.
    expect(await sending.readHealth()).toMatchObject({ status: "active", failing_since: null, failed: 1 });
  });

  // Without Retry-After, the first delay is 4 to 6 seconds.
  it.each([
    ["limits the rate", () => new Response("", { status: 429, headers: { "Retry-After": "90" } }), 429, 90, "http_status"],
    ["throttles", () => Response.json({ errors: [{ extensions: { code: "THROTTLED" } }] }), 429, 3, "http_status"],
    ["fails", () => new Response("", { status: 500 }), 500, 3, "http_status"],
    ["rejects the credentials", () => new Response("", { status: 401 }), 401, 3, "http_status"],
    ["is down, as Cloudflare's edge says", () => new Response("error code: 521", { status: 521 }), 521, 3, "connection"],
    ["does not respond, as the edge says", () => new Response("error code: 524", { status: 524 }), 524, 3, "timeout"],
    ["is an unknown host, as the edge says", () => new Response("error code: 1016", { status: 530 }), 530, 3, "tls_or_dns"],
  ])("because it %s: the delivery is retried", async (name, response, response_status, minSeconds, error_code) => {
    // Only GraphQL throttles. A token, the order and its fulfillment orders are read before its call.
    for (let n = 0; n < (name === "throttles" ? 3 : 0); n += 1) sending.lamps.instead.push(() => undefined);
    sending.lamps.instead.push(response);
    await sending.ship(TRACKED);
    const started = Date.now();
    await serveAll(sending.enqueued);
    const [delivery] = await sending.readLog();
    expect(delivery).toMatchObject({ status: "pending", attempts: [{ error_code, response_status }] });
    expect(Date.parse(delivery.next_attempt_at)).toBeGreaterThan(started + minSeconds * 1000);
    // A request makes the retry due at once.
    await sending.sendAgain(delivery.id);
    await sending.send();
    expect(sending.lamps.fulfillments).toHaveLength(1);
    expect(await sending.readHealth()).toMatchObject({ status: "active", failing_since: null });
  });
});

describe("a connection", () => {
  it("sends nothing by default, and needs API access for sending", async () => {
    sending = await SendingToShopify.open({ send_fulfillments: undefined });
    await sending.ship(TRACKED);
    expect((await sending.shop.v2(`/connections/${sending.connection.id}`)).body).toMatchObject({
      send_fulfillments: false,
      sending: null,
    });
    expect(await sending.readLog()).toEqual([]);
    const { body } = await sending.shop.v2("/connections", { body: { store: "gift", platform: "woocommerce", send_fulfillments: true } });
    expect(body.error.details[0]).toMatchObject({ path: "send_fulfillments", code: "api_required" });
    const path = `/connections/${sending.connection.id}`;
    await sending.shop.v2(path, { method: "PATCH", body: { api: null } });
    const rejected = await sending.shop.v2(path, { method: "PATCH", body: { send_fulfillments: true } });
    expect({ status: rejected.status, code: rejected.body.error.details[0].code }).toEqual({ status: 409, code: "api_required" });
    const accepted = await sending.shop.v2(path, { method: "PATCH", body: { api: sending.lamps.api, send_fulfillments: true } });
    expect(accepted.body).toMatchObject({ send_fulfillments: true, sending: { status: "active", failed: 0 } });
  });

  it("sends nothing more once the API has turned sending off", async () => {
    sending = await SendingToShopify.open();
    const { body } = await sending.shop.v2(`/connections/${sending.connection.id}`, {
      method: "PATCH",
      body: { send_fulfillments: false },
    });
    expect(body).toMatchObject({ send_fulfillments: false, sending: { status: "paused" } });
    await sending.ship(TRACKED);
    await sending.send();
    expect({ calls: sending.lamps.calls, log: await sending.readLog() }).toEqual({ calls: [], log: [] });
  });

  it("that is paused holds pending fulfillments, and sends them when it is resumed", async () => {
    sending = await SendingToShopify.open();
    const path = `/connections/${sending.connection.id}`;
    expect((await sending.shop.v2(path, { method: "PATCH", body: { enabled: false } })).body.sending.status).toBe("paused");
    await sending.ship(TRACKED);
    await sending.send();
    expect({ calls: sending.lamps.calls, status: (await sending.readLog())[0].status }).toEqual({ calls: [], status: "held" });
    await sending.shop.v2(path, { method: "PATCH", body: { enabled: true } });
    await sending.send();
    expect(sending.lamps.fulfillments).toHaveLength(1);
  });

  it("that is deleted cancels pending fulfillments", async () => {
    sending = await SendingToShopify.open();
    await sending.ship(TRACKED);
    await sending.shop.v2(`/connections/${sending.connection.id}?confirm=${sending.connection.id}`, { method: "DELETE" });
    await sending.send();
    expect(sending.lamps.calls).toEqual([]);
    expect(await rows("select status from deliveries where endpoint_id = ?", sending.connection.id)).toEqual([{ status: "cancelled" }]);
  });

  it("sends one at a time to its shop", { tags: "long" }, async () => {
    sending = await SendingToShopify.open();
    for (const number of ["A", "B"]) await sending.ship({ tracking_number: number, items: [await sending.readItem(RED, 1)] });
    let [running, most] = [0, 0];
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return await sending.lamps.response(new Request(input, init));
    });
    while (sending.lamps.fulfillments.length < 2) {
      await sending.sendAndRunJob();
    }
    expect({ most, fulfillmentCount: sending.lamps.fulfillments.length }).toEqual({ most: 1, fulfillmentCount: 2 });
  });

  it("is not a webhook endpoint: only its own resource returns and changes it", async () => {
    sending = await SendingToShopify.open();
    expect((await sending.shop.v2("/webhooks")).body.data).toEqual([]);
    const path = `/webhooks/${sending.connection.id}`;
    await sending.ship(TRACKED);
    const [{ id }] = await sending.readLog();
    const requests: [string, string, unknown][] = [
      ["GET", "", undefined],
      ["GET", "/deliveries", undefined],
      ["PATCH", "", { enabled: false }],
      ["POST", "/test", undefined],
      ["POST", "/recover", {}],
      ["POST", "/rotate-secret", {}],
      ["POST", `/deliveries/${id}/redeliver`, undefined],
      ["DELETE", `?confirm=${sending.connection.id}`, undefined],
    ];
    for (const [method, rest, body] of requests)
      expect({ rest, status: (await sending.shop.v2(path + rest, { method, body })).status }).toEqual({ rest, status: 404 });
    const other = await createShop();
    expect((await other.v2(`/connections/${sending.connection.id}/deliveries`)).status).toBe(404);
    expect((await other.v2(`/connections/${sending.connection.id}/deliveries/${id}/redeliver`, { method: "POST" })).status).toBe(404);
  });
});
