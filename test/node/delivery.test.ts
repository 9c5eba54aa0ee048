import { createHmac, timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CrashingWorker, until } from "./crash/crashing-worker.ts";
import { clockSuite } from "./delivery/clock.ts";
import { neighboursSuite } from "./delivery/neighbours.ts";
import { builtCrashEntry } from "./server/built-worker.ts";
import { type Received, startReceiver } from "./server/receiver.ts";
import { openShop, type Shop } from "./server/shop.ts";

// One Worker for all tests, whose clock the tests advance, so that no test waits for a retry or a timeout.
let crashing: CrashingWorker;
let shop: Shop;

beforeAll(async () => {
  crashing = await CrashingWorker.start(await builtCrashEntry(), { timersByClock: true });
});
beforeEach(async () => {
  // A new shop, because the endpoints of the earlier tests have no receiver any more.
  shop = await openShop(crashing.worker.url);
});
afterAll(async () => await crashing?.[Symbol.asyncDispose]());

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const aMoment = expect.stringMatching(MOMENT);
const bodyOf = ({ raw }: Received) => JSON.parse(raw.toString());

/** The documented check of a receiver: HMAC-SHA256 of the raw bytes with the whole secret, in hex, in constant time. */
function isSigned({ raw, headers }: Received, secret: string): boolean {
  const digest = createHmac("sha256", secret).update(raw).digest();
  const given = Buffer.from(String(headers["x-service-signature"]), "hex");
  return given.length === digest.length && timingSafeEqual(given, digest);
}

it("a new order and its new status are sent to a receiver, signed in both ways (R12) (R13)", { tags: "long" }, async () => {
  await using receiver = await startReceiver();
  const { secret } = await shop.webhook(`${receiver.url}/hooks?a=b`, ["order.created", "order.status_changed"]);
  const order = await shop.order({ external_id: "1001", currency: "GBP" });
  await until(() => expect(receiver.received).toHaveLength(1));
  const moved = await shop.v2(`/orders/${order.id}/status`, { status: "In Production" });
  expect(moved.status).toBe(200);
  await until(() => expect(receiver.received).toHaveLength(2));

  const common = { event_id: expect.stringMatching(/^evt_/), organization_id: shop.id, order_id: order.id };
  // The second event of the order is order.updated, which this endpoint does not get.
  expect(receiver.received.map(bodyOf)).toEqual([
    {
      ...common,
      event: "order.created",
      sequence: 1,
      occurred_at: order.created_at,
      external_id: "1001",
      store_id: shop.storeId,
      store_name: "Gift shop",
      status: "New",
      currency: "GBP",
      total_amount: 19.98,
      item_count: 1,
      date: order.date,
      created_at: order.created_at,
    },
    {
      ...common,
      event: "order.status_changed",
      sequence: 3,
      occurred_at: moved.body.updated_at,
      old_status: "New",
      new_status: "In Production",
    },
  ]);
  for (const request of receiver.received) {
    const { event, event_id } = bodyOf(request);
    expect(request.path).toBe("/hooks?a=b");
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(request.raw.length),
      "x-service-event": event,
      "x-service-delivery": expect.stringMatching(/^dlv_/),
      "x-service-attempt": "1",
      "webhook-id": event_id,
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
    });
    expect(isSigned(request, secret)).toBe(true);
    expect(isSigned(request, secret.slice("whsec_".length))).toBe(false);
    const headers = request.headers as Record<string, string>;
    expect(new Webhook(secret).verify(request.raw, headers)).toEqual(bodyOf(request));
    expect(() => new Webhook(secret).verify(`${request.raw.toString()} `, headers)).toThrow("No matching signature found");
  }
});

it("an order has the status of its items, and the event of its new status has the tracking number of the item", async () => {
  await using receiver = await startReceiver();
  await shop.webhook(receiver.url, ["order.updated", "order.status_changed"]);
  const items = [{ name: "Mug", quantity: 1, price: 1, tracking_code: "1Z999", carrier: "UPS" }];
  const order = await shop.order({ items });
  await shop.v1(`/orderItems/${order.items[0].id}/status`, { status: "Shipped" }, { "Idempotency-Key": "ship" });
  await until(() => expect(receiver.received).toHaveLength(2));

  const bodies = new Map(receiver.received.map((request) => [request.headers["x-service-event"], bodyOf(request)]));
  const common = { event_id: expect.stringMatching(/^evt_/), organization_id: shop.id, order_id: order.id, occurred_at: aMoment };
  expect(bodies.get("order.updated")).toEqual({
    ...common,
    event: "order.updated",
    sequence: 2,
    changed_fields: ["items.status", "status"],
    version: 2,
    updated_at: aMoment,
  });
  expect(bodies.get("order.status_changed")).toEqual({
    ...common,
    event: "order.status_changed",
    sequence: 3,
    old_status: "New",
    new_status: "Shipped",
    tracking_number: "1Z999",
    carrier: "UPS",
  });
});

