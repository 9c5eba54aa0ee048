import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DueDelivery } from "../../../src/platform/db/change";
import { enqueueDeliveries } from "../../../src/resources/webhooks/relay";
import { issueSecret } from "../../../src/resources/webhooks/signature";
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
import { deliveryMessage, consumeMessages, mockReceiver } from "./consumer";
import { eventually } from "../../kit/eventually";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1, organizationDatabase } from "../../kit/databases";

let now: number;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  now = Date.now();
  endpoint = await insertWebhookEndpoint(await insertOrganization());
  enqueued = captureEnqueued();
});
afterEach(() => vi.restoreAllMocks());

describe("an attempt", () => {
  it("sends the exact bytes, signed, records the success, and acknowledges (R12)", async () => {
    const fetched = mockReceiver();
    const { id, event_id, body } = await insertDelivery(endpoint, now);
    expect(await consumeMessages([deliveryMessage(id)])).toEqual({ acked: 1, retried: 0, outcome: "ok" });
    const [url, init] = fetched.mock.calls[0] ?? [];
    const headers = init?.headers as Record<string, string>;
    expect(url).toBe("https://receiver.example.com/hooks");
    const sent = new TextDecoder().decode(init?.body as Uint8Array);
    expect(sent).toBe(body);
    expect(headers).toMatchObject({
      "Content-Type": "application/json",
      "X-Service-Event": "order.updated",
      "X-Service-Delivery": id,
      "X-Service-Attempt": "1",
      "webhook-id": event_id,
    });
    expect(() => new Webhook(endpoint.secret).verify(sent, headers)).not.toThrow();
    expect(await rowOf("deliveries", id)).toMatchObject({
      status: "succeeded",
      attempts: 1,
      next_attempt_at: null,
      lease_token: null,
      lease_until: null,
      completed_at: expect.any(Number),
    });
    expect(await attemptsOf(id)).toMatchObject([
      { number: 1, url, response_status: 200, response_body: "thanks", error_code: null, started_at: expect.any(Number) },
    ]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({
      last_success_at: expect.any(Number),
      consecutive_failures: 0,
      failing_since: null,
    });
  });

  it("that fails is retried later, with a delayed message for the next attempt", async () => {
    mockReceiver(() => new Response("no", { status: 500 }));
    const { id } = await insertDelivery(endpoint, now);
    await consumeMessages([deliveryMessage(id)]);
    const row = await rowOf("deliveries", id);
    expect(row).toMatchObject({ status: "pending", attempts: 1, lease_token: null, completed_at: null });
    // The first retry comes after 5 s, 20 % sooner or later, and the test itself takes a while.
    expect(Number(row["next_attempt_at"]) - now).toBeGreaterThanOrEqual(4_000);
    expect(Number(row["next_attempt_at"]) - now).toBeLessThanOrEqual(7_000);
    expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 2), delaySeconds: expect.any(Number) }]);
    expect(enqueued.fast.flat()[0]?.delaySeconds).toBeGreaterThanOrEqual(4);
    expect(await attemptsOf(id)).toMatchObject([{ number: 1, response_status: 500, response_body: "no", error_code: "http_status" }]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({
      consecutive_failures: 1,
      failing_since: expect.any(Number),
      last_failure_at: expect.any(Number),
      slow: 0,
    });
  });

  it("that gets Retry-After is retried after that time (R26)", async () => {
    mockReceiver(() => new Response("", { status: 429, headers: { "Retry-After": "3600" } }));
    const { id } = await insertDelivery(endpoint, now);
    await consumeMessages([deliveryMessage(id)]);
    expect(enqueued.fast.flat()[0]?.delaySeconds).toBe(3_600);
  });

  it("that fails as the last one ends the delivery (R5)", async () => {
    mockReceiver(() => new Response("", { status: 500 }));
    const { id } = await insertDelivery(endpoint, now, { attempts: MAX_ATTEMPTS - 1 });
    await consumeMessages([deliveryMessage(id, MAX_ATTEMPTS)]);
    expect(await rowOf("deliveries", id)).toMatchObject({
      status: "failed",
      attempts: MAX_ATTEMPTS,
      next_attempt_at: null,
      completed_at: expect.any(Number),
    });
    expect(enqueued.fast).toEqual([]);
  });

  it("to a forbidden URL is recorded and sends nothing (R18)", async () => {
    const fetched = mockReceiver();
    const inside = await insertWebhookEndpoint(endpoint.organizationId, { url: "http://10.0.0.1/" });
    const { id } = await insertDelivery(inside, now);
    await consumeMessages([deliveryMessage(id)]);
    expect(fetched).not.toHaveBeenCalled();
    expect(await attemptsOf(id)).toMatchObject([{ error_code: "blocked_url", response_status: null, response_body: null }]);
  });

  it("is signed with both secrets during the overlap of a rotation (R14)", async () => {
    const fetched = mockReceiver();
    for (const [valid_until, signatures] of [
      [now + 60_000, 2],
      [now - 60_000, 1],
    ] as const) {
      const rotated = await insertWebhookEndpoint(endpoint.organizationId);
      const { encrypted } = await issueSecret([env.MASTER_SECRET], rotated.id);
      await organizationD1()
        .prepare("update webhook_endpoints set previous_secret = ?, previous_valid_until = ? where id = ?")
        .bind(encrypted, valid_until, rotated.id)
        .run();
      const { id } = await insertDelivery(rotated, now);
      await consumeMessages([deliveryMessage(id)]);
      const headers = fetched.mock.lastCall?.[1]?.headers as Record<string, string>;
      expect(headers["webhook-signature"]?.split(" ")).toHaveLength(signatures);
    }
  });
});

