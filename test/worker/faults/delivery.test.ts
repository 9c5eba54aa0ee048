import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { createShop, idempotencyKey, rows } from "../../kit/client";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  insertOrganization,
  attemptsOf,
  captureEnqueued,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages, headersOf, mockReceiver } from "../webhooks/consumer";
import { runUntilIdle, wrongDeliveries, serveAll } from "./serve-queues";
import { envUnder, type Plan } from "./crossings";
import { withFastTimers } from "./with-fast-timers";
import { DAY_MS, HOUR_MS, MINUTE_MS, type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import { beforeResponse, responseLost, injectAt, withoutFaults, type Fault, rejected, resetHalfway } from "./outages";
import { send } from "./route-fixture";
import { sampleOf } from "./some";
import { organizationD1 } from "../../kit/databases";

let clock: MovingClock;
let enqueued: EnqueuedMessages;
let endpoint: InsertedEndpoint;
let posts: Map<string, number>;
/** Runs while a receiver handles a request. */
let meanwhile: () => void;

beforeAll(() => {
  clock = movingClock();
  enqueued = captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  mockReceiver((_, init) => {
    const id = headersOf(init)["X-Service-Delivery"] ?? "";
    posts.set(id, (posts.get(id) ?? 0) + 1);
    meanwhile();
    return new Response("thanks");
  });
});
beforeEach(async () => {
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  for (const batches of [enqueued.fast, enqueued.slow]) batches.splice(0);
  posts = new Map();
  meanwhile = () => undefined;
  endpoint = await insertWebhookEndpoint(await insertOrganization());
});
afterEach(() => {
  vi.useRealTimers();
  clock.reset();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const FORWARD = [MINUTE_MS, HOUR_MS, 25 * HOUR_MS, 2 * DAY_MS];
const JUMPS = [...sampleOf("sent forward", FORWARD, 1), ...sampleOf("sent back", FORWARD, 2).map((ms) => -ms)];

/** How often a consumer tries to record an attempt: MAX_RECORD_TRIES in src/resources/webhooks/deliver.ts. */
const RECORD_TRIES = 4;

const organization = () => endpoint.organizationId;
const insertDue = async () => (await insertDelivery(endpoint, Date.now())).id;

describe("a consumer during failures of D1", () => {
  it.each([
    ["the claim never arrives", rejected],
    ["D1 is reset during the claim", resetHalfway],
    // The delivery job finds a claimed delivery when its lease has expired.
    ["the response of the claim is lost", responseLost],
  ] as const)("%s: the message is retried, and the delivery is sent once", async (_, fault) => {
    const id = await insertDue();
    expect(await consumeMessages([deliveryMessage(id)], "deliveries", envUnder(injectAt(["d1.write"], fault, 1).plan))).toMatchObject({
      acked: 0,
      retried: 1,
    });
    enqueued.fast.push([{ body: deliveryMessage(id) }]);
    await runUntilIdle(organization(), enqueued, clock, 5);
    expect(posts).toEqual(new Map([[id, 1]]));
    expect(await wrongDeliveries(organization())).toEqual([]);
  });

  it.each([
    ["the record never arrives, once", rejected, 1, 1],
    ["D1 is reset during the record, once", resetHalfway, 1, 1],
    ["the response of the record is lost, once", responseLost, 1, 1],
    // If the record of a response fails, the request is sent again: at least once (docs/spec/events.md#order-of-events).
    ["the record never arrives in any attempt", rejected, RECORD_TRIES, 2],
    ["D1 is reset during the record in every attempt", resetHalfway, RECORD_TRIES, 2],
    ["the response of the record is lost in every attempt", responseLost, RECORD_TRIES, 1],
  ] as const)("%s: each attempt is recorded once, and no delivery is lost", async (_, fault, times, requests) => {
    const id = await insertDue();
    const record = failAfterClaim(fault, times);
    expect(await withFastTimers(() => consumeMessages([deliveryMessage(id)], "deliveries", envUnder(record.plan)))).toMatchObject({
      acked: 1,
      retried: 0,
    });
    expect(record.faultCount()).toBe(times);
    await runUntilIdle(organization(), enqueued, clock, 5);
    expect(posts).toEqual(new Map([[id, requests]]));
    expect(await wrongDeliveries(organization())).toEqual([]);
  });

  it("in one delivery of a batch: the four others are sent and recorded, that one later", async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await insertDelivery(await insertWebhookEndpoint(organization()), Date.now())).id),
    );
    const record = failAfterClaim(rejected, RECORD_TRIES);
    await withFastTimers(() =>
      consumeMessages(
        ids.map((id) => deliveryMessage(id)),
        "deliveries",
        envUnder(record.plan),
      ),
    );
    const done = await rows<{ n: number }>("select count(*) as n from deliveries where status = 'succeeded'");
    // Which record failed four times, or how many failed fewer times, depends on the scheduler.
    expect(done[0]?.n).toBeGreaterThanOrEqual(4);
    await runUntilIdle(organization(), enqueued, clock, 5);
    expect(await wrongDeliveries(organization())).toEqual([]);
    expect([...posts.keys()].toSorted()).toEqual(ids.toSorted());
  });
});

