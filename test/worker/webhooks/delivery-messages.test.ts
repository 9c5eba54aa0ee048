import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { orderBody, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import {
  beforeBatch,
  deliveryMessage,
  consumeMessages,
  mockCountingReceiver,
  headersOf,
  mockReceiver,
  messagesIn,
  serveQueues,
} from "./consumer";
import { eventually } from "../../kit/eventually";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1 } from "../../kit/databases";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const SUBSCRIBED = { events: JSON.stringify(["order.created"]) };
let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  shop = await createShop();
  enqueued = captureEnqueued();
  endpoint = await insertWebhookEndpoint(shop.id, SUBSCRIBED);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Creates this many deliveries of the endpoint with an attempt that runs elsewhere. */
async function createRunning(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await insertDelivery(endpoint, Date.now(), { attempts: 1, lease_token: `t${index}`, lease_until: Date.now() + 60 * SECOND_MS });
}

/** Creates this many due deliveries, the longest due first. */
async function createDue(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await insertDelivery(endpoint, Date.now() - HOUR_MS + index)).id);
  return ids;
}

/** Creates an order, and returns the delivery of its event. */
async function createOrder(): Promise<string> {
  const { id } = await ingestOrder(shop);
  const [row] = await rows<{ id: string }>(
    "select d.id from deliveries d join events e on e.id = d.event_id where d.endpoint_id = ? and e.order_id = ?",
    endpoint.id,
    id,
  );
  return row?.id ?? "";
}

/** Takes everything that was enqueued so far in the fast queue, including after the response. */
async function takeEnqueued(): Promise<unknown[]> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return messagesIn(enqueued.fast.splice(0));
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a commit", () => {
  it("enqueues a message while fewer than five requests are running, whatever is pending", async () => {
    await createRunning(4);
    await createDue(9);
    const id = await createOrder();
    expect(await takeEnqueued()).toEqual([deliveryMessage(id)]);
  });

  it("enqueues nothing while five requests are running; an expired lease does not count", async () => {
    await createRunning(5);
    await createOrder();
    expect(await takeEnqueued()).toEqual([]);
    await organizationD1()
      .prepare("update deliveries set lease_until = ? where lease_token = 't0' and endpoint_id = ?")
      .bind(Date.now() - 1, endpoint.id)
      .run();
    const id = await createOrder();
    expect(await takeEnqueued()).toEqual([deliveryMessage(id)]);
  });

  it("with eight events enqueues five messages for an endpoint without requests, and none for another that has five", async () => {
    await createRunning(5);
    const free = await insertWebhookEndpoint(shop.id, SUBSCRIBED);
    await shop.v2("/orders/bulk", { body: { orders: Array.from({ length: 8 }, () => orderBody()) } });
    const ids = await rows<{ id: string }>("select id from deliveries where endpoint_id = ?", free.id);
    const messages = (await takeEnqueued()) as { delivery_id: string }[];
    expect(messages).toHaveLength(5);
    for (const { delivery_id } of messages) expect(ids).toContainEqual({ id: delivery_id });
  });

  it("costs as much for a long backlog as for a short one, below five requests, with five, and between two probes", async () => {
    const cost = async () => (await logOf(() => shop.v2("/orders", { body: orderBody() }))).rows_read;
    const setProbe = (at: number | null) =>
      organizationD1()
        .prepare("update webhook_endpoints set probe_after = ?, consecutive_failures = ? where id = ?")
        .bind(at, at === null ? 0 : 6, endpoint.id)
        .run();
    const costs = async () => {
      const free = await cost();
      await setProbe(Date.now() + 60 * SECOND_MS);
      const between = await cost();
      await setProbe(null);
      await createRunning(5);
      const full = await cost();
      await organizationD1().prepare("delete from deliveries where endpoint_id = ? and lease_token is not null").bind(endpoint.id).run();
      return { free, between, full };
    };
    await cost();
    await createDue(20);
    const few = await costs();
    await organizationD1().batch([
      organizationD1()
        .prepare(
          `insert into events (id, organization_id, type, body, occurred_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000) select 'evt_' || ?1 || i, ?1, 'order.updated', '{}', 1 from n`,
        )
        .bind(shop.id),
      organizationD1()
        .prepare(
          `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", next_attempt_at, created_at)
         select 'dlv_' || substr(id, 5), ?1, ?2, id, type, 'pending', 'auto', 1, 1 from events where organization_id = ?1 and occurred_at = 1`,
        )
        .bind(shop.id, endpoint.id),
    ]);
    const many = await costs();
    for (const of of ["free", "between", "full"] as const) expect(Math.abs(many[of] - few[of]), of).toBeLessThanOrEqual(2);
  });
});

