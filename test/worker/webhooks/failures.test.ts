import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LEASE_MS } from "../../../src/resources/webhooks/deliveries/lease.sql.ts";
import { send } from "../../../src/resources/webhooks/send";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { createShop, rows, ingestOrder } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  insertOrganization,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, mockCountingReceiver, headersOf, mockReceiver, messagesIn, serveQueues } from "./consumer";
import { eventually } from "../../kit/eventually";
import { organizationD1 } from "../../kit/databases";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(await insertOrganization());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("one delivery that can't be sent does not stop the four others of its batch, which are sent once (case 32)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const counted = mockCountingReceiver();
  // Encrypted for another endpoint, so decrypting it throws.
  const broken = await insertWebhookEndpoint(endpoint.organizationId, {
    secret: String((await rowOf("webhook_endpoints", endpoint.id))["secret"]),
  });
  const { id: bad } = await insertDelivery(broken, Date.now());
  const good: string[] = [];
  for (let index = 0; index < 4; index += 1)
    good.push((await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId), Date.now())).id);
  const bodies = [good[0], bad, good[1], good[2], good[3]].map((id) => deliveryMessage(id ?? ""));
  expect(await consumeMessages(bodies)).toEqual({ acked: 5, retried: 0, outcome: "ok" });
  expect(counted.posts).toEqual(new Map(good.map((id) => [id, 1])));
  // The delivery job finds the lease after it has expired.
  await runDeliveryJob(env, Date.now() + LEASE_MS);
  expect(await attemptsOf(bad)).toMatchObject([{ number: 1, error_code: "outcome_unknown" }]);
  expect(messagesIn(enqueued.fast)).toContainEqual(deliveryMessage(bad, 2));
});

it("a record whose response is lost is written once, and claims one next delivery (R7) (case 35)", async () => {
  const counted = mockCountingReceiver();
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) ids.push((await insertDelivery(endpoint, Date.now() - MINUTE_MS + index)).id);
  const real = organizationD1().batch.bind(organizationD1());
  let batches = 0;
  vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
    const results = await real(statements);
    batches += 1;
    // The first one claims the delivery, the second one records its attempt.
    if (batches === 2) throw new Error("D1_ERROR: Network connection lost.");
    return results;
  });
  await consumeMessages([deliveryMessage(ids[0] ?? "")]);
  // A second claim would keep its lease, because nothing sends it.
  expect(await rows("select id from deliveries where lease_token is not null")).toEqual([]);
  await serveQueues(enqueued);
  expect(counted.posts.get(ids[0] ?? "")).toBe(1);
  expect(Math.max(...counted.posts.values())).toBe(1);
  expect(await attemptsOf(ids[0] ?? "")).toHaveLength(1);
});

it("a lease is longer than three of the longest exchanges (case 36)", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  mockReceiver((_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))));
  const silent = send("https://receiver.example.com/", { headers: {}, body: new Uint8Array() });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const headersMs = (await silent).durationMs;
  mockReceiver(() => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) })));
  const stalled = send("https://receiver.example.com/", { headers: {}, body: new Uint8Array() });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const bodyMs = (await stalled).durationMs;
  expect(headersMs + bodyMs).toBeGreaterThan(10_000);
  expect(LEASE_MS).toBeGreaterThan(3 * (headersMs + bodyMs));
});

