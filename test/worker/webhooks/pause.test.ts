import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, mockCountingReceiver, mockReceiver, messagesIn, serveQueues } from "./consumer";
import { eventually } from "../../kit/eventually";
import { organizationD1 } from "../../kit/databases";

const HOUR_MS = 3_600_000;
let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id, { events: JSON.stringify(["order.created"]) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const patch = (body: unknown) => shop.v2(`/webhooks/${endpoint.id}`, { method: "PATCH", body });
const readLog = async () => (await shop.v2(`/webhooks/${endpoint.id}/deliveries`)).body.data;
const statusOf = async ({ id }: { id: string }) => (await rowOf("deliveries", id))["status"];

it("the first read after a change returns the pending delivery of its event (R23)", async () => {
  const order = await ingestOrder(shop);
  const [delivery, ...others] = await readLog();
  expect(delivery).toMatchObject({ event: "order.created", status: "pending", trigger: "auto", attempts: [] });
  expect(others).toEqual([]);
  const { body } = await shop.v2(`/webhooks/${endpoint.id}/deliveries?status=pending&event=order.created`);
  expect(body.data).toEqual([delivery]);
  const stored = await organizationD1().prepare("select body from events where id = ?").bind(delivery.event_id).first<string>("body");
  expect(JSON.parse(stored ?? "")).toMatchObject({ event_id: delivery.event_id, order_id: order.id });
});

describe("a pause", () => {
  it("holds pending deliveries, lets running attempts end, and then prevents claims (R8) (R15) (case 42)", async () => {
    const now = Date.now();
    const [waiting, later] = [
      await insertDelivery(endpoint, now),
      await insertDelivery(endpoint, now, { attempts: 3, next_attempt_at: now + HOUR_MS }),
    ];
    const running = await insertDelivery(endpoint, now);
    const fetched = mockReceiver(async () => {
      expect(await patch({ enabled: false })).toMatchObject({ status: 200, body: { enabled: false, status: "paused" } });
      return new Response("", { status: 500 });
    });
    await consumeMessages([deliveryMessage(running.id)]);
    expect(await attemptsOf(running.id)).toMatchObject([{ number: 1, response_status: 500 }]);
    for (const { id } of [waiting, later, running]) {
      expect(await rowOf("deliveries", id)).toMatchObject({ status: "held", next_attempt_at: null, completed_at: null });
    }
    await consumeMessages([deliveryMessage(waiting.id), deliveryMessage(later.id, 4), deliveryMessage(running.id, 2)]);
    expect(fetched).toHaveBeenCalledOnce();
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it("records new events as held, and enqueues none of them (R15)", async () => {
    await patch({ enabled: false });
    await ingestOrder(shop);
    await ingestOrder(shop);
    expect(await readLog()).toMatchObject([{ status: "held", next_attempt_at: null }, { status: "held" }]);
    expect((await shop.v2(`/webhooks/${endpoint.id}/deliveries?status=held`)).body.data).toHaveLength(2);
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it("that is repeated leaves the endpoint paused and its delivery held", async () => {
    const delivery = await insertDelivery(endpoint, Date.now());
    const responses = [await patch({ enabled: false }), await patch({ enabled: false })];
    expect(responses.map(({ body }) => body.status)).toEqual(["paused", "paused"]);
    expect(await statusOf(delivery)).toBe("held");
  });

  it.each(["gone", "disabled_failing"])("of an endpoint that is %s returns that state", async (status) => {
    endpoint = await insertWebhookEndpoint(shop.id, { enabled: 0, status });
    expect((await patch({ enabled: false })).body).toMatchObject({ enabled: false, status });
  });

  it("that begins and ends during an attempt causes no second one (case 42)", async () => {
    const { id } = await insertDelivery(endpoint, Date.now());
    const fetched = mockReceiver(async () => {
      expect((await patch({ enabled: false })).body).toMatchObject({ status: "paused" });
      expect((await patch({ enabled: true })).body).toMatchObject({ status: "active" });
      await consumeMessages([deliveryMessage(id), deliveryMessage(id, 2)]);
      return new Response("ok");
    });
    await consumeMessages([deliveryMessage(id)]);
    for (const { delivery_id, attempt } of messagesIn(enqueued.fast)) await consumeMessages([deliveryMessage(delivery_id, attempt)]);
    expect(fetched).toHaveBeenCalledOnce();
    expect(await statusOf({ id })).toBe("succeeded");
    expect(await attemptsOf(id)).toHaveLength(1);
  });
});

describe("resuming a paused endpoint", () => {
  it("makes held deliveries due that are younger than 72 h, enqueues five, and sends each once (R11) (R15)", async () => {
    const now = Date.now();
    await patch({ enabled: false });
    const held = { status: "held", next_attempt_at: null };
    const young: string[] = [];
    for (let index = 0; index < 12; index += 1) young.push((await insertDelivery(endpoint, now - 71 * HOUR_MS + index, held)).id);
    const old = await insertDelivery(endpoint, now - 73 * HOUR_MS, held);
    const failed = await insertDelivery(endpoint, now - HOUR_MS, { status: "failed", next_attempt_at: null });
    const counted = mockCountingReceiver();
    expect(await patch({ enabled: true })).toMatchObject({ status: 200, body: { enabled: true, status: "active" } });
    await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(5));
    expect(new Set(await Promise.all(young.map((id) => statusOf({ id }))))).toEqual(new Set(["pending"]));
    // Resuming again enqueues again, but nothing is sent twice.
    await patch({ enabled: true });
    await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(10));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await serveQueues(enqueued);
    expect([...counted.posts.keys()].toSorted()).toEqual(young.toSorted());
    expect([...counted.posts.values()].every((posts) => posts === 1)).toBe(true);
    expect(counted.maxConcurrent).toBeLessThanOrEqual(5);
    expect({ oldStatus: await statusOf(old), failedStatus: await statusOf(failed) }).toEqual({ oldStatus: "held", failedStatus: "failed" });

    const recovery = await shop.v2(`/webhooks/${endpoint.id}/recover`, { body: { statuses: ["held"] } });
    expect(recovery.body).toMatchObject({ status: "completed", recovered: 1 });
    expect({ oldStatus: await statusOf(old), failedStatus: await statusOf(failed) }).toEqual({
      oldStatus: "pending",
      failedStatus: "failed",
    });
  });

  it.each(["paused", "disabled_failing", "gone"])("resets the failure state of an endpoint that is %s", async (status) => {
    const failing = { failing_since: 5, consecutive_failures: 60, probe_after: Date.now() + HOUR_MS, slow: 3 };
    endpoint = await insertWebhookEndpoint(shop.id, { enabled: 0, status, ...failing });
    const { id } = await insertDelivery(endpoint, Date.now(), { status: "held", next_attempt_at: null });
    expect((await patch({ enabled: true })).body).toMatchObject({ enabled: true, status: "active", consecutive_failures: 0 });
    const cleared = { failing_since: null, consecutive_failures: 0, probe_after: null, slow: 0 };
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject(cleared);
    const counted = mockCountingReceiver();
    await eventually(() => expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id)]));
    await consumeMessages([deliveryMessage(id)]);
    expect(counted.posts.get(id)).toBe(1);
  });

  it("is finished by the delivery job if its messages are lost after the commit (case 38)", async () => {
    const { id } = await insertDelivery(endpoint, Date.now() - HOUR_MS, { status: "held", next_attempt_at: null });
    vi.spyOn(env.DELIVERIES, "sendBatch").mockRejectedValue(new Error("lost"));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await patch({ enabled: true });
    enqueued = captureEnqueued();

    // The job waits 30 s for a message before it enqueues another one.
    await runDeliveryJob(env, Date.now() + 31_000);
    expect(messagesIn(enqueued.fast)).toContainEqual(deliveryMessage(id));
  });
});