describe("a delivery that was committed during five requests is enqueued when one of them ends, by", () => {
  /**
   * Five running requests, one of them of this consumer, and an event that is committed meanwhile. Ends when the request has this response.
   * Returns the delivery of the request, and the one of the event, `waiting`.
   */
  async function endAttempt(response: () => Response | Promise<Response>) {
    await createRunning(4);
    const { id } = await insertDelivery(endpoint, Date.now() - HOUR_MS);
    let waiting = "";
    mockReceiver(async () => {
      waiting = await createOrder();
      expect(await takeEnqueued()).toEqual([]);
      return await response();
    });
    await consumeMessages([deliveryMessage(id)]);
    return { id, waiting };
  }

  it("the consumer of a success that was slow", async () => {
    const { waiting } = await endAttempt(async () => {
      // A consumer continues by itself after a response within 250 ms.
      await sleep(260);
      return new Response("ok");
    });
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting)]);
  });

  it("the consumer of a failure, which also enqueues its own retry", async () => {
    const { id, waiting } = await endAttempt(() => new Response("", { status: 500 }));
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting), deliveryMessage(id, 2)]);
  });

  it("the consumer of the last attempt of a delivery", async () => {
    await createRunning(4);
    const { id } = await insertDelivery(endpoint, Date.now() - HOUR_MS, { attempts: MAX_ATTEMPTS - 1 });
    let waiting = "";
    mockReceiver(async () => {
      waiting = await createOrder();
      return new Response("", { status: 500 });
    });
    await consumeMessages([deliveryMessage(id, MAX_ATTEMPTS)]);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting)]);
  });

  it("the consumer of a success that makes the endpoint slow, in the slow queue", async () => {
    const { waiting } = await endAttempt(() => {
      vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3 * SECOND_MS);
      return new Response("slow");
    });
    expect(messagesIn(enqueued.fast)).toEqual([]);
    expect(messagesIn(enqueued.slow)).toEqual([deliveryMessage(waiting)]);
  });

  it("the consumer of a fast success, in the slow queue if the endpoint has become slow meanwhile", async () => {
    const { waiting } = await endAttempt(async () => {
      await organizationD1().prepare("update webhook_endpoints set slow = 3 where id = ?").bind(endpoint.id).run();
      // A fast response, counted without the time in which the order was created.
      vi.spyOn(Date, "now").mockReturnValue(Date.now());
      return new Response("ok");
    });
    expect(messagesIn(enqueued.slow)).toEqual([deliveryMessage(waiting)]);
  });

  it("the request for a webhook.test delivery", async () => {
    await createRunning(4);
    let waiting = "";
    mockReceiver(async () => {
      waiting = await createOrder();
      expect(await takeEnqueued()).toEqual([]);
      return new Response("ok");
    });
    await shop.v2(`/webhooks/${endpoint.id}/test`, { method: "POST" });
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting)]);
  });

  it("a consumer whose clock is behind, with a later time", async () => {
    await createRunning(4);
    const { id } = await insertDelivery(endpoint, Date.now() - HOUR_MS);
    mockReceiver(() => new Response("", { status: 500 }));
    // Committed by a machine whose clock is 900 ms ahead. Up to a second counts as due.
    const { id: ahead } = await insertDelivery(endpoint, Date.now() + 900);
    await consumeMessages([deliveryMessage(id)]);
    expect(enqueued.fast.flat()).toContainEqual({ body: deliveryMessage(ahead), delaySeconds: 1 });
  });

  it("a consumer whose record failed at first, also for deliveries that were committed meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await createRunning(4);
    const { id } = await insertDelivery(endpoint, Date.now() - HOUR_MS);
    mockReceiver(() => new Response("", { status: 500 }));
    let meanwhile = "";
    beforeBatch(/insert into attempts/, async () => {
      vi.setSystemTime(Date.now() + 3 * SECOND_MS);
      meanwhile = (await insertDelivery(endpoint, Date.now())).id;
      throw new Error("D1_ERROR: overloaded");
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(messagesIn(enqueued.fast)).toContainEqual(deliveryMessage(meanwhile));
  });

  it("the delivery job, after its consumer died: the delivery of its lease, and pending ones", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await createRunning(5);
    const waiting = await createDue(3);
    await createOrder();
    expect(await takeEnqueued()).toEqual([]);
    vi.setSystemTime(Date.now() + 61 * SECOND_MS);
    await runDeliveryJob(env, Date.now());
    expect(messagesIn(enqueued.fast).map(({ delivery_id }) => delivery_id)).toEqual(expect.arrayContaining(waiting));
    mockCountingReceiver();
    await serveQueues(enqueued, Date.now() + 60 * SECOND_MS);
    const [left] = await rows<{ n: number }>(
      "select count(*) as n from deliveries where endpoint_id = ? and status <> 'succeeded'",
      endpoint.id,
    );
    expect(left).toEqual({ n: 0 });
  });
});

