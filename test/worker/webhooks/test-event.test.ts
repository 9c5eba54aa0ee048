import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertWebhookEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, headersOf, mockReceiver } from "./consumer";

let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id);
});
afterEach(() => vi.restoreAllMocks());

const sendTest = (id = endpoint.id) => shop.v2(`/webhooks/${id}/test`, { method: "POST" });
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it("a test sends one signed event and returns its result (R24)", async () => {
  const fetched = mockReceiver(() => new Response("thanks", { status: 202 }));
  const { status, body } = await sendTest();
  expect(status).toBe(200);
  const [url, init] = fetched.mock.calls[0] ?? [];
  const [headers, sent] = [headersOf(init), new TextDecoder().decode(init?.body as Uint8Array)];
  expect(url).toBe("https://receiver.example.com/hooks");
  expect(headers).toMatchObject({ "X-Service-Event": "webhook.test", "X-Service-Delivery": body.id, "X-Service-Attempt": "1" });
  expect(() => new Webhook(endpoint.secret).verify(sent, headers)).not.toThrow();
  expect(JSON.parse(sent)).toEqual({
    event: "webhook.test",
    event_id: headers["webhook-id"],
    webhook_id: endpoint.id,
    message: expect.any(String),
    occurred_at: MOMENT,
  });
  const delivery = {
    id: body.id,
    event_id: headers["webhook-id"],
    event: "webhook.test",
    status: "succeeded",
    trigger: "test",
    attempts: [
      { number: 1, started_at: MOMENT, duration_ms: expect.any(Number), response_status: 202, response_body: "thanks", error_code: null },
    ],
    next_attempt_at: null,
    created_at: MOMENT,
    completed_at: MOMENT,
  };
  expect(body).toEqual({ id: body.id, delivered: true, response_status: 202, duration_ms: expect.any(Number), error: null, delivery });
  const log = await shop.v2(`/webhooks/${endpoint.id}/deliveries?event=webhook.test`);
  expect(log.body.data).toEqual([delivery]);
});

it.each([
  ["an error", () => new Response("no", { status: 500 }), { response_status: 500, error: "http_status" }],
  ["a redirect", () => new Response(null, { status: 302, headers: { Location: "/x" } }), { response_status: 302, error: "redirect" }],
  ["a broken connection", () => Promise.reject(new Error("Network connection lost.")), { response_status: null, error: "connection" }],
  ["a TLS error", () => Promise.reject(new Error("internal error; reference = x")), { response_status: null, error: "tls_or_dns" }],
  ["a 410", () => new Response("", { status: 410 }), { response_status: 410, error: "http_status" }],
])("a test returns %s, is not retried, and does not affect the endpoint's health (R24)", async (_, response, expected) => {
  endpoint = await insertWebhookEndpoint(shop.id, { failing_since: 1, consecutive_failures: 60 });
  const before = await rowOf("webhook_endpoints", endpoint.id);
  const fetched = mockReceiver(response);
  const { status, body, text } = await sendTest();
  expect({ status, body }).toEqual({ status: 200, body: expect.objectContaining({ delivered: false, ...expected }) });
  expect(body.delivery).toMatchObject({ status: "failed", next_attempt_at: null, completed_at: MOMENT });
  expect(text).not.toContain("reference");
  expect(await rowOf("webhook_endpoints", endpoint.id)).toEqual(before);
  expect({ fast: enqueued.fast, slow: enqueued.slow }).toEqual({ fast: [], slow: [] });
  await consumeMessages([deliveryMessage(body.id, 1), deliveryMessage(body.id, 2)]);
  expect(fetched).toHaveBeenCalledOnce();
});

it("a successful test does not reset failures (R24)", async () => {
  endpoint = await insertWebhookEndpoint(shop.id, { failing_since: 1, consecutive_failures: 60, probe_after: Date.now() + 60_000 });
  const before = await rowOf("webhook_endpoints", endpoint.id);
  mockReceiver();
  expect((await sendTest()).body.delivered).toBe(true);
  expect(await rowOf("webhook_endpoints", endpoint.id)).toEqual(before);
});

it.each(["paused", "disabled_failing", "gone"])("a test is sent to an endpoint that is %s (R24)", async (status) => {
  endpoint = await insertWebhookEndpoint(shop.id, { enabled: 0, status });
  mockReceiver();
  expect((await sendTest()).body).toMatchObject({ delivered: true });
  expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status, enabled: 0 });
});

it("a test is rejected for a deleted and an unknown endpoint, and sends nothing (R24)", async () => {
  const fetched = mockReceiver();
  const deleted = await insertWebhookEndpoint(shop.id, { deleted_at: 1 });
  for (const id of [deleted.id, "we_unknown"]) expect((await sendTest(id)).status).toBe(404);
  expect(fetched).not.toHaveBeenCalled();
  expect(await rows("select id from events where organization_id = ? and type = 'webhook.test'", shop.id)).toEqual([]);
});

it("a test does not connect to a forbidden address, and returns no response of it (R18) (R19)", async () => {
  endpoint = await insertWebhookEndpoint(shop.id, { url: "http://169.254.169.254/latest/meta-data" });
  const fetched = mockReceiver(() => new Response("credentials"));
  const { body, text } = await sendTest();
  expect(body).toMatchObject({ delivered: false, response_status: null, error: "blocked_url" });
  expect(text).not.toContain("credentials");
  expect(fetched).not.toHaveBeenCalled();
});

it("a test returns at most 4 KB of a response, and none of its headers (R19)", async () => {
  mockReceiver(() => new Response("x".repeat(20_000), { headers: { "Set-Cookie": "session=1" } }));
  const { body, text } = await sendTest();
  expect(body.delivery.attempts[0].response_body).toBe("x".repeat(4_096));
  expect(text).not.toContain("session");
});

it("a test is not in the event feed, and is not recovered or redelivered", async () => {
  mockReceiver(() => new Response("", { status: 500 }));
  const { body } = await sendTest();
  expect((await shop.v2("/events")).body.data).toEqual([]);
  expect((await shop.v2(`/webhooks/${endpoint.id}/recover`, { body: {} })).body).toMatchObject({ recovered: 0 });
  const again = await shop.v2(`/webhooks/${endpoint.id}/deliveries/${body.id}/redeliver`, { method: "POST" });
  expect(again).toMatchObject({ status: 409, body: { error: { code: "conflict", details: [{ code: "test_delivery" }] } } });
});

it("a test returns the response if the endpoint is deleted during the request", async () => {
  mockReceiver(async () => {
    expect((await shop.v2(`/webhooks/${endpoint.id}?confirm=${endpoint.id}`, { method: "DELETE" })).status).toBe(200);
    return new Response("late");
  });
  const { status, body } = await sendTest();
  expect({ status, delivered: body.delivered }).toEqual({ status: 200, delivered: true });
  expect(await attemptsOf(body.id)).toHaveLength(1);
});
