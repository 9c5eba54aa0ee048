import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, type Shop } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { beforeBatch, deliveryMessage, consumeMessages, headersOf, mockReceiver, messagesIn } from "./consumer";
import { organizationD1 } from "../../kit/databases";

const HOUR_MS = 3_600_000;
const CHANGE = /update "webhook_endpoints"/;
let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id);
});
afterEach(() => vi.restoreAllMocks());

const patch = (body: unknown) => shop.v2(`/webhooks/${endpoint.id}`, { method: "PATCH", body });
const remove = () => shop.v2(`/webhooks/${endpoint.id}?confirm=${endpoint.id}`, { method: "DELETE" });
const post = (path: string, body: unknown = {}) => shop.v2(`/webhooks/${endpoint.id}${path}`, { body });
/** The endpoint is disabled after 120 h and ten failures, so by its next one. */
const failing = { failing_since: Date.now() - 121 * HOUR_MS, consecutive_failures: 9 };

describe("a new URL", () => {
  it("gets the next attempt; the log keeps the old URL, whose failures do not count (case 44)", async () => {
    endpoint = await insertWebhookEndpoint(shop.id, { ...failing, probe_after: Date.now() + HOUR_MS, slow: 3 });
    const { id } = await insertDelivery(endpoint, Date.now(), { attempts: 1, next_attempt_at: Date.now() - 1 });
    await organizationD1()
      .prepare(
        `insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, error_code)
         values (?, ?, 1, 'https://receiver.example.com/hooks', 1, 1, 500, 'http_status')`,
      )
      .bind(shop.id, id)
      .run();
    expect(await patch({ url: "https://new.example.com/in" })).toMatchObject({ status: 200, body: { consecutive_failures: 0 } });
    const urls: string[] = [];
    mockReceiver((url) => {
      urls.push(url);
      return new Response("", { status: 500 });
    });
    await consumeMessages([deliveryMessage(id, 2)]);
    expect(urls).toEqual(["https://new.example.com/in"]);
    expect(await attemptsOf(id)).toMatchObject([{ url: "https://receiver.example.com/hooks" }, { url: "https://new.example.com/in" }]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status: "active", consecutive_failures: 1 });
  });

  it("that equals the old one resets nothing", async () => {
    endpoint = await insertWebhookEndpoint(shop.id, failing);
    expect(await patch({ url: "https://receiver.example.com/hooks", description: "x" })).toMatchObject({ status: 200 });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ ...failing, description: "x" });
  });
});

it("an endpoint still gets deliveries of an event that was unsubscribed after they were created, and no new ones of that event (case 46)", async () => {
  const { id } = await insertDelivery(endpoint, Date.now());
  await patch({ events: ["ticket.created"] });
  const fetched = mockReceiver();
  await consumeMessages([deliveryMessage(id)]);
  expect(headersOf(fetched.mock.calls[0]?.[1])).toMatchObject({ "X-Service-Event": "order.updated" });
  const order = await shop.v2("/orders", { body: { store: "Gift shop", items: [{ name: "Mug", price: 1 }] } });
  expect((await shop.v2(`/orders/${order.body.id}`, { method: "PATCH", body: { customer_name: "Ann" } })).status).toBe(200);
  expect((await shop.v2(`/webhooks/${endpoint.id}/deliveries`)).body.data).toHaveLength(1);
  await shop.v2("/tickets", { body: { subject: "Late", body: "?" } });
  expect((await shop.v2(`/webhooks/${endpoint.id}/deliveries?event=ticket.created`)).body.data).toHaveLength(1);
});

