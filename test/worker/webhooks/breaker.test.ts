import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  insertOrganization,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, mockCountingReceiver, mockReceiver, messagesIn, serveQueues } from "./consumer";
import { organizationD1 } from "../../kit/databases";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 20);
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  enqueued = captureEnqueued();
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  endpoint = await insertWebhookEndpoint(await insertOrganization());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const mockFailingReceiver = () => mockReceiver(() => new Response("", { status: 500 }));
const readEndpoint = () => rowOf("webhook_endpoints", endpoint.id);

/** Creates this many due deliveries, the longest due first. */
async function createBacklog(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await insertDelivery(endpoint, Date.now() - HOUR_MS + index)).id);
  return ids;
}

/** Lets the endpoint fail five times in a row, and returns its backlog of so many waiting deliveries. */
async function openBreaker({ waiting }: { waiting: number }): Promise<string[]> {
  mockFailingReceiver();
  const ids = await createBacklog(5);
  await consumeMessages(ids.map((id) => deliveryMessage(id)));
  expect(await readEndpoint()).toMatchObject({ consecutive_failures: 5, probe_after: START + 5 * SECOND_MS });
  vi.mocked(fetch).mockClear();
  enqueued.fast.splice(0);
  return await createBacklog(waiting);
}

describe("five failures in a row", () => {
  it("open the breaker, and four do not", async () => {
    mockFailingReceiver();
    const ids = await createBacklog(6);
    await consumeMessages(ids.slice(0, 4).map((id) => deliveryMessage(id)));
    expect(await readEndpoint()).toMatchObject({ consecutive_failures: 4, probe_after: null });
    await consumeMessages([deliveryMessage(ids[4] ?? "")]);
    expect(await readEndpoint()).toMatchObject({ consecutive_failures: 5, probe_after: START + 5 * SECOND_MS });
    await consumeMessages([deliveryMessage(ids[5] ?? "")]);
    expect(fetch).toHaveBeenCalledTimes(5);
  });

  it("and one more, with a success after the fourth, do not open the breaker", async () => {
    const ids = await createBacklog(7);
    for (const [index, id] of ids.entries()) {
      mockReceiver(() => {
        // After a response within 250 ms, the consumer would continue with the next delivery itself.
        vi.setSystemTime(Date.now() + 300);
        return new Response("", { status: index === 4 ? 200 : 500 });
      });
      await consumeMessages([deliveryMessage(id)]);
    }
    expect(fetch).toHaveBeenCalledTimes(7);
    expect(await readEndpoint()).toMatchObject({ status: "active", consecutive_failures: 2, probe_after: null });
  });
});

describe("between two probes", () => {
  it("messages are acknowledged without a request", async () => {
    const waiting = await openBreaker({ waiting: 5 });
    vi.setSystemTime(START + 5 * SECOND_MS - 1);
    expect(await consumeMessages(waiting.map((id) => deliveryMessage(id)))).toMatchObject({ acked: 5, retried: 0 });
    expect(fetch).not.toHaveBeenCalled();
    for (const id of waiting) expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending", attempts: 0, lease_token: null });
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it("the delivery job enqueues nothing, and one message when the next probe is due", async () => {
    const waiting = await openBreaker({ waiting: 5 });
    await runDeliveryJob(env, START + 5 * SECOND_MS - 1);
    expect(messagesIn(enqueued.fast)).toEqual([]);
    await runDeliveryJob(env, START + 5 * SECOND_MS);
    expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(waiting[0] ?? "")]);
  });

  it("other endpoints of the organization are served", async () => {
    await openBreaker({ waiting: 5 });
    const counted = mockCountingReceiver();
    const { id } = await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId), START);
    await consumeMessages([deliveryMessage(id)]);
    expect(counted.posts.get(id)).toBe(1);
  });
});