/** The first write, which is the claim, succeeds, and the next `times` writes fail. */
function failAfterClaim(fault: Fault, times: number) {
  let claimed = false;
  const later = injectAt(["d1.write"], fault, times);
  const plan: Plan = async (crossing) => {
    if (!claimed && crossing.edge === "d1.write") {
      claimed = true;
      return await crossing.go();
    }
    return await later.plan(crossing);
  };
  return { plan, faultCount: later.faultCount };
}

describe("the delivery job", () => {
  const FAULTS = [
    ["can't be reached", rejected],
    ["is reset halfway", resetHalfway],
    ["loses its response", responseLost],
  ] as const;

  it.each(FAULTS)("if D1 %s in one of its steps: the next run does the rest, once", { tags: "long" }, async (_, fault) => {
    for (let step = 0; ; step += 1) {
      await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
      const now = Date.now();
      const lost = await insertDelivery(endpoint, now - 2 * MINUTE_MS, { attempts: 1, lease_token: "t", lease_until: now - 1 });
      const forgotten = await insertDelivery(endpoint, now - 2 * MINUTE_MS);
      const old = await insertDelivery(endpoint, now - 31 * DAY_MS, { status: "succeeded", next_attempt_at: null });
      await organizationD1()
        .prepare("insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms) values (?, ?, 1, 'u', 0, 0)")
        .bind(organization(), old.id)
        .run();
      const wasInjected = await runJobWith(fault, step);
      await runDeliveryJob(env, Date.now());
      expect(await attemptsOf(lost.id)).toMatchObject([{ number: 1, error_code: "outcome_unknown" }]);
      expect(await rows("select 1 from attempts a where not exists (select 1 from deliveries d where d.id = a.delivery_id)")).toEqual([]);
      expect(await rows("select id from deliveries where id = ?", old.id)).toEqual([]);
      await runUntilIdle(organization(), enqueued, clock, 5);
      expect({
        lost: posts.get(lost.id),
        forgotten: posts.get(forgotten.id),
        wrongDeliveries: await wrongDeliveries(organization()),
      }).toEqual({
        lost: 1,
        forgotten: 1,
        wrongDeliveries: [],
      });
      if (!wasInjected) return;
    }
  });

  /** Runs a delivery job whose nth call of D1 fails. Returns false if it makes fewer calls. */
  async function runJobWith(fault: Fault, nth: number): Promise<boolean> {
    let calls = 0;
    let wasInjected = false;
    const plan: Plan = async (crossing) => {
      calls += 1;
      if (calls !== nth + 1) return await crossing.go();
      wasInjected = true;
      return await fault(crossing);
    };
    await runDeliveryJob(envUnder(plan), Date.now());
    return wasInjected;
  }
});

