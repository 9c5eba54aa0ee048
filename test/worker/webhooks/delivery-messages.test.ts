import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { anOrder, aShop, rows, type Shop, takeIn } from "../../kit/client";
import { logOf } from "../../kit/log";
import {
  type AnEndpoint,
  aDelivery,
  anEndpoint,
  attemptsOf,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { beforeBatch, deliveryMessage, consumed, countingReceiver, headersOf, receiver, messagesIn, serveQueues } from "./consumer";
import { eventually } from "../../kit/eventually";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1 } from "../../kit/databases";

const SECOND = 1_000;
const HOUR = 3_600_000;
const SUBSCRIBED = { events: JSON.stringify(["order.created"]) };
let shop: Shop;
let endpoint: AnEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  shop = await aShop();
  enqueued = captureEnqueued();
  endpoint = await anEndpoint(shop.id, SUBSCRIBED);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** So many of the endpoint's deliveries, under way elsewhere. */
async function underWay(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await aDelivery(endpoint, Date.now(), { attempts: 1, lease_token: `t${index}`, lease_until: Date.now() + 60 * SECOND });
}

/** So many that are due, the first the longest. */
async function due(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await aDelivery(endpoint, Date.now() - HOUR + index)).id);
  return ids;
}

/** Takes an order in; the delivery of its event. */
async function ordered(): Promise<string> {
  const { id } = await takeIn(shop);
  const [row] = await rows<{ id: string }>(
    "select d.id from deliveries d join events e on e.id = d.event_id where d.endpoint_id = ? and e.order_id = ?",
    endpoint.id,
    id,
  );
  return row?.id ?? "";
}

/** What has been enqueued by now, including what is done after the response. */
async function enqueuedByNow(): Promise<unknown[]> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return messagesIn(enqueued.fast.splice(0));
}