describe("a probe", () => {
  it("is a single request, however many messages arrive when it is due", async () => {
    const waiting = await openBreaker({ waiting: 10 });
    vi.setSystemTime(START + 5 * SECOND_MS);
    await Promise.all([
      consumeMessages(waiting.slice(0, 5).map((id) => deliveryMessage(id))),
      consumeMessages(waiting.slice(5).map((id) => deliveryMessage(id))),
    ]);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it("that fails doubles the pause, up to 5 min, and enqueues the delivery that is longest due for the next probe", async () => {
    const waiting = await openBreaker({ waiting: 12 });
    for (const [index, pause] of [10, 20, 40, 80, 160, 300, 300, 300].entries()) {
      vi.setSystemTime(Number((await readEndpoint())["probe_after"]));
      enqueued.fast.splice(0);
      await consumeMessages([deliveryMessage(waiting[index] ?? "")]);
      expect(await readEndpoint()).toMatchObject({ consecutive_failures: 6 + index, probe_after: Date.now() + pause * SECOND_MS });
      expect(enqueued.fast.flat()).toContainEqual({ body: deliveryMessage(waiting[index + 1] ?? ""), delaySeconds: pause });
    }
    expect(fetch).toHaveBeenCalledTimes(8);
  });

  it("whose consumer dies is replaced by one of the delivery job", async () => {
    const waiting = await openBreaker({ waiting: 3 });
    await organizationD1()
      .prepare("update deliveries set lease_token = 'dead', lease_until = ?, attempts = 1 where id = ?")
      .bind(START + 65 * SECOND_MS, waiting[0] ?? "")
      .run();
    vi.setSystemTime(START + 60 * SECOND_MS);
    await consumeMessages([deliveryMessage(waiting[1] ?? "")]);
    expect(fetch).not.toHaveBeenCalled();
    enqueued.fast.splice(0);
    await runDeliveryJob(env, START + 66 * SECOND_MS);
    vi.setSystemTime(START + 66 * SECOND_MS);
    expect(messagesIn(enqueued.fast)).toContainEqual(deliveryMessage(waiting[1] ?? ""));
    await consumeMessages([deliveryMessage(waiting[1] ?? "")]);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it("that succeeds closes the breaker and drains the backlog, five at a time, each delivery once (R11)", async () => {
    const waiting = await openBreaker({ waiting: 60 });
    const counted = mockCountingReceiver();
    vi.setSystemTime(START + 5 * SECOND_MS);
    await consumeMessages([deliveryMessage(waiting[0] ?? "")]);
    expect(await readEndpoint()).toMatchObject({ status: "active", consecutive_failures: 0, probe_after: null, failing_since: null });
    expect(messagesIn(enqueued.fast).map(({ delivery_id }) => delivery_id)).toHaveLength(5);
    await serveQueues(enqueued, START + 5 * SECOND_MS);
    expect(waiting.map((id) => counted.posts.get(id))).toEqual(waiting.map(() => 1));
    expect(counted.maxConcurrent).toBe(5);
  });
});

it("an endpoint that is down for hours gets few requests, and every delivery once it is up again (R7)", { tags: "long" }, async () => {
  const down = mockReceiver(() => new Response("", { status: 503 }));
  const ids = await createBacklog(40);
  enqueued.fast.push(ids.map((id) => ({ body: deliveryMessage(id) })));
  await serveQueues(enqueued, START + 3 * HOUR_MS);
  // 3 h of probes at most 5 min apart, and the first minutes.
  expect(down.mock.calls.length).toBeLessThan(60);
  expect(await readEndpoint()).toMatchObject({ status: "active" });
  const counted = mockCountingReceiver();
  // The pending messages are lost: the delivery job enqueues again every minute.
  for (let minute = 0; minute < 24 * 60 && counted.posts.size < 40; minute += 1) {
    vi.setSystemTime(START + 3 * HOUR_MS + minute * 60 * SECOND_MS);
    await runDeliveryJob(env, Date.now());
    await serveQueues(enqueued, Date.now());
  }
  expect([...counted.posts.values()]).toEqual(ids.map(() => 1));
  expect(counted.maxConcurrent).toBeLessThanOrEqual(5);
});