describe("a PATCH that is concurrent", () => {
  it("with another PATCH loses no change of either", async () => {
    beforeBatch(CHANGE, async () => expect((await patch({ description: "second" })).status).toBe(200));
    expect(await patch({ events: ["ticket.created"] })).toMatchObject({
      status: 200,
      body: { events: ["ticket.created"], description: "second" },
    });
    const responses = await Promise.all([
      patch({ description: "a" }),
      patch({ enabled: false }),
      patch({ url: "https://b.example.com/" }),
      patch({ events: ["order.created"] }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await shop.v2(`/webhooks/${endpoint.id}`)).body).toMatchObject({
      description: "a",
      enabled: false,
      url: "https://b.example.com/",
      events: ["order.created"],
    });
  });

  it("with a DELETE returns 404, and does not restore the endpoint", async () => {
    const { id } = await insertDelivery(endpoint, Date.now(), { status: "held", next_attempt_at: null });
    beforeBatch(CHANGE, async () => expect((await remove()).status).toBe(200));
    expect((await patch({ enabled: true })).status).toBe(404);
    expect((await shop.v2(`/webhooks/${endpoint.id}`)).status).toBe(404);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "cancelled" });
  });

  it.each([
    ["a 410", {}, 410, "gone"],
    ["an auto-disable", failing, 500, "disabled_failing"],
  ])("with %s keeps the new state of the endpoint", async (_, columns, status, expected) => {
    endpoint = await insertWebhookEndpoint(shop.id, columns);
    const { id } = await insertDelivery(endpoint, Date.now());
    mockReceiver(() => new Response("", { status }));
    beforeBatch(CHANGE, async () => await consumeMessages([deliveryMessage(id)]));
    expect((await patch({ description: "x" })).body).toMatchObject({ description: "x", enabled: false, status: expected });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "held" });
  });

  it.each([
    ["a 410", {}, 410],
    ["an auto-disable", failing, 500],
  ])("with %s and enables the endpoint takes precedence (case 43)", async (_, columns, status) => {
    endpoint = await insertWebhookEndpoint(shop.id, columns);
    const { id } = await insertDelivery(endpoint, Date.now());
    mockReceiver(() => new Response("", { status }));
    beforeBatch(CHANGE, async () => await consumeMessages([deliveryMessage(id)]));
    expect((await patch({ enabled: true })).body).toMatchObject({ enabled: true, status: "active" });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending" });
  });

  it.each([
    ["a 410", {}, 410],
    ["a last failure", failing, 500],
  ])("is not undone by %s of an attempt that began before it (case 43)", async (_, columns, status) => {
    endpoint = await insertWebhookEndpoint(shop.id, columns);
    const { id } = await insertDelivery(endpoint, Date.now());
    mockReceiver(async () => {
      expect((await patch({ enabled: true })).status).toBe(200);
      return new Response("", { status });
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status: "active", enabled: 1 });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending", attempts: 1 });
    expect(messagesIn(enqueued.fast)).toContainEqual(deliveryMessage(id, 2));
  });
});

describe("a DELETE or a pause between the read and the write of a request", () => {
  // The deliveries are a millisecond old, because a recovery takes only what was created before it.
  const missed = { status: "failed", next_attempt_at: null };
  const redeliver = (id: string) => post(`/deliveries/${id}/redeliver`);

  it.each([
    ["redeliver", redeliver, /run_from = /],
    ["recover", () => post("/recover"), /insert into "recoveries"/],
    ["test", () => post("/test"), /insert into events/],
    ["rotate-secret", () => post("/rotate-secret"), CHANGE],
  ] as const)("makes %s return 404, and no delivery is due for a deleted endpoint", async (_, request, statement) => {
    const { id } = await insertDelivery(endpoint, Date.now() - 1, missed);
    const fetched = mockReceiver();
    beforeBatch(statement, async () => expect((await remove()).status).toBe(200));
    expect((await request(id)).status).toBe(404);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed" });
    expect((await shop.v2(`/webhooks/${endpoint.id}/deliveries?status=pending`)).body.data).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ["redeliver", redeliver, /run_from = /],
    ["recover", () => post("/recover"), /insert into "recoveries"/],
  ] as const)("makes %s return 409 with the state, and no delivery is due for a paused endpoint", async (_, request, statement) => {
    const { id } = await insertDelivery(endpoint, Date.now() - 1, missed);
    beforeBatch(statement, async () => expect((await patch({ enabled: false })).status).toBe(200));
    expect(await request(id)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", details: [{ code: "endpoint_not_active", status: "paused" }] } },
    });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed" });
  });

  it("does not count a failed delivery in a recovery that a redelivery has already made due (R16)", async () => {
    const { id } = await insertDelivery(endpoint, Date.now() - 1, missed);
    await insertDelivery(endpoint, Date.now() - 1, missed);
    beforeBatch(/insert into "recoveries"/, async () => expect((await redeliver(id)).status).toBe(200));
    expect((await post("/recover")).body).toMatchObject({ recovered: 1, status: "completed" });
    expect(await rowOf("deliveries", id)).toMatchObject({ trigger: "manual" });
  });
});

it("20 concurrent pauses under one key get the same response", { tags: "long" }, async () => {
  const headers = idempotencyKey();
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => shop.v2(`/webhooks/${endpoint.id}`, { method: "PATCH", body: { enabled: false }, headers })),
  );
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ version: 2 });
});