it("one attempt is logged with the response (R20)", async () => {
  await using receiver = await startReceiver(() => ({ status: 202, body: "thank you" }));
  const { id } = await shop.webhook(receiver.url, ["order.created"]);
  await shop.order();
  const log = await until(async () => {
    const all = await shop.deliveries(id);
    expect(all).toMatchObject([{ status: "succeeded" }]);
    return all;
  });
  const attempt = { number: 1, response_status: 202, response_body: "thank you", error_code: null };
  const [request] = receiver.received;
  expect(log).toEqual([
    {
      id: request?.headers["x-service-delivery"],
      event_id: request?.headers["webhook-id"],
      event: "order.created",
      status: "succeeded",
      trigger: "auto",
      attempts: [{ ...attempt, started_at: aMoment, duration_ms: expect.any(Number) }],
      next_attempt_at: null,
      created_at: aMoment,
      completed_at: aMoment,
    },
  ]);
});

it(
  "a failure is retried after about 5 s: the same bytes, with a new Standard Webhooks signature and a log entry for each request (R12) (R13) (R20)",
  { tags: "long" },
  async () => {
    await using receiver = await startReceiver((_, nth) => (nth === 1 ? { status: 500, body: "not yet" } : { status: 200 }));
    const { id, secret } = await shop.webhook(receiver.url, ["order.created"]);
    await shop.order();
    await until(async () => {
      const [delivery] = await shop.deliveries(id);
      expect(delivery).toMatchObject({ status: "pending", next_attempt_at: aMoment, attempts: [{ number: 1 }] });
    });
    const delaySeconds = await crashing.delayOf((await shop.deliveries(id))[0].id);
    // 5 s, 20 % either way, and a queue counts whole seconds.
    expect(delaySeconds).toBeGreaterThanOrEqual(4);
    expect(delaySeconds).toBeLessThanOrEqual(6);
    expect(receiver.received).toHaveLength(1);
    await crashing.passTime(delaySeconds * 1000);
    await until(() => expect(receiver.received).toHaveLength(2));
    await until(async () => expect((await shop.deliveries(id))[0].status).toBe("succeeded"));

    const [first, second] = receiver.received as [Received, Received];
    expect(second.raw).toEqual(first.raw);
    expect(second.headers).toMatchObject({
      "x-service-attempt": "2",
      "x-service-delivery": first.headers["x-service-delivery"],
      "x-service-signature": first.headers["x-service-signature"],
      "webhook-id": first.headers["webhook-id"],
    });
    expect(Number(second.headers["webhook-timestamp"])).toBeGreaterThan(Number(first.headers["webhook-timestamp"]));
    expect(second.headers["webhook-signature"]).not.toBe(first.headers["webhook-signature"]);
    expect(isSigned(second, secret)).toBe(true);
    expect(new Webhook(secret).verify(second.raw, second.headers as Record<string, string>)).toEqual(bodyOf(first));

    const [delivery] = await shop.deliveries(id);
    expect(delivery.attempts).toMatchObject([
      { number: 1, response_status: 500, response_body: "not yet", error_code: "http_status" },
      { number: 2, response_status: 200, error_code: null },
    ]);
    expect(await crashing.worker.rows("select number from attempts where delivery_id = ?", delivery.id)).toHaveLength(
      receiver.received.length,
    );
  },
);

it("a redirect is not followed (R4) (case 1)", async () => {
  await using elsewhere = await startReceiver();
  await using receiver = await startReceiver(() => ({ status: 307, headers: { Location: elsewhere.url } }));
  const { id } = await shop.webhook(receiver.url, ["order.created"]);
  await shop.order();
  await until(async () => {
    const [delivery] = await shop.deliveries(id);
    expect(delivery.attempts).toMatchObject([{ number: 1, response_status: 307, error_code: "redirect" }]);
  });
  expect(receiver.received).toHaveLength(1);
  expect(elsewhere.received).toEqual([]);
});

describe("an endpoint that does not respond", () => neighboursSuite(() => ({ crashing, shop })));
describe("the clock", () => clockSuite(() => ({ crashing, shop })));