describe("messages, also stale ones (case 30)", () => {
  it("that arrive three times, at two consumers at once, make one request (R7) (cases 29, 31)", async () => {
    const fetched = mockReceiver(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return new Response("ok");
    });
    const { id } = await insertDelivery(endpoint, now);
    await Promise.all([consumeMessages([deliveryMessage(id), deliveryMessage(id)]), consumeMessages([deliveryMessage(id)])]);
    await consumeMessages([deliveryMessage(id)]);
    expect(fetched).toHaveBeenCalledOnce();
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it.each([
    ["of an old attempt", { attempts: 3 }, 2],
    ["of a future attempt", { attempts: 3 }, 5],
    ["of a held delivery", { status: "held" }, 1],
    ["of a cancelled delivery", { status: "cancelled" }, 1],
    ["of a delivery whose attempt is running", { attempts: 1, lease_token: "t", lease_until: Date.now() + 60_000 }, 2],
  ])("%s do nothing (R7) (case 30)", async (_, columns, attempt) => {
    const fetched = mockReceiver();
    const { id } = await insertDelivery(endpoint, now, columns);
    const before = await rowOf("deliveries", id);
    expect(await consumeMessages([deliveryMessage(id, attempt)])).toMatchObject({ acked: 1, retried: 0 });
    expect(fetched).not.toHaveBeenCalled();
    expect(await rowOf("deliveries", id)).toEqual(before);
    expect(enqueued).toEqual({ fast: [], slow: [] });
  });

  it.each([
    ["paused", { enabled: 0, status: "paused" }],
    ["disabled after a 410", { enabled: 0, status: "gone" }],
    ["deleted", { deleted_at: 1 }],
  ])("of a %s endpoint do nothing (R8)", async (_, columns) => {
    const fetched = mockReceiver();
    const { id } = await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId, columns), now);
    expect(await consumeMessages([deliveryMessage(id)])).toMatchObject({ acked: 1 });
    expect(fetched).not.toHaveBeenCalled();
    expect(await rowOf("deliveries", id)).toMatchObject({ attempts: 0, lease_token: null });
  });

  it("that arrive early are enqueued again for the time at which the delivery is due", async () => {
    const fetched = mockReceiver();
    const { id } = await insertDelivery(endpoint, now, { attempts: 1, next_attempt_at: now + 90_000 });
    await consumeMessages([deliveryMessage(id, 2)]);
    expect(fetched).not.toHaveBeenCalled();
    expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 2), delaySeconds: 90 }]);
  });

  it("that are malformed or name no delivery are acknowledged, and the others of their batch run (cases 32, 33)", async () => {
    const fetched = mockReceiver();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { id } = await insertDelivery(endpoint, now);
    expect(await consumeMessages([null, "x", { delivery_id: 7 }, deliveryMessage("dlv_unknown"), deliveryMessage(id)])).toMatchObject({
      acked: 5,
      retried: 0,
    });
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("in the dead-letter queue are logged and acknowledged", async () => {
    const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect(await consumeMessages([deliveryMessage("dlv_1"), 5], "deliveries-dead")).toMatchObject({ acked: 2, retried: 0 });
    expect(logged).toHaveBeenCalledTimes(2);
  });

  it("are retried later while the database is unavailable (case 35)", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { id } = await insertDelivery(endpoint, now);
    vi.spyOn(organizationD1(), "batch").mockRejectedValueOnce(new Error("D1_ERROR: overloaded"));
    expect(await consumeMessages([deliveryMessage(id)])).toMatchObject({ acked: 0, retried: 1, outcome: "ok" });
    const fetched = mockReceiver();
    await consumeMessages([deliveryMessage(id)]);
    expect(fetched).toHaveBeenCalledOnce();
  });
});