describe("if the queues reject", () => {
  it("the messages of a commit and of the delivery job: the write succeeds, and its event is sent once", async () => {
    const shop = await createShop();
    await insertWebhookEndpoint(shop.id, { events: JSON.stringify(["ticket.created"]) });
    const refusing = injectAt(["queue"], rejected);
    const key = { Authorization: `Bearer ${shop.token.secret}`, ...idempotencyKey() };
    const response = await send(envUnder(refusing.plan), "/api/v2/tickets", "POST", { subject: "a", body: "b" }, key);
    expect({ status: response.status, faultCount: refusing.faultCount(), fast: enqueued.fast }).toEqual({
      status: 201,
      faultCount: 1,
      fast: [],
    });
    // The delivery job enqueues only what has been due for 30 s, because a message may still arrive until then.
    clock.jump(PAST_LEASE);
    await runDeliveryJob(envUnder(refusing.plan), Date.now());
    expect({ faultCount: refusing.faultCount(), fast: enqueued.fast }).toEqual({ faultCount: 2, fast: [] });
    await runDeliveryJob(env, Date.now());
    expect(enqueued.fast.flat()).toHaveLength(1);
    expect(await runUntilIdle(shop.id, enqueued, clock, 1)).toBe(0);
    expect({ posts: [...posts.values()], wrongDeliveries: await wrongDeliveries(shop.id) }).toEqual({ posts: [1], wrongDeliveries: [] });
  });

  it("the message of a consumer: the delivery job enqueues it", async () => {
    const [first, second] = [await insertDue(), await insertDue()];
    // Slow enough that the consumer enqueues the second delivery instead of continuing with it.
    meanwhile = () => clock.jump(300);
    const refusing = injectAt(["queue"], rejected);
    await consumeMessages([deliveryMessage(first)], "deliveries", envUnder(refusing.plan));
    expect({ faultCount: refusing.faultCount(), postCount: posts.size, fast: enqueued.fast }).toEqual({
      faultCount: 1,
      postCount: 1,
      fast: [],
    });
    await runUntilIdle(organization(), enqueued, clock, 2);
    expect(posts).toEqual(new Map([first, second].map((id) => [id, 1])));
    expect(await wrongDeliveries(organization())).toEqual([]);
  });
});

describe.each(JUMPS.map((ms) => [ms / MINUTE_MS, ms] as const))("the clock jumps by %d min", (_, ms) => {
  /**
   * The longest retry, and ten minutes. A clock that is set back delays what was scheduled before, but a time that is further in the future
   * than any retry is not waited for.
   */
  const MAX_MINUTES = (12 * HOUR_MS) / MINUTE_MS + 10;

  it("while the receiver handles a request: no duration is negative, and the attempt is recorded once", async () => {
    const id = await insertDue();
    meanwhile = () => clock.jump(ms);
    await consumeMessages([deliveryMessage(id)]);
    const [attempt] = await attemptsOf(id);
    expect(Number(attempt?.["duration_ms"])).toBeGreaterThanOrEqual(0);
    expect({ posts: posts.get(id), wrongDeliveries: await wrongDeliveries(organization()) }).toEqual({ posts: 1, wrongDeliveries: [] });
  });

  it("after a claim whose response was lost: its delivery is sent once", async () => {
    const id = await insertDue();
    await consumeMessages([deliveryMessage(id)], "deliveries", envUnder(injectAt(["d1.write"], responseLost, 1).plan));
    clock.jump(ms);
    await runUntilIdle(organization(), enqueued, clock, MAX_MINUTES);
    expect({ posts: posts.get(id), wrongDeliveries: await wrongDeliveries(organization()) }).toEqual({ posts: 1, wrongDeliveries: [] });
  });

  it("after a commit: its events are sent", async () => {
    const id = await insertDue();
    clock.jump(ms);
    await runUntilIdle(organization(), enqueued, clock, MAX_MINUTES);
    expect({ posts: posts.get(id), wrongDeliveries: await wrongDeliveries(organization()) }).toEqual({ posts: 1, wrongDeliveries: [] });
  });

  it("after the pause of a failing endpoint began: it is retried", { tags: "long" }, async () => {
    // After nine failures in a row, the pause is 80 s.
    await organizationD1()
      .prepare("update webhook_endpoints set consecutive_failures = 9, probe_after = ? where id = ?")
      .bind(Date.now() + 80_000, endpoint.id)
      .run();
    const id = await insertDue();
    clock.jump(ms);
    await runUntilIdle(organization(), enqueued, clock, MAX_MINUTES);
    expect({ posts: posts.get(id), wrongDeliveries: await wrongDeliveries(organization()) }).toEqual({ posts: 1, wrongDeliveries: [] });
  });

  it("in the claim, and back before the record: the delivery is sent and recorded once", async () => {
    const id = await insertDue();
    const jumping = injectAt(
      ["d1.write"],
      beforeResponse(() => clock.jump(ms)),
      1,
    );
    meanwhile = () => clock.reset();
    await consumeMessages([deliveryMessage(id)], "deliveries", envUnder(jumping.plan));
    clock.reset();
    await serveAll(enqueued, envUnder(withoutFaults));
    await runUntilIdle(organization(), enqueued, clock, 5);
    expect({ posts: posts.get(id), wrongDeliveries: await wrongDeliveries(organization()) }).toEqual({ posts: 1, wrongDeliveries: [] });
  });
});