const waits = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a commit", () => {
  it("enqueues while a place is free, whatever waits", async () => {
    await underWay(4);
    await due(9);
    const id = await ordered();
    expect(await enqueuedByNow()).toEqual([deliveryMessage(id)]);
  });

  it("enqueues nothing while all places are taken; a lease that ran out takes none", async () => {
    await underWay(5);
    await ordered();
    expect(await enqueuedByNow()).toEqual([]);
    await organizationD1()
      .prepare("update deliveries set lease_until = ? where lease_token = 't0' and endpoint_id = ?")
      .bind(Date.now() - 1, endpoint.id)
      .run();
    const id = await ordered();
    expect(await enqueuedByNow()).toEqual([deliveryMessage(id)]);
  });

  it("enqueues for one endpoint that has places, and not for another that has none", async () => {
    await underWay(5);
    const free = await anEndpoint(shop.id, SUBSCRIBED);
    await shop.v2("/orders/bulk", { body: { orders: Array.from({ length: 8 }, () => anOrder()) } });
    const ids = await rows<{ id: string }>("select id from deliveries where endpoint_id = ?", free.id);
    const messages = (await enqueuedByNow()) as { delivery_id: string }[];
    expect(messages).toHaveLength(5);
    for (const { delivery_id } of messages) expect(ids).toContainEqual({ id: delivery_id });
  });

  it("costs as much for a long backlog as for a short one, with places free, without, and between two probes", async () => {
    const cost = async () => (await logOf(() => shop.v2("/orders", { body: anOrder() }))).rows_read;
    const probe = (at: number | null) =>
      organizationD1()
        .prepare("update webhook_endpoints set probe_after = ?, consecutive_failures = ? where id = ?")
        .bind(at, at === null ? 0 : 6, endpoint.id)
        .run();
    const costs = async () => {
      const free = await cost();
      await probe(Date.now() + 60 * SECOND);
      const between = await cost();
      await probe(null);
      await underWay(5);
      const full = await cost();
      await organizationD1().prepare("delete from deliveries where endpoint_id = ? and lease_token is not null").bind(endpoint.id).run();
      return { free, between, full };
    };
    await cost();
    await due(20);
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

describe("what was committed while all places were taken is enqueued, without the delivery job, by the consumer whose attempt ends", () => {
  /** Five places, one of them ours, with an event that comes while ours is under way; what is enqueued after it has ended. */
  async function ending(response: () => Response | Promise<Response>, queue: "deliveries" | "deliveries-slow" = "deliveries") {
    await underWay(4);
    const { id } = await aDelivery(endpoint, Date.now() - HOUR);
    let waiting = "";
    receiver(async () => {
      waiting = await ordered();
      expect(await enqueuedByNow()).toEqual([]);
      return await response();
    });
    await consumed([deliveryMessage(id)], queue);
    return { id, waiting };
  }

  it("a success that took its time", async () => {
    const { waiting } = await ending(async () => {
      await waits(260);
      return new Response("ok");
    });
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting)]);
  });

  it("a failure, which enqueues its own retry too", async () => {
    const { id, waiting } = await ending(() => new Response("", { status: 500 }));
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting), deliveryMessage(id, 2)]);
  });

  it("the last attempt that a delivery had", async () => {
    await underWay(4);
    const { id } = await aDelivery(endpoint, Date.now() - HOUR, { attempts: MAX_ATTEMPTS - 1 });
    let waiting = "";
    receiver(async () => {
      waiting = await ordered();
      return new Response("", { status: 500 });
    });
    await consumed([deliveryMessage(id, MAX_ATTEMPTS)]);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting)]);
  });

  it("a success that makes the endpoint slow, in the slow queue", async () => {
    const { waiting } = await ending(() => {
      vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3 * SECOND);
      return new Response("slow");
    });
    expect(messagesIn(enqueued.fast)).toEqual([]);
    expect(messagesIn(enqueued.slow)).toEqual([deliveryMessage(waiting)]);
  });

  it("a quick success in the fast queue, where the endpoint has become slow meanwhile and it may not go on", async () => {
    const { waiting } = await ending(async () => {
      await organizationD1().prepare("update webhook_endpoints set slow = 3 where id = ?").bind(endpoint.id).run();
      // Quick as it is, counted without the order that was taken in.
      vi.spyOn(Date, "now").mockReturnValue(Date.now());
      return new Response("ok");
    });
    expect(messagesIn(enqueued.slow)).toEqual([deliveryMessage(waiting)]);
  });

  it("a test", async () => {
    await underWay(4);
    let waiting = "";
    receiver(async () => {
      waiting = await ordered();
      expect(await enqueuedByNow()).toEqual([]);
      return new Response("ok");
    });
    await shop.v2(`/webhooks/${endpoint.id}/test`, { method: "POST" });
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting)]);
  });

  it("one whose clock is behind: it enqueues for a moment later", async () => {
    await underWay(4);
    const { id } = await aDelivery(endpoint, Date.now() - HOUR);
    receiver(() => new Response("", { status: 500 }));
    const { id: ahead } = await aDelivery(endpoint, Date.now() + 900);
    await consumed([deliveryMessage(id)]);
    expect(enqueued.fast.flat()).toContainEqual({ body: deliveryMessage(ahead), delaySeconds: 1 });
  });

  it("one whose record was refused at first: what has come meanwhile is enqueued too", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await underWay(4);
    const { id } = await aDelivery(endpoint, Date.now() - HOUR);
    receiver(() => new Response("", { status: 500 }));
    let meanwhile = "";
    beforeBatch(/insert into attempts/, async () => {
      vi.setSystemTime(Date.now() + 3 * SECOND);
      meanwhile = (await aDelivery(endpoint, Date.now())).id;
      throw new Error("D1_ERROR: overloaded");
    });
    await consumed([deliveryMessage(id)]);
    expect(messagesIn(enqueued.fast)).toContainEqual(deliveryMessage(meanwhile));
  });

  it("the delivery job, where its consumer died: its lease and the messages of what waits", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await underWay(5);
    const waiting = await due(3);
    await ordered();
    expect(await enqueuedByNow()).toEqual([]);
    vi.setSystemTime(Date.now() + 61 * SECOND);
    await runDeliveryJob(env, Date.now());
    expect(messagesIn(enqueued.fast).map(({ delivery_id }) => delivery_id)).toEqual(expect.arrayContaining(waiting));
    countingReceiver();
    await serveQueues(enqueued, Date.now() + 60 * SECOND);
    const [left] = await rows<{ n: number }>(
      "select count(*) as n from deliveries where endpoint_id = ? and status <> 'succeeded'",
      endpoint.id,
    );
    expect(left).toEqual({ n: 0 });
  });
});