describe("a queue message and the delivery job at the same time (R7) (case 37)", () => {
  it("make one request for the same delivery", async () => {
    const counted = mockCountingReceiver();
    const { id } = await insertDelivery(endpoint, Date.now() - MINUTE_MS);
    await Promise.all([runDeliveryJob(env, Date.now()), runDeliveryJob(env, Date.now()), consumeMessages([deliveryMessage(id)])]);
    await serveQueues(enqueued);
    expect(counted.posts.get(id)).toBe(1);
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it("change nothing with a record that is written after the delivery job has treated the attempt as lost", async () => {
    const { id } = await insertDelivery(endpoint, Date.now());
    mockReceiver(async () => {
      await runDeliveryJob(env, Date.now() + LEASE_MS);
      return new Response("late");
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(await attemptsOf(id)).toMatchObject([{ number: 1, error_code: "outcome_unknown", response_status: null }]);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending", attempts: 1, lease_token: null });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ last_success_at: null });
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id, 2)]);
  });
});

it("an event for 130 endpoints is recorded for each, enqueued in batches, and sent once to each (case 40)", { tags: "long" }, async () => {
  const shop = await createShop();
  for (let index = 0; index < 130; index += 1) await insertWebhookEndpoint(shop.id, { events: '["order.created"]' });
  await ingestOrder(shop);
  const deliveries = await rows<{ id: string }>("select id from deliveries where organization_id = ? and status = 'pending'", shop.id);
  expect(deliveries).toHaveLength(130);
  await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(130));
  expect(enqueued.fast.map((portion) => portion.length).toSorted((a, b) => a - b)).toEqual([30, 100]);
  const counted = mockCountingReceiver();
  await serveQueues(enqueued);
  expect([...counted.posts.keys()].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  expect(new Set(counted.posts.values())).toEqual(new Set([1]));
});

it("a receiver that rejects a sixth concurrent request has no failed delivery (R11) (case 70)", { tags: "long" }, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  let inFlight = 0;
  mockReceiver(async () => {
    inFlight += 1;
    const status = inFlight > 5 ? 503 : 200;
    await new Promise((resolve) => setTimeout(resolve, 5));
    inFlight -= 1;
    return new Response("", { status });
  });
  const ids: string[] = [];
  for (let index = 0; index < 60; index += 1) ids.push((await insertDelivery(endpoint, Date.now() - MINUTE_MS)).id);
  // Twelve consumers at once, each with a batch.
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => consumeMessages(ids.slice(index * 5, index * 5 + 5).map((id) => deliveryMessage(id)))),
  );
  await serveQueues(enqueued);
  for (let minute = 1; minute < 30; minute += 1) {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await runDeliveryJob(env, Date.now());
    await serveQueues(enqueued, Date.now());
  }
  expect(
    await rows("select status, attempts, count(*) as n from deliveries where endpoint_id = ? group by status, attempts", endpoint.id),
  ).toEqual([{ status: "succeeded", attempts: 1, n: 60 }]);
});

it("an invocation makes at most five requests at a time, whatever the real queues contain (R11) (case 71)", { tags: "long" }, async () => {
  vi.restoreAllMocks();
  const seen: string[] = [];
  let [inFlight, most] = [0, 0];
  mockReceiver(async (_, init) => {
    seen.push(headersOf(init)["X-Service-Delivery"] ?? "");
    most = Math.max(most, (inFlight += 1));
    await new Promise((resolve) => setTimeout(resolve, 10));
    inFlight -= 1;
    return new Response("ok");
  });
  const ids: string[] = [];
  for (let index = 0; index < 28; index += 1)
    ids.push((await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId), Date.now())).id);
  // This queue runs one consumer at a time.
  await env.DELIVERIES.sendBatch(ids.map((id) => ({ body: deliveryMessage(id) })));
  await eventually(async () => expect(await rows("select id from deliveries where status = 'succeeded'")).toHaveLength(28));
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(most).toBeLessThanOrEqual(5);
});

it("retention deletes no delivery that is retried, claimed by a consumer, or younger, nor its event (case 73)", async () => {
  const old = Date.now() - 31 * DAY_MS;
  const kept = [
    await insertDelivery(endpoint, old, { attempts: 5, next_attempt_at: Date.now() + MINUTE_MS }),
    await insertDelivery(endpoint, old, { attempts: 1, lease_token: "t", lease_until: Date.now() + MINUTE_MS }),
    await insertDelivery(endpoint, old, { status: "cancelled", attempts: 1, lease_token: "u", lease_until: Date.now() + MINUTE_MS }),
    await insertDelivery(endpoint, Date.now() - 29 * DAY_MS, { status: "failed", next_attempt_at: null }),
  ];
  const { id: gone } = await insertDelivery(endpoint, old, { status: "failed", next_attempt_at: null });
  await runDeliveryJob(env, Date.now());
  expect(await rows("select id from deliveries where id = ?", gone)).toEqual([]);
  const counted = mockCountingReceiver();
  for (const { id, event_id } of kept) {
    expect(await rowOf("deliveries", id)).toMatchObject({ id });
    expect(await rows("select id from events where id = ?", event_id)).toHaveLength(1);
  }
  await organizationD1()
    .prepare("update deliveries set next_attempt_at = ? where id = ?")
    .bind(Date.now(), kept[0]?.id ?? "")
    .run();
  await consumeMessages([deliveryMessage(kept[0]?.id ?? "", 6)]);
  expect(counted.posts.get(kept[0]?.id ?? "")).toBe(1);
});