describe("the record of an attempt", () => {
  it("is retried if the database fails after the request, so that it is not sent twice (case 35)", async () => {
    const fetched = mockReceiver();
    const { id } = await insertDelivery(endpoint, now);
    const real = organizationD1().batch.bind(organizationD1());
    let calls = 0;
    vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
      calls += 1;
      // The first one claims the delivery, the second one records its attempt.
      if (calls === 2) throw new Error("D1_ERROR: network");
      return await real(statements);
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(fetched).toHaveBeenCalledOnce();
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "succeeded" });
  });

  it("whose lease has expired changes nothing", async () => {
    const { id } = await insertDelivery(endpoint, now);
    mockReceiver(async () => {
      await organizationD1().prepare("update deliveries set lease_token = 'another', attempts = 2 where id = ?").bind(id).run();
      return new Response("late");
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending", lease_token: "another", attempts: 2 });
    expect(await attemptsOf(id)).toEqual([]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ last_success_at: null });
  });

  it.each([
    ["deleted: cancelled", "update webhook_endpoints set deleted_at = 1 where id = ?", 500, "cancelled"],
    ["paused: held", "update webhook_endpoints set enabled = 0, status = 'paused' where id = ?", 500, "held"],
    ["deleted, but delivered", "update webhook_endpoints set deleted_at = 1 where id = ?", 200, "succeeded"],
  ])("of an endpoint %s (R9) (case 41)", async (_, sql, status, expected) => {
    const { id } = await insertDelivery(endpoint, now);
    mockReceiver(async () => {
      await organizationD1().prepare(sql).bind(endpoint.id).run();
      return new Response("", { status });
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: expected, next_attempt_at: null, lease_token: null });
    expect(enqueued.fast).toEqual([]);
  });

  it("of a 410 disables the endpoint, names the reason in the log, and holds pending deliveries (case 5)", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    mockReceiver(() => new Response("", { status: 410 }));
    const { id } = await insertDelivery(endpoint, now);
    const { id: waiting } = await insertDelivery(endpoint, now);
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status: "gone", enabled: 0 });
    const release = env.VERSION_METADATA.id;
    expect(warn.mock.calls).toEqual([[JSON.stringify({ event: "webhooks.given_up", endpoint_id: endpoint.id, status: "gone", release })]]);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "held", next_attempt_at: null });
    expect(await rowOf("deliveries", waiting)).toMatchObject({ status: "held", next_attempt_at: null, attempts: 0 });
    expect(enqueued.fast).toEqual([]);
  });

  it("of a request to the old URL does not count for a new URL (case 44)", async () => {
    const { id } = await insertDelivery(endpoint, now);
    mockReceiver(async () => {
      await organizationD1().prepare("update webhook_endpoints set url = 'https://new.example.com/' where id = ?").bind(endpoint.id).run();
      return new Response("", { status: 410 });
    });
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status: "active", enabled: 1, consecutive_failures: 0 });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "pending" });
    expect(await attemptsOf(id)).toMatchObject([{ url: "https://receiver.example.com/hooks" }]);
  });

  const HOUR_MS = 3_600_000;
  it.each([
    ["after 120 h and ten failures", 121 * HOUR_MS, 9, "disabled_failing"],
    ["not before 120 h", 119 * HOUR_MS, 50, "active"],
    ["not before ten failures", 500 * HOUR_MS, 8, "active"],
  ])("disables an endpoint %s (R17)", async (_, ago, failures, status) => {
    mockReceiver(() => new Response("", { status: 500 }));
    const failing = await insertWebhookEndpoint(endpoint.organizationId, { failing_since: now - ago, consecutive_failures: failures });
    const { id } = await insertDelivery(failing, now);
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("webhook_endpoints", failing.id)).toMatchObject({
      status,
      enabled: status === "active" ? 1 : 0,
      consecutive_failures: failures + 1,
    });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: status === "active" ? "pending" : "held" });
  });

  it("of a success resets the failures (R17)", async () => {
    mockReceiver();
    const failing = await insertWebhookEndpoint(endpoint.organizationId, { failing_since: 1, consecutive_failures: 40 });
    const { id } = await insertDelivery(failing, now);
    await consumeMessages([deliveryMessage(id)]);
    expect(await rowOf("webhook_endpoints", failing.id)).toMatchObject({ status: "active", failing_since: null, consecutive_failures: 0 });
  });
});

