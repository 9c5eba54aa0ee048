import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
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
import { deliveryMessage, consumed, receiver, messagesIn, serveQueues } from "./consumer";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1 } from "../../kit/databases";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 28, 12);
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

const failing = () => receiver(() => new Response("", { status: 500 }));
const startsOf = async (id: string) => (await attemptsOf(id)).map(({ started_at }) => Number(started_at));

describe("a delivery that always fails", () => {
  it.each([
    ["in the middle of the jitter", 0.5],
    ["at its minimum", 0],
    ["at its maximum", 0.999_999],
  ])("is retried for at least 72 h with the jitter %s (R5) (case 62)", async (_, random) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const fetched = failing();
    const { id } = await insertDelivery(endpoint, START);
    enqueued.fast.push([{ body: deliveryMessage(id) }]);
    await serveQueues(enqueued);
    expect(fetched).toHaveBeenCalledTimes(MAX_ATTEMPTS);
    const starts = await startsOf(id);
    expect((starts.at(-1) ?? 0) - START).toBeGreaterThanOrEqual(72 * HOUR);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", attempts: MAX_ATTEMPTS, completed_at: starts.at(-1) });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status: "active", consecutive_failures: MAX_ATTEMPTS });
    // Days later there are no further requests.
    await runDeliveryJob(env, Date.now() + 2 * DAY);
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it(
    "waits between attempts as the schedule says, within 20 % and the second to which a delay is rounded up (R5)",
    { tags: "long" },
    async () => {
      failing();
      const ids: string[] = [];
      for (let index = 0; index < 8; index += 1) {
        const { id } = await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId), START);
        ids.push(id);
        enqueued.fast.push([{ body: deliveryMessage(id) }]);
      }
      await serveQueues(enqueued);
      for (const id of ids) {
        const starts = await startsOf(id);
        expect(starts).toHaveLength(MAX_ATTEMPTS);
        for (const [index, start] of starts.slice(1).entries()) {
          const base = Math.min(12 * HOUR, 5 * SECOND * 4 ** index);
          const waited = start - (starts[index] ?? 0);
          expect(waited).toBeGreaterThanOrEqual(base * 0.8);
          expect(waited).toBeLessThanOrEqual(Math.min(12 * HOUR, base * 1.2) + SECOND);
        }
      }
    },
  );

  it("keeps its schedule by the delivery job alone if every message is lost (R5) (case 38)", { tags: "long" }, async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    failing();
    const { id } = await insertDelivery(endpoint, START);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const due = Number((await rowOf("deliveries", id))["next_attempt_at"]);
      // The cron job runs every minute, and waits 30 s for a message.
      vi.setSystemTime(due + 90 * SECOND);
      enqueued.fast.splice(0);
      await runDeliveryJob(env, Date.now());
      expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id, attempt)]);
      await consumed(messagesIn(enqueued.fast));
    }
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", attempts: MAX_ATTEMPTS });
  });

  it(
    "that fails together with many others is retried at another time than those, within 20 % of the delay (case 63)",
    { tags: "long" },
    async () => {
      failing();
      const ids: string[] = [];
      for (let index = 0; index < 40; index += 1)
        ids.push((await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId), START, { attempts: 6 })).id);
      for (let index = 0; index < 40; index += 5) await consumed(ids.slice(index, index + 5).map((id) => deliveryMessage(id, 7)));
      const base = 5 * SECOND * 4 ** 6;
      const next = await Promise.all(ids.map(async (id) => Number((await rowOf("deliveries", id))["next_attempt_at"]) - START));
      expect(Math.min(...next)).toBeGreaterThanOrEqual(base * 0.8);
      expect(Math.max(...next)).toBeLessThanOrEqual(base * 1.2);
      expect(new Set(next).size).toBeGreaterThan(30);
      // One of 40 random values is in each half, except once in 10^11 runs.
      expect(Math.min(...next)).toBeLessThan(base);
      expect(Math.max(...next)).toBeGreaterThan(base);
    },
  );
});

