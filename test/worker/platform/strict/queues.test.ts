import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { organizationD1 } from "../../../kit/databases";
import { under } from "../../../kit/strict-platform/conditions";
import { inInvocation } from "../../../kit/strict-platform/invocation";
import { CONSUMERS_AT_ONCE, serveStrictly } from "../../../kit/strict-platform/strict-queues";
import {
  insertDelivery,
  insertWebhookEndpoint,
  insertOrganization,
  attemptsOf,
  captureEnqueued,
  type EnqueuedMessages,
  rowOf,
} from "../../../kit/webhook-fixture";
import { consumeMessages, deliveryMessage, headersOf, mockReceiver } from "../../webhooks/consumer";

/** Queues deliver at least once, in any order and to many consumers at once (docs/design/deliveries.md). */

let errors: string[];
beforeEach(() => {
  errors = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(console, "error").mockImplementation((line) => void errors.push(String(line)));
  vi.spyOn(console, "log").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const MESSAGES = 60;

it("the stand-in delivers at least 20 batches of a queue at once, some messages twice, and out of order", async () => {
  const bodies = Array.from({ length: MESSAGES }, (_, index) => index);
  const enqueued: EnqueuedMessages = { fast: [bodies.map((body) => ({ body }))], slow: [] };
  let [running, maxRunning] = [0, 0];
  const served: unknown[] = [];
  await serveStrictly(enqueued, async (_, messages) => {
    maxRunning = Math.max(maxRunning, (running += 1));
    await Promise.resolve();
    served.push(...messages.map(({ body }) => body));
    running -= 1;
    return [];
  });
  expect(maxRunning).toBeGreaterThanOrEqual(CONSUMERS_AT_ONCE);
  expect(new Set(served)).toEqual(new Set(bodies));
  expect(served.length).toBeGreaterThan(MESSAGES);
  expect(served).not.toEqual(served.toSorted((a, b) => Number(a) - Number(b)));
});

it("the stand-in delivers a message again when its retry is due", async () => {
  const enqueued: EnqueuedMessages = { fast: [[{ body: "again" }]], slow: [] };
  const attempts: [number: number, afterMs: number][] = [];
  const start = Date.now();
  await serveStrictly(enqueued, async (_, messages) => {
    await Promise.resolve();
    attempts.push(...messages.map((message): [number, number] => [message.attempts, Date.now() - start]));
    return messages.filter((message) => message.attempts < 2).map((message) => ({ ...message, attempts: 2, at: start + 5_000 }));
  });
  expect(new Set(attempts.map(String))).toEqual(new Set(["1,0", "2,5000"]));
});

describe("deliveries", () => {
  it("are each sent as often as their attempts say, and change their state once per attempt", { tags: "long" }, async () => {
    const organization = await insertOrganization();
    const endpoints = await Promise.all(
      Array.from(
        { length: 4 },
        async (_, index) => await insertWebhookEndpoint(organization, { url: `https://receiver.example.com/${index}` }),
      ),
    );
    const posts = new Map<string, number>();
    // Every third delivery fails in its first two attempts.
    const failing = new Set<string>();
    mockReceiver((_, init) => {
      const id = headersOf(init)["X-Service-Delivery"] ?? "";
      posts.set(id, (posts.get(id) ?? 0) + 1);
      return new Response(null, { status: failing.has(id) && (posts.get(id) ?? 0) <= 2 ? 500 : 204 });
    });
    const enqueued = captureEnqueued();
    const deliveries: { id: string }[] = [];
    for (let made = 0; made < MESSAGES; made += 1) {
      const endpoint = endpoints[made % endpoints.length];
      if (endpoint === undefined) throw new Error("no endpoint");
      const delivery = await insertDelivery(endpoint, Date.now());
      if (made % 3 === 0) failing.add(delivery.id);
      deliveries.push(delivery);
    }
    enqueued.fast.push(deliveries.map(({ id }) => ({ body: deliveryMessage(id) })));
    await serveStrictly(enqueued);

    expect(errors).toEqual([]);
    for (const { id } of deliveries) {
      const attempts = failing.has(id) ? 3 : 1;
      expect(posts.get(id)).toBe(attempts);
      expect(await rowOf("deliveries", id)).toMatchObject({ status: "succeeded", attempts });
      expect((await attemptsOf(id)).map(({ number }) => number)).toEqual(Array.from({ length: attempts }, (_, index) => index + 1));
    }
    const { results } = await organizationD1()
      .prepare("select status, consecutive_failures from webhook_endpoints where organization_id = ?")
      .bind(organization)
      .all();
    expect(results).toEqual(endpoints.map(() => ({ status: "active", consecutive_failures: 0 })));
  });

  it("stay within the calls of an invocation, also for a receiver that responds immediately and has a long backlog", async () => {
    const endpoint = await insertWebhookEndpoint(await insertOrganization());
    let posts = 0;
    mockReceiver(() => {
      posts += 1;
      return new Response(null, { status: 204 });
    });
    const enqueued = captureEnqueued();
    const deliveries: { id: string }[] = [];
    for (let made = 0; made < MESSAGES; made += 1) deliveries.push(await insertDelivery(endpoint, Date.now()));
    // The Free plan. The clock is stopped, so time does not end the batch.
    under({ maxCalls: 50 });
    const bindings = { ...env, MAX_DATABASE_CALLS: "50" };
    const batch = deliveries.slice(0, 5).map(({ id }) => deliveryMessage(id));
    await inInvocation(async () => await consumeMessages(batch, "deliveries", bindings));
    expect(errors).toEqual([]);
    expect(posts).toBeGreaterThan(batch.length);
    expect(posts).toBeLessThan(50);
    under({ maxCalls: 1_000 });
    await serveStrictly(enqueued);
    expect(errors).toEqual([]);
    expect(posts).toBe(MESSAGES);
  });
});