describe("a single consumer that is left", () => {
  it.each([1, 2, 4, 5, 12])("serves all of %i that wait, though nobody else enqueues", async (count) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const waiting = await due(count);
    const { id } = await aDelivery(endpoint, Date.now() - 2 * HOUR);
    // The first one fails: it goes on by its message alone.
    const posts = new Map<string, number>();
    receiver((_, init) => {
      const of = headersOf(init)["X-Service-Delivery"] ?? "";
      posts.set(of, (posts.get(of) ?? 0) + 1);
      return new Response("", { status: of === id ? 500 : 200 });
    });
    await consumed([deliveryMessage(id)]);
    await serveQueues(enqueued, Date.now());
    expect(waiting.map((of) => posts.get(of))).toEqual(waiting.map(() => 1));
  });
});

describe("a message that comes too late for its delivery", () => {
  it("claims the one of its endpoint that waits the longest", async () => {
    const [first, second, third] = await due(3);
    const counted = countingReceiver(() => new Response("", { status: 500 }));
    await consumed([deliveryMessage(first ?? ""), deliveryMessage(first ?? ""), deliveryMessage(first ?? "")]);
    expect([...counted.posts]).toEqual([first, second, third].map((id) => [id, 1]));
    expect(counted.most).toBe(3);
    for (const id of [first, second, third]) expect(await attemptsOf(id ?? "")).toMatchObject([{ number: 1 }]);
  });

  it("claims none of another endpoint's, none that is not due, and no sixth", async () => {
    const counted = countingReceiver();
    const { id: done } = await aDelivery(endpoint, Date.now(), { status: "succeeded", attempts: 1, next_attempt_at: null });
    await aDelivery(await anEndpoint(shop.id), Date.now());
    await aDelivery(endpoint, Date.now() + HOUR);
    await aDelivery(endpoint, Date.now() - HOUR, { status: "held" });
    await consumed([deliveryMessage(done)]);
    expect(counted.posts.size).toBe(0);
    await underWay(5);
    await due(3);
    await consumed([deliveryMessage(done)]);
    expect(counted.posts.size).toBe(0);
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it("claims nothing of a paused endpoint, nor between two probes", async () => {
    const counted = countingReceiver();
    const { id: done } = await aDelivery(endpoint, Date.now(), { status: "succeeded", attempts: 1, next_attempt_at: null });
    await due(2);
    for (const columns of [
      `probe_after = ${Date.now() + 60 * SECOND}, consecutive_failures = 6`,
      "probe_after = null, enabled = 0, status = 'paused'",
    ]) {
      await organizationD1().prepare(`update webhook_endpoints set ${columns} where id = ?`).bind(endpoint.id).run();
      await consumed([deliveryMessage(done)]);
    }
    expect(counted.posts.size).toBe(0);
  });

  it("leaves one that is not due yet to its time", async () => {
    const counted = countingReceiver();
    const { id } = await aDelivery(endpoint, Date.now() + 90 * SECOND);
    await due(1);
    await consumed([deliveryMessage(id)]);
    expect(counted.posts.size).toBe(0);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id)]);
  });
});