describe("five concurrent requests", () => {
  it("are the most that one endpoint gets (R11)", async () => {
    let inFlight = 0;
    let most = 0;
    mockReceiver(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inFlight -= 1;
      return new Response("ok");
    });
    const all = await Promise.all(Array.from({ length: 12 }, () => insertDelivery(endpoint, now)));
    await Promise.all([0, 4, 8].map((from) => consumeMessages(all.slice(from, from + 4).map(({ id }) => deliveryMessage(id)))));
    expect(most).toBeLessThanOrEqual(5);
    // Those of one batch, in case the other batches are claimed only later.
    expect(most).toBeGreaterThanOrEqual(4);
  });

  it("are followed by others, so that a backlog drains by its own messages, each delivery once (R11)", async () => {
    const seen = new Map<string, number>();
    let inFlight = 0;
    let most = 0;
    mockReceiver(async (_, init) => {
      const id = (init.headers as Record<string, string>)["X-Service-Delivery"] ?? "";
      seen.set(id, (seen.get(id) ?? 0) + 1);
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight -= 1;
      return new Response("ok");
    });
    const all: { id: string }[] = [];
    for (let index = 0; index < 40; index += 1) all.push(await insertDelivery(endpoint, now - 1_000 + index));
    let messages: unknown[] = all.slice(0, 5).map(({ id }) => deliveryMessage(id));
    let batches = 0;
    while (messages.length > 0) {
      await consumeMessages(messages.slice(0, 5));
      batches += 1;
      messages = [
        ...messages.slice(5),
        ...enqueued.fast
          .splice(0)
          .flat()
          .map(({ body }) => body),
      ];
    }
    expect(seen.size).toBe(40);
    expect([...seen.values()].every((times) => times === 1)).toBe(true);
    expect(most).toBe(5);
    // Eight batches of five if no consumer continues by itself, and up to two more if some are not full.
    expect(batches).toBeLessThanOrEqual(10);
  });
});

describe("a slow endpoint", () => {
  it.each([
    ["a timeout", "timeout"],
    ["a response after 3 s", null],
  ])("is moved to the slow queue after %s", async (_, error) => {
    if (error === "timeout") {
      // The time limit of a request, 10 s, passes at once.
      const wait = setTimeout;
      const sooner = (run: () => void, ms: number) => wait(run, ms === 10_000 ? 5 : ms);
      vi.spyOn(globalThis, "setTimeout").mockImplementation(sooner as unknown as typeof setTimeout);
      mockReceiver(
        (_url, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))),
      );
    } else {
      mockReceiver(() => {
        vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_000);
        return new Response("slow");
      });
    }
    const { id } = await insertDelivery(endpoint, now - 5_000);
    await consumeMessages([deliveryMessage(id)]);
    expect(await attemptsOf(id)).toMatchObject([{ error_code: error }]);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ slow: 3 });
    vi.restoreAllMocks();
    enqueued = captureEnqueued();
    const fetched = mockReceiver();
    const { id: later } = await insertDelivery(endpoint, now - 5_000);
    expect(await consumeMessages([deliveryMessage(later)])).toMatchObject({ acked: 1 });
    expect(fetched).not.toHaveBeenCalled();
    expect(enqueued.slow.flat()).toEqual([{ body: deliveryMessage(later), delaySeconds: 0 }]);
    await consumeMessages([deliveryMessage(later)], "deliveries-slow");
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("returns to the fast queue after three fast successes", async () => {
    mockReceiver();
    const slow = await insertWebhookEndpoint(endpoint.organizationId, { slow: 3 });
    for (const left of [2, 1, 0, 0]) {
      const { id } = await insertDelivery(slow, now);
      await consumeMessages([deliveryMessage(id)], "deliveries-slow");
      expect(await rowOf("webhook_endpoints", slow.id)).toMatchObject({ slow: left });
    }
  });
});

it("a backlog is drained through the real queues, each delivery once", async () => {
  vi.restoreAllMocks();
  const seen: string[] = [];
  mockReceiver((_, { headers }) => {
    seen.push((headers as Record<string, string>)["X-Service-Delivery"] ?? "");
    return new Response("ok");
  });
  const due: DueDelivery[] = [];
  for (let index = 0; index < 30; index += 1) {
    const { id } = await insertDelivery(endpoint, now - 1_000 + index);
    due.push({ id, endpoint_id: endpoint.id, attempt: 1, slow: 0, at: now });
  }
  await enqueueDeliveries({ queues: env, database: organizationDatabase() }, due);
  await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(30));
  // The last record may still be running.
  await eventually(async () => {
    const left = await organizationD1()
      .prepare("select count(*) n from deliveries where endpoint_id = ? and status <> 'succeeded'")
      .bind(endpoint.id)
      .first("n");
    expect(left).toBe(0);
  });
  expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual(due.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)));
});