describe("Retry-After", () => {
  const inAnHour = new Date(START + HOUR).toUTCString();
  it.each([
    { header: "in seconds", is: "followed", status: 429, value: "3600", wait: HOUR },
    { header: "as a date", is: "followed", status: 503, value: inAnHour, wait: HOUR },
    { header: "of more than 12 h", is: "cut to 12 h", status: 503, value: "1000000000", wait: 12 * HOUR },
    { header: "of less than the schedule", is: "ignored", status: 429, value: "1", wait: null },
    { header: "in the past", is: "ignored", status: 503, value: new Date(START - HOUR).toUTCString(), wait: null },
    { header: "that is invalid", is: "ignored", status: 429, value: "soon", wait: null },
    { header: "with fractions", is: "ignored", status: 429, value: "120.6", wait: null },
    { header: "with another status", is: "ignored", status: 500, value: "3600", wait: null },
  ])("$header on a $status is $is (R26) (case 6)", async ({ status, value, wait: expected }) => {
    receiver(() => new Response("", { status, headers: { "Retry-After": value } }));
    const { id } = await insertDelivery(endpoint, START);
    await consumed([deliveryMessage(id)]);
    const wait = Number((await rowOf("deliveries", id))["next_attempt_at"]) - START;
    expect(wait).toBeGreaterThanOrEqual(expected ?? 4 * SECOND);
    expect(wait).toBeLessThanOrEqual(expected ?? 6 * SECOND);
    expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 2), delaySeconds: Math.ceil(wait / SECOND) }]);
  });
});

describe("an endpoint that fails", () => {
  /** Sends one delivery at this time, and returns the state of the endpoint. */
  async function oneAt(at: number, status: number): Promise<unknown> {
    vi.setSystemTime(at);
    receiver(() => new Response("", { status }));
    const { id } = await insertDelivery(endpoint, at);
    await consumed([deliveryMessage(id)]);
    return (await rowOf("webhook_endpoints", endpoint.id))["status"];
  }

  it("for 120 h and ten times is disabled, and its pending deliveries are held (R17)", async () => {
    for (let index = 0; index < 10; index += 1) expect(await oneAt(START + index * 13 * HOUR, 500)).toBe("active");
    expect(await oneAt(START + 119 * HOUR, 500)).toBe("active");
    const { id } = await insertDelivery(endpoint, START, { attempts: 3, next_attempt_at: START + 9 * DAY });
    expect(await oneAt(START + 120 * HOUR, 500)).toBe("disabled_failing");
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ enabled: 0, deleted_at: null, updated_at: START + 120 * HOUR });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "held", next_attempt_at: null });
  });

  it("only nine times is not disabled, however long (R17)", async () => {
    for (let index = 0; index < 9; index += 1) expect(await oneAt(START + index * 5 * DAY, 500)).toBe("active");
    expect(await oneAt(START + 45 * DAY, 500)).toBe("disabled_failing");
  });

  it("a hundred times in a day is not disabled (R17)", { tags: "long" }, async () => {
    for (let index = 0; index < 100; index += 1) expect(await oneAt(START + index * 10 * 60 * SECOND, 500)).toBe("active");
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 100 });
  });

  it("and then succeeds once starts again from zero (R17)", async () => {
    for (let index = 0; index < 12; index += 1) await oneAt(START + index * 9 * HOUR, 500);
    expect(await oneAt(START + 119 * HOUR, 200)).toBe("active");
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 0, failing_since: null });
    for (let index = 0; index < 11; index += 1) expect(await oneAt(START + 120 * HOUR + index * 10 * HOUR, 500)).toBe("active");
    expect(await oneAt(START + 240 * HOUR, 500)).toBe("disabled_failing");
  });
});

describe("the clock", () => {
  it("that is set back causes no negative duration, and leases still expire (case 61)", async () => {
    receiver(() => {
      vi.setSystemTime(START - HOUR);
      return new Response("ok");
    });
    const { id } = await insertDelivery(endpoint, START);
    await consumed([deliveryMessage(id)]);
    expect(await attemptsOf(id)).toMatchObject([{ started_at: START, duration_ms: 0, error_code: null }]);
    const lost = await insertDelivery(endpoint, START, { attempts: 1, lease_token: "t", lease_until: START + 60 * SECOND });
    await runDeliveryJob(env, START - HOUR);
    expect(await rowOf("deliveries", lost.id)).toMatchObject({ lease_token: "t" });
    await runDeliveryJob(env, START + 60 * SECOND);
    expect(await rowOf("deliveries", lost.id)).toMatchObject({ lease_token: null, status: "pending" });
  });
});
