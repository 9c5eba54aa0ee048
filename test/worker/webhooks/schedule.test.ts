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
import { deliveryMessage, consumeMessages, mockReceiver, messagesIn, serveQueues } from "./consumer";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import { organizationD1 } from "../../kit/databases";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Clocks in Europe go forward in the night after it (case 62). */
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

const mockFailingReceiver = () => mockReceiver(() => new Response("", { status: 500 }));
const startsOf = async (id: string) => (await attemptsOf(id)).map(({ started_at }) => Number(started_at));

describe("a delivery that always fails", () => {
  it.each([
    ["in the middle of the jitter", 0.5],
    ["at its minimum", 0],
    ["at its maximum", 0.999_999],
  ])("is retried for at least 72 h with the jitter %s (R5) (case 62)", async (_, random) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const fetched = mockFailingReceiver();
    const { id } = await insertDelivery(endpoint, START);
    enqueued.fast.push([{ body: deliveryMessage(id) }]);
    await serveQueues(enqueued);
    expect(fetched).toHaveBeenCalledTimes(MAX_ATTEMPTS);
    const starts = await startsOf(id);
    expect((starts.at(-1) ?? 0) - START).toBeGreaterThanOrEqual(72 * HOUR_MS);
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", attempts: MAX_ATTEMPTS, completed_at: starts.at(-1) });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ status: "active", consecutive_failures: MAX_ATTEMPTS });
    // Days later there are no further requests.
    await runDeliveryJob(env, Date.now() + 2 * DAY_MS);
    expect(messagesIn(enqueued.fast)).toEqual([]);
  });

  it(
    "waits between attempts as the schedule says, within 20 % and the second to which a delay is rounded up (R5)",
    { tags: "long" },
    async () => {
      mockFailingReceiver();
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
          const base = Math.min(12 * HOUR_MS, 5 * SECOND_MS * 4 ** index);
          const waited = start - (starts[index] ?? 0);
          expect(waited).toBeGreaterThanOrEqual(base * 0.8);
          expect(waited).toBeLessThanOrEqual(Math.min(12 * HOUR_MS, base * 1.2) + SECOND_MS);
        }
      }
    },
  );

  it("keeps its schedule by the delivery job alone if every message is lost (R5) (case 38)", { tags: "long" }, async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    mockFailingReceiver();
    const { id } = await insertDelivery(endpoint, START);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const due = Number((await rowOf("deliveries", id))["next_attempt_at"]);
      // The cron job runs every minute, and waits 30 s for a message.
      vi.setSystemTime(due + 90 * SECOND_MS);
      enqueued.fast.splice(0);
      await runDeliveryJob(env, Date.now());
      expect(messagesIn(enqueued.fast)).toEqual([deliveryMessage(id, attempt)]);
      await consumeMessages(messagesIn(enqueued.fast));
    }
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "failed", attempts: MAX_ATTEMPTS });
  });

  it(
    "that fails together with many others is retried at another time than those, within 20 % of the delay (case 63)",
    { tags: "long" },
    async () => {
      mockFailingReceiver();
      const ids: string[] = [];
      for (let index = 0; index < 40; index += 1)
        ids.push((await insertDelivery(await insertWebhookEndpoint(endpoint.organizationId), START, { attempts: 6 })).id);
      for (let index = 0; index < 40; index += 5) await consumeMessages(ids.slice(index, index + 5).map((id) => deliveryMessage(id, 7)));
      const base = 5 * SECOND_MS * 4 ** 6;
      const next = await Promise.all(ids.map(async (id) => Number((await rowOf("deliveries", id))["next_attempt_at"]) - START));
      expect(Math.min(...next)).toBeGreaterThanOrEqual(base * 0.8);
      expect(Math.max(...next)).toBeLessThanOrEqual(base * 1.2);
      // Random milliseconds in 2.3 hours, of which a few may be equal by chance.
      expect(new Set(next).size).toBeGreaterThan(30);
      // At least one of 40 random values is in each half, except once in 10^11 runs.
      expect(Math.min(...next)).toBeLessThan(base);
      expect(Math.max(...next)).toBeGreaterThan(base);
    },
  );
});

