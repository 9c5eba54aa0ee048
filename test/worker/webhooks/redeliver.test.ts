import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, mockCountingReceiver, headersOf, mockReceiver, messagesIn, serveQueues } from "./consumer";
import { eventually } from "../../kit/eventually";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1 } from "../../kit/databases";

const HOUR_MS = 3_600_000;
let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const redeliver = (id: string, of = endpoint.id) => shop.v2(`/webhooks/${of}/deliveries/${id}/redeliver`, { method: "POST" });
const expectEnqueued = async (...expected: unknown[]) => await eventually(() => expect(messagesIn(enqueued.fast)).toEqual(expected));

async function insertAttempts(id: string, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await organizationD1()
      .prepare("insert into attempts values (?, ?, ?, 'https://receiver.example.com/hooks', ?, 1, 500, '', 'http_status')")
      .bind(shop.id, id, number, number)
      .run();
  }
}

it.each(["succeeded", "failed", "held"])(
  "a redelivery sends a delivery that is %s again, as another attempt of the same event (case 48)",
  async (status) => {
    const ended = { status, attempts: 2, next_attempt_at: null, completed_at: 5 };
    const { id, event_id, body } = await insertDelivery(endpoint, Date.now() - HOUR_MS, ended);
    await insertAttempts(id, [2, 1]);
    const response = await redeliver(id);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id, event_id, status: "pending", trigger: "manual", completed_at: null });
    expect(response.body.attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    expect(Date.parse(response.body.next_attempt_at)).toBeLessThanOrEqual(Date.now());
    await expectEnqueued(deliveryMessage(id, 3));
    const fetched = mockReceiver();
    await consumeMessages([deliveryMessage(id, 3)]);
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(headersOf(init)).toMatchObject({ "webhook-id": event_id, "X-Service-Delivery": id, "X-Service-Attempt": "3" });
    expect(new TextDecoder().decode(init?.body as Uint8Array)).toBe(body);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "succeeded", attempts: 3 });
    expect(await attemptsOf(id)).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3, error_code: null }]);
  },
);

it("a redelivery gives a delivery that has failed all of its retries the same number of retries again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { id } = await insertDelivery(endpoint, Date.now(), { status: "failed", attempts: MAX_ATTEMPTS, next_attempt_at: null });
  mockReceiver(() => new Response("", { status: 500 }));
  await redeliver(id);
  await expectEnqueued(deliveryMessage(id, MAX_ATTEMPTS + 1));
  await serveQueues(enqueued);
  expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", attempts: 2 * MAX_ATTEMPTS });
  expect(await attemptsOf(id)).toHaveLength(MAX_ATTEMPTS);
});

describe("a redelivery while a retry is pending", () => {
  it("makes it due now: the old message does nothing, and there is only one request (case 47)", async () => {
    const { id } = await insertDelivery(endpoint, Date.now(), { attempts: 2, next_attempt_at: Date.now() + HOUR_MS });
    const response = await redeliver(id);
    // Its automatic retries go on, so the trigger stays.
    expect(response.body).toMatchObject({ status: "pending", trigger: "auto" });
    await expectEnqueued(deliveryMessage(id, 3));
    const counted = mockCountingReceiver();
    await Promise.all([consumeMessages([deliveryMessage(id, 3)]), consumeMessages([deliveryMessage(id, 3)])]);
    await consumeMessages([deliveryMessage(id, 3)]);
    expect(counted.posts.get(id)).toBe(1);
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it("keeps the number of retries (case 47)", async () => {
    const { id } = await insertDelivery(endpoint, Date.now(), { attempts: MAX_ATTEMPTS - 1, next_attempt_at: Date.now() + HOUR_MS });
    await redeliver(id);
    mockReceiver(() => new Response("", { status: 500 }));
    await consumeMessages([deliveryMessage(id, MAX_ATTEMPTS)]);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", attempts: MAX_ATTEMPTS });
  });
});

it("a redelivery leaves a running attempt alone, and returns the attempts in order (case 47)", async () => {
  const { id } = await insertDelivery(endpoint, Date.now(), { attempts: 2 });
  await insertAttempts(id, [2, 1]);
  const fetched = mockReceiver(async () => {
    const { status, body } = await redeliver(id);
    expect({ status, bodyStatus: body.status }).toEqual({ status: 200, bodyStatus: "pending" });
    expect(body.attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    return new Response("ok");
  });
  await consumeMessages([deliveryMessage(id, 3)]);
  expect(fetched).toHaveBeenCalledOnce();
  expect(await rowOf("deliveries", id)).toMatchObject({ status: "succeeded", attempts: 3 });
  expect(messagesIn(enqueued.fast)).toEqual([]);
});

it("twenty concurrent redeliveries make one request", { tags: "long" }, async () => {
  const { id } = await insertDelivery(endpoint, Date.now(), { status: "failed", attempts: MAX_ATTEMPTS, next_attempt_at: null });
  const responses = await Promise.all(Array.from({ length: 20 }, () => redeliver(id)));
  for (const { status, body } of responses) {
    expect([200, 409]).toContain(status);
    if (status === 409) expect(body.error.details[0].code).toBe("too_much_contention");
  }
  await eventually(() => expect(messagesIn(enqueued.fast).length).toBeGreaterThan(0));
  const counted = mockCountingReceiver();
  for (const { delivery_id, attempt } of messagesIn(enqueued.fast)) await consumeMessages([deliveryMessage(delivery_id, attempt)]);
  expect(counted.posts.get(id)).toBe(1);
});

it.each(["paused", "disabled_failing", "gone"])(
  "a redelivery returns 409 for an endpoint that is %s, and changes nothing",
  async (status) => {
    endpoint = await insertWebhookEndpoint(shop.id, { enabled: 0, status });
    const { id } = await insertDelivery(endpoint, Date.now(), { status: "failed", next_attempt_at: null });
    expect(await redeliver(id)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", details: [{ code: "endpoint_not_active", status }] } },
    });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", trigger: "auto" });
  },
);

it("a redelivery returns 404 for another organization's delivery, another endpoint's, and an unknown one (case 50)", async () => {
  const failed = { status: "failed", next_attempt_at: null };
  const foreign = await insertWebhookEndpoint((await createShop()).id);
  const { id: theirs } = await insertDelivery(foreign, Date.now(), failed);
  const { id: anothers } = await insertDelivery(await insertWebhookEndpoint(shop.id), Date.now(), failed);
  for (const [id, of] of [
    [theirs, foreign.id],
    [theirs, endpoint.id],
    [anothers, endpoint.id],
    ["dlv_unknown", endpoint.id],
    [anothers, "we_unknown"],
  ] as const) {
    expect(await redeliver(id, of)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  }
  for (const id of [theirs, anothers]) expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", trigger: "auto" });
});