describe("a single remaining consumer", () => {
  it.each([1, 2, 4, 5, 12])("delivers all of %i pending deliveries, though nothing else enqueues", async (count) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const waiting = await createDue(count);
    const { id } = await insertDelivery(endpoint, Date.now() - 2 * HOUR_MS);
    // The first one fails, so it is retried only by its own message.
    const posts = new Map<string, number>();
    mockReceiver((_, init) => {
      const of = headersOf(init)["X-Service-Delivery"] ?? "";
      posts.set(of, (posts.get(of) ?? 0) + 1);
      return new Response("", { status: of === id ? 500 : 200 });
    });
    await consumeMessages([deliveryMessage(id)]);
    await serveQueues(enqueued, Date.now());
    expect(waiting.map((of) => posts.get(of))).toEqual(waiting.map(() => 1));
  });
});

describe("a stale message", () => {
  it("claims the delivery of its endpoint that is longest due", async () => {
    const [first, second, third] = await createDue(3);
    const counted = mockCountingReceiver(() => new Response("", { status: 500 }));
    await consumeMessages([deliveryMessage(first ?? ""), deliveryMessage(first ?? ""), deliveryMessage(first ?? "")]);
    expect([...counted.posts]).toEqual([first, second, third].map((id) => [id, 1]));
    expect(counted.maxConcurrent).toBe(3);
    for (const id of [first, second, third]) expect(await attemptsOf(id ?? "")).toMatchObject([{ number: 1 }]);
  });

  it("claims none of another endpoint, none that is not due, and no sixth", async () => {
    const counted = mockCountingReceiver();
    const { id: done } = await insertDelivery(endpoint, Date.now(), { status: "succeeded", attempts: 1, next_attempt_at: null });
    await insertDelivery(await insertWebhookEndpoint(shop.id), Date.now());
    await insertDelivery(endpoint, Date.now() + HOUR_MS);
    await insertDelivery(endpoint, Date.now() - HOUR_MS, { status: "held" });
    await consumeMessages([deliveryMessage(done)]);
    expect(counted.posts.size).toBe(0);
    await createRunning(5);
    await createDue(3);
    await consumeMessages([deliveryMessage(done)]);
    expect(counted.posts.size).toBe(0);
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it("claims none of a paused endpoint, and none between two probes", async () => {
    const counted = mockCountingReceiver();
    const { id: done } = await insertDelivery(endpoint, Date.now(), { status: "succeeded", attempts: 1, next_attempt_at: null });
    await createDue(2);
    for (const columns of [
      `probe_after = ${Date.now() + 60 * SECOND_MS}, consecutive_failures = 6`,
      "probe_after = null, enabled = 0, status = 'paused'",
    ]) {
      await organizationD1().prepare(`update webhook_endpoints set ${columns} where id = ?`).bind(endpoint.id).run();
      await consumeMessages([deliveryMessage(done)]);
    }
    expect(counted.posts.size).toBe(0);
  });

  it("that is too early for its delivery claims nothing, not even another due delivery, and is enqueued again", async () => {
    const counted = mockCountingReceiver();
    const { id } = await insertDelivery(endpoint, Date.now() + 90 * SECOND_MS);
    await createDue(1);
    await consumeMessages([deliveryMessage(id)]);
    expect(counted.posts.size).toBe(0);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id)]);
  });
});