describe("between two probes", () => {
  const probeIn = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await organizationD1()
      .prepare("update webhook_endpoints set probe_after = ?, consecutive_failures = 6 where id = ?")
      .bind(Date.now() + seconds * SECOND, endpoint.id)
      .run();
  };

  it("the first event is enqueued for the next probe, and stands for those after it", async () => {
    await probeIn(100);
    await aDelivery(endpoint, Date.now() + 12 * HOUR, { attempts: 13 });
    const { body } = await shop.v2("/orders/bulk", { body: { orders: [anOrder(), anOrder(), anOrder()] } });
    expect(body.summary.created).toBe(3);
    await ordered();
    await eventually(() => expect(enqueued.fast.flat()).toHaveLength(1));
    const [{ delaySeconds } = {}] = enqueued.fast.flat();
    expect(delaySeconds).toBeGreaterThan(98);
    expect(delaySeconds).toBeLessThanOrEqual(100);
    const counted = countingReceiver();
    await serveQueues(enqueued, Date.now() + 101 * SECOND);
    expect([...counted.posts.values()]).toEqual([1, 1, 1, 1]);
  });

  it("a failed probe of the only one that waits is enqueued once more, not twice", async () => {
    await organizationD1().prepare("update webhook_endpoints set consecutive_failures = 6 where id = ?").bind(endpoint.id).run();
    const [id = ""] = await due(1);
    receiver(() => new Response("", { status: 500 }));
    await consumed([deliveryMessage(id)]);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id, 2)]);
  });

  it("one that is sent again is the probe", async () => {
    await probeIn(300);
    const waiting = await due(3);
    const { id } = await aDelivery(endpoint, Date.now() - 2 * HOUR, { status: "failed", attempts: 14, next_attempt_at: null });
    await shop.v2(`/webhooks/${endpoint.id}/deliveries/${id}/redeliver`, { method: "POST" });
    await eventually(() => expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 15), delaySeconds: 0 }]));
    const failing = receiver(() => new Response("", { status: 500 }));
    await consumed([...waiting.slice(0, 1).map((of) => deliveryMessage(of, 2)), deliveryMessage(id, 15)]);
    expect(failing).toHaveBeenCalledOnce();
    expect(await attemptsOf(id)).toHaveLength(1);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 7, probe_after: expect.any(Number) });
  });

  it("what a recovery takes up is enqueued for the next probe (R16)", async () => {
    await probeIn(100);
    const { id } = await aDelivery(endpoint, Date.now() - HOUR, { status: "failed", attempts: 14, next_attempt_at: null });
    await shop.v2(`/webhooks/${endpoint.id}/recover`, { body: {} });
    await eventually(() => expect(enqueued.fast.flat()).toHaveLength(1));
    const counted = countingReceiver();
    await serveQueues(enqueued, Date.now() + 101 * SECOND);
    expect(counted.posts.get(id)).toBe(1);
  });
});

it("a stream of events to a slow endpoint is served without the delivery job", async () => {
  const EVENTS = 20;
  const posts = new Map<string, number>();
  receiver(async (_, init) => {
    const id = headersOf(init)["X-Service-Delivery"] ?? "";
    posts.set(id, (posts.get(id) ?? 0) + 1);
    // Longer than what a consumer goes on with by itself, so that each request has its message; each a little different.
    await waits(260 + ((posts.size * 37) % 140));
    return new Response("ok");
  });
  const messages = { deliveries: 0, "deliveries-slow": 0 };
  const consumers = new Set<Promise<unknown>>();
  const write = async () => {
    for (let index = 0; index < EVENTS; index += 1) await takeIn(shop);
  };
  const serve = async () => {
    while (posts.size < EVENTS || consumers.size > 0 || enqueued.fast.length + enqueued.slow.length > 0) {
      // On a busy machine, the endpoint may take long enough to be moved to the queue of slow ones.
      for (const [batches, queue] of [
        [enqueued.fast, "deliveries"],
        [enqueued.slow, "deliveries-slow"],
      ] as const) {
        const batch = batches.splice(0).flat();
        messages[queue] += batch.length;
        for (let from = 0; from < batch.length; from += 5) {
          const bodies = batch.slice(from, from + 5).map(({ body }) => body);
          const consumer: Promise<unknown> = consumed(bodies, queue).finally(() => consumers.delete(consumer));
          consumers.add(consumer);
        }
      }
      await waits(5);
    }
  };
  await Promise.all([write(), serve()]);
  expect([...posts.values()]).toEqual(Array.from({ length: EVENTS }, () => 1));
  // At most one for each event as it is written, and one for each attempt as it ends; once more each where the queue changes.
  expect(messages.deliveries).toBeLessThanOrEqual(2 * EVENTS);
  expect(messages["deliveries-slow"]).toBeLessThanOrEqual(2 * EVENTS);
});