describe("Retry-After", () => {
  const inAnHour = new Date(START + HOUR_MS).toUTCString();
  it.each([
    { header: "in seconds", is: "followed", status: 429, value: "3600", wait: HOUR_MS },
    { header: "as a date", is: "followed", status: 503, value: inAnHour, wait: HOUR_MS },
    { header: "of more than 12 h", is: "cut to 12 h", status: 503, value: "1000000000", wait: 12 * HOUR_MS },
    { header: "of less than the schedule", is: "ignored", status: 429, value: "1", wait: null },
    { header: "in the past", is: "ignored", status: 503, value: new Date(START - HOUR_MS).toUTCString(), wait: null },
    { header: "that is invalid", is: "ignored", status: 429, value: "soon", wait: null },
    { header: "with fractions", is: "ignored", status: 429, value: "120.6", wait: null },
    { header: "with another status", is: "ignored", status: 500, value: "3600", wait: null },
  ])("$header on a $status is $is (R26) (case 6)", async ({ status, value, wait: expected }) => {
    mockReceiver(() => new Response("", { status, headers: { "Retry-After": value } }));
    const { id } = await insertDelivery(endpoint, START);
    await consumeMessages([deliveryMessage(id)]);
    const wait = Number((await rowOf("deliveries", id))["next_attempt_at"]) - START;
    // The schedule's first delay is 5 s, within 20 %.
    expect(wait).toBeGreaterThanOrEqual(expected ?? 4 * SECOND_MS);
    expect(wait).toBeLessThanOrEqual(expected ?? 6 * SECOND_MS);
    expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 2), delaySeconds: Math.ceil(wait / SECOND_MS) }]);
  });
});

describe("an endpoint that fails", () => {
  /** Sends one delivery at this time, and returns the state of the endpoint. */
  async function sendOneAt(at: number, status: number): Promise<unknown> {
    vi.setSystemTime(at);
    mockReceiver(() => new Response("", { status }));
    const { id } = await insertDelivery(endpoint, at);
    await consumeMessages([deliveryMessage(id)]);
    return (await rowOf("webhook_endpoints", endpoint.id))["status"];
  }

  it("for 120 h and ten times is disabled, and its pending deliveries are held (R17)", async () => {
    for (let index = 0; index < 10; index += 1) expect(await sendOneAt(START + index * 13 * HOUR_MS, 500)).toBe("active");
    expect(await sendOneAt(START + 119 * HOUR_MS, 500)).toBe("active");
    const { id } = await insertDelivery(endpoint, START, { attempts: 3, next_attempt_at: START + 9 * DAY_MS });
    expect(await sendOneAt(START + 120 * HOUR_MS, 500)).toBe("disabled_failing");
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({
      enabled: 0,
      deleted_at: null,
      updated_at: START + 120 * HOUR_MS,
    });
    expect(await rowOf("deliveries", id)).toMatchObject({ status: "held", next_attempt_at: null });
  });

  it("only nine times is not disabled, however long (R17)", async () => {
    for (let index = 0; index < 9; index += 1) expect(await sendOneAt(START + index * 5 * DAY_MS, 500)).toBe("active");
    expect(await sendOneAt(START + 45 * DAY_MS, 500)).toBe("disabled_failing");
  });

  it("a hundred times in a day is not disabled (R17)", { tags: "long" }, async () => {
    for (let index = 0; index < 100; index += 1) expect(await sendOneAt(START + index * 10 * 60 * SECOND_MS, 500)).toBe("active");
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 100 });
  });

  it("and then succeeds once starts again from zero (R17)", async () => {
    for (let index = 0; index < 12; index += 1) await sendOneAt(START + index * 9 * HOUR_MS, 500);
    expect(await sendOneAt(START + 119 * HOUR_MS, 200)).toBe("active");
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 0, failing_since: null });
    for (let index = 0; index < 11; index += 1) expect(await sendOneAt(START + 120 * HOUR_MS + index * 10 * HOUR_MS, 500)).toBe("active");
    expect(await sendOneAt(START + 240 * HOUR_MS, 500)).toBe("disabled_failing");
  });
});

describe("the clock", () => {
  it("that is set back causes no negative duration, and leases still expire (case 61)", async () => {
    mockReceiver(() => {
      vi.setSystemTime(START - HOUR_MS);
      return new Response("ok");
    });
    const { id } = await insertDelivery(endpoint, START);
    await consumeMessages([deliveryMessage(id)]);
    expect(await attemptsOf(id)).toMatchObject([{ started_at: START, duration_ms: 0, error_code: null }]);
    const lost = await insertDelivery(endpoint, START, { attempts: 1, lease_token: "t", lease_until: START + 60 * SECOND_MS });
    await runDeliveryJob(env, START - HOUR_MS);
    expect(await rowOf("deliveries", lost.id)).toMatchObject({ lease_token: "t" });
    await runDeliveryJob(env, START + 60 * SECOND_MS);
    expect(await rowOf("deliveries", lost.id)).toMatchObject({ lease_token: null, status: "pending" });
  });
});