describe("between two probes", () => {
  const probeIn = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await organizationD1()
      .prepare("update webhook_endpoints set probe_after = ?, consecutive_failures = 6 where id = ?")
      .bind(Date.now() + seconds * SECOND_MS, endpoint.id)
      .run();
  };

  it("the first event is enqueued for the next probe, and later events enqueue nothing", async () => {
    await probeIn(100);
    // A retry that is due long after the probe does not wait for it.
    await insertDelivery(endpoint, Date.now() + 12 * HOUR_MS, { attempts: 13 });
    const { body } = await shop.v2("/orders/bulk", { body: { orders: [orderBody(), orderBody(), orderBody()] } });
    expect(body.summary.created).toBe(3);
    await createOrder();
    await eventually(() => expect(enqueued.fast.flat()).toHaveLength(1));
    // A later one would be enqueued by now.
    await sleep(50);
    expect(enqueued.fast.flat()).toHaveLength(1);
    const [{ delaySeconds } = {}] = enqueued.fast.flat();
    expect(delaySeconds).toBeGreaterThan(98);
    expect(delaySeconds).toBeLessThanOrEqual(100);
    const counted = mockCountingReceiver();
    await serveQueues(enqueued, Date.now() + 101 * SECOND_MS);
    expect([...counted.posts.values()]).toEqual([1, 1, 1, 1]);
  });

  it("a failed probe of the only pending delivery is enqueued once, not twice", async () => {
    await organizationD1().prepare("update webhook_endpoints set consecutive_failures = 6 where id = ?").bind(endpoint.id).run();
    const [id = ""] = await createDue(1);
    mockReceiver(() => new Response("", { status: 500 }));
    await consumeMessages([deliveryMessage(id)]);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id, 2)]);
  });

  it("a redelivery becomes the probe", async () => {
    await probeIn(300);
    const waiting = await createDue(3);
    const { id } = await insertDelivery(endpoint, Date.now() - 2 * HOUR_MS, {
      status: "failed",
      attempts: MAX_ATTEMPTS,
      next_attempt_at: null,
    });
    await shop.v2(`/webhooks/${endpoint.id}/deliveries/${id}/redeliver`, { method: "POST" });
    await eventually(() => expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, MAX_ATTEMPTS + 1), delaySeconds: 0 }]));
    const failing = mockReceiver(() => new Response("", { status: 500 }));
    // The first message is not of the next attempt of its delivery, so it leaves the only slot to the redelivery.
    await consumeMessages([...waiting.slice(0, 1).map((of) => deliveryMessage(of, 2)), deliveryMessage(id, MAX_ATTEMPTS + 1)]);
    expect(failing).toHaveBeenCalledOnce();
    expect(await attemptsOf(id)).toHaveLength(1);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 7, probe_after: expect.any(Number) });
  });

  it("recovered deliveries are enqueued for the next probe (R16)", async () => {
    await probeIn(100);
    const { id } = await insertDelivery(endpoint, Date.now() - HOUR_MS, {
      status: "failed",
      attempts: MAX_ATTEMPTS,
      next_attempt_at: null,
    });
    await shop.v2(`/webhooks/${endpoint.id}/recover`, { body: {} });
    await eventually(() => expect(enqueued.fast.flat()).toHaveLength(1));
    const counted = mockCountingReceiver();
    await serveQueues(enqueued, Date.now() + 101 * SECOND_MS);
    expect(counted.posts.get(id)).toBe(1);
  });
});

it("a stream of events to a slow endpoint is delivered without the delivery job", { tags: "long" }, async () => {
  const EVENTS = 20;
  const posts = new Map<string, number>();
  mockReceiver(async (_, init) => {
    const id = headersOf(init)["X-Service-Delivery"] ?? "";
    posts.set(id, (posts.get(id) ?? 0) + 1);
    // Longer than a consumer continues by itself, so that each request has its own message; each one differs slightly.
    await sleep(260 + ((posts.size * 37) % 140));
    return new Response("ok");
  });
  const messages = { deliveries: 0, "deliveries-slow": 0 };
  const consumers = new Set<Promise<unknown>>();
  const write = async () => {
    for (let index = 0; index < EVENTS; index += 1) await ingestOrder(shop);
  };
  const serve = async () => {
    while (posts.size < EVENTS || consumers.size > 0 || enqueued.fast.length + enqueued.slow.length > 0) {
      // On a busy machine, the endpoint may be slow enough to be moved to the slow queue.
      for (const [batches, queue] of [
        [enqueued.fast, "deliveries"],
        [enqueued.slow, "deliveries-slow"],
      ] as const) {
        const batch = batches.splice(0).flat();
        messages[queue] += batch.length;
        for (let from = 0; from < batch.length; from += 5) {
          const bodies = batch.slice(from, from + 5).map(({ body }) => body);
          const consumer: Promise<unknown> = consumeMessages(bodies, queue).finally(() => consumers.delete(consumer));
          consumers.add(consumer);
        }
      }
      await sleep(5);
    }
  };
  await Promise.all([write(), serve()]);
  expect([...posts.values()]).toEqual(Array.from({ length: EVENTS }, () => 1));
  // At most one for each committed event and one for each ended attempt, and once more each when the queue changes.
  expect(messages.deliveries).toBeLessThanOrEqual(2 * EVENTS);
  expect(messages["deliveries-slow"]).toBeLessThanOrEqual(2 * EVENTS);
});
