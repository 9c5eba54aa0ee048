import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
import {
  type InsertedEndpoint,
  insertDelivery,
  insertWebhookEndpoint,
  captureEnqueued,
  rowOf,
  type EnqueuedMessages,
} from "../../kit/webhook-fixture";
import { consumeMessages, mockCountingReceiver, mockReceiver, messagesIn, serveQueues } from "./consumer";
import { eventually } from "../../kit/eventually";
import { organizationD1 } from "../../kit/databases";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);
let shop: Shop;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  // The delivery job would also process the rows of earlier tests.
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  shop = await createShop();
  enqueued = captureEnqueued();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  endpoint = await insertWebhookEndpoint(shop.id);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const recover = (body: unknown = {}, of = endpoint.id) => shop.v2(`/webhooks/${of}/recover`, { body });
const readRecovery = (id: string, of = endpoint.id) => shop.v2(`/webhooks/${of}/recoveries/${id}`);
const FAILED = { status: "failed", attempts: MAX_ATTEMPTS, next_attempt_at: null };
const HELD = { status: "held", next_attempt_at: null };

async function countByStatus(): Promise<Record<string, number>> {
  const counts = await rows<{ status: string; n: number }>(
    "select status, count(*) as n from deliveries where endpoint_id = ? group by status",
    endpoint.id,
  );
  return Object.fromEntries(counts.map(({ status, n }) => [status, n]));
}

/** Inserts this many failed deliveries, one second apart, the newest 61 seconds old. Ids increase with time, like those of the service. */
async function insertFailedDeliveries(count: number): Promise<void> {
  await organizationD1().batch([
    organizationD1()
      .prepare(
        `insert into events (id, organization_id, type, body, occurred_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3)
       select printf('evt_%08d', ?3 - i) || ?4, ?1, 'order.updated', '{}', ?2 - i * 1000 from n`,
      )
      .bind(shop.id, NOW - MINUTE_MS, count, endpoint.id),
    organizationD1()
      .prepare(
        `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", attempts, created_at)
       select 'dlv_' || substr(id, 5), organization_id, ?2, id, type, 'failed', 'auto', ${MAX_ATTEMPTS}, occurred_at from events where organization_id = ?1`,
      )
      .bind(shop.id, endpoint.id),
  ]);
}

it("a recovery makes failed and held deliveries due and can be read later (R16)", async () => {
  for (const columns of [FAILED, HELD, { ...FAILED, status: "succeeded" }, { next_attempt_at: NOW + DAY_MS }]) {
    await insertDelivery(endpoint, NOW - MINUTE_MS, columns);
  }
  const { status, headers, body } = await recover();
  expect(status).toBe(201);
  expect(headers.get("Location")).toBe(`/api/v2/webhooks/${endpoint.id}/recoveries/${body.id}`);
  expect(body).toEqual({
    id: expect.stringMatching(/^rcv_/),
    webhook_id: endpoint.id,
    status: "completed",
    since: new Date(NOW - 30 * DAY_MS).toISOString(),
    until: new Date(NOW).toISOString(),
    statuses: ["failed", "held"],
    events: [],
    recovered: 2,
    created_at: new Date(NOW).toISOString(),
    completed_at: new Date(NOW).toISOString(),
  });
  expect((await readRecovery(body.id)).body).toEqual(body);
  expect(await countByStatus()).toEqual({ pending: 3, succeeded: 1 });
  const recovered = await rows(
    "select status, run_from, attempts, completed_at from deliveries where endpoint_id = ? and \"trigger\" = 'recover'",
    endpoint.id,
  );
  expect(recovered).toHaveLength(2);
  expect(recovered).toContainEqual({ status: "pending", run_from: MAX_ATTEMPTS, attempts: MAX_ATTEMPTS, completed_at: null });
});

it.each([
  ["since, inclusive", { since: "2026-11-20T11:00:00Z" }, ["at", "after"]],
  ["until, exclusive", { until: "2026-11-20T11:00:00Z" }, ["before", "held", "ticket"]],
  ["both", { since: "2026-11-20T10:59:00Z", until: "2026-11-20T11:00:00.001Z" }, ["before", "at", "held", "ticket"]],
  ["status", { statuses: ["held", "held"] }, ["held"]],
  ["event", { events: ["ticket.created"] }, ["ticket"]],
  ["all of them", { since: "2026-11-20", until: "2026-11-21", statuses: ["failed"], events: ["order.updated"] }, ["before", "at", "after"]],
])("a recovery includes %s (R16)", async (_, request, expected) => {
  const at = Date.UTC(2026, 10, 20, 11);
  const ids: Record<string, string> = {
    before: (await insertDelivery(endpoint, at - 1, FAILED)).id,
    at: (await insertDelivery(endpoint, at, FAILED)).id,
    after: (await insertDelivery(endpoint, at + 1, FAILED)).id,
    held: (await insertDelivery(endpoint, at - 1, HELD)).id,
    ticket: (await insertDelivery(endpoint, at - 1, { ...FAILED, event_type: "ticket.created" })).id,
  };
  expect((await recover(request)).body.recovered).toBe(expected.length);
  for (const [name, id] of Object.entries(ids)) {
    expect({ name, isPending: (await rowOf("deliveries", id))["status"] === "pending" }).toEqual({
      name,
      isPending: expected.includes(name),
    });
  }
});

it.each([
  [{ since: "yesterday" }, "since"],
  [{ until: 5 }, "until"],
  [{ statuses: [] }, "statuses"],
  [{ statuses: ["succeeded"] }, "statuses[0]"],
  [{ statuses: ["pending"] }, "statuses[0]"],
  [{ events: [] }, "events"],
  [{ events: ["webhook.test"] }, "events[0]"],
])("a recovery rejects %j", async (body, path) => {
  await insertDelivery(endpoint, NOW - MINUTE_MS, FAILED);
  const response = await recover(body);
  expect({ status: response.status, path: response.body.error.details[0].path }).toEqual({ status: 400, path });
  expect(await countByStatus()).toEqual({ failed: 1 });
});

it("a recovery returns 409 for an endpoint that is not active, and 404 for an unknown one", async () => {
  for (const status of ["paused", "disabled_failing", "gone"]) {
    const { id } = await insertWebhookEndpoint(shop.id, { enabled: 0, status });
    expect(await recover({}, id)).toMatchObject({ status: 409, body: { error: { details: [{ code: "endpoint_not_active", status }] } } });
  }
  const foreign = await insertWebhookEndpoint((await createShop()).id);
  for (const id of ["we_unknown", foreign.id]) expect((await recover({}, id)).status).toBe(404);
  const { body } = await recover();
  expect((await readRecovery(body.id, (await insertWebhookEndpoint(shop.id)).id)).status).toBe(404);
  expect((await readRecovery("rcv_unknown")).status).toBe(404);
});

it(
  "a recovery of 10,001 deliveries runs in parts, a second one finds none, and each delivery keeps all its retries (R16) (case 49)",
  { tags: "long" },
  async () => {
    await insertFailedDeliveries(10_001);
    const { body } = await recover();
    expect(body).toMatchObject({ status: "running", recovered: 500, completed_at: null });
    expect(await countByStatus()).toEqual({ pending: 500, failed: 9_501 });
    await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(5));
    const counts: number[] = [];
    for (let minute = 1; minute <= 20; minute += 1) {
      await runDeliveryJob(env, NOW + minute * MINUTE_MS);
      const { recovered, status, completed_at } = (await readRecovery(body.id)).body;
      counts.push(recovered);
      expect(completed_at === null).toBe(status === "running");
      if (status === "completed") break;
    }
    // Each run of the job makes 2,000 more due, in parts of 500.
    expect(counts).toEqual([2_500, 4_500, 6_500, 8_500, 10_001]);
    expect(await countByStatus()).toEqual({ pending: 10_001 });
    expect(await rows("select distinct run_from, attempts from deliveries where endpoint_id = ?", endpoint.id)).toEqual([
      { run_from: MAX_ATTEMPTS, attempts: MAX_ATTEMPTS },
    ]);
    expect((await recover()).body).toMatchObject({ status: "completed", recovered: 0 });
    await runDeliveryJob(env, NOW + 30 * MINUTE_MS);
    expect((await readRecovery(body.id)).body).toMatchObject({ status: "completed", recovered: 10_001 });
  },
);

it(
  "a recovery enqueues its next part in the next run of the delivery job if the previous one is done (R16)",
  { tags: "long" },
  async () => {
    await insertFailedDeliveries(600);
    await recover();
    await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(5));
    await organizationD1()
      .prepare("update deliveries set status = 'succeeded' where endpoint_id = ? and status = 'pending'")
      .bind(endpoint.id)
      .run();
    enqueued.fast.splice(0);
    await runDeliveryJob(env, NOW + MINUTE_MS);
    expect(messagesIn(enqueued.fast)).toHaveLength(5);
    vi.setSystemTime(NOW + MINUTE_MS);
    mockReceiver();
    await serveQueues(enqueued, NOW + MINUTE_MS);
    expect(await countByStatus()).toEqual({ succeeded: 600 });
  },
);

it("three concurrent recoveries together recover each delivery once (R16) (case 49)", async () => {
  await insertFailedDeliveries(40);
  const responses = await Promise.all([recover(), recover(), recover()]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(responses.reduce((sum, { body }) => sum + body.recovered, 0)).toBe(40);
});

it("a recovery sends each delivery once, five at a time, oldest first, and skips delivered ones (R16) (R11)", async () => {
  await insertFailedDeliveries(60);
  await organizationD1()
    .prepare("update deliveries set status = 'succeeded' where endpoint_id = ? and created_at >= ?")
    .bind(endpoint.id, NOW - MINUTE_MS - 10_000)
    .run();
  const counted = mockCountingReceiver();
  expect((await recover()).body).toMatchObject({ recovered: 50 });
  await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(5));
  await serveQueues(enqueued);
  expect([...counted.posts.values()]).toEqual(Array.from({ length: 50 }, () => 1));
  expect(counted.maxConcurrent).toBe(5);
  expect([...counted.posts.keys()].slice(0, 5).toSorted()).toEqual([0, 1, 2, 3, 4].map((i) => `dlv_0000000${i}${endpoint.id}`));
  expect(await countByStatus()).toEqual({ succeeded: 60 });
});

describe("during a recovery", () => {
  it.each([
    ["a pause", { enabled: 0, status: "paused" }],
    ["a deletion", { enabled: 0, deleted_at: NOW }],
    ["a 410", { enabled: 0, status: "gone" }],
  ])("%s ends it, and no further delivery becomes due", async (_, columns) => {
    await insertFailedDeliveries(600);
    const { body } = await recover();
    const sets = Object.keys(columns).map((name) => `${name} = ?`);
    await organizationD1()
      .prepare(`update webhook_endpoints set ${sets.join(", ")} where id = ?`)
      .bind(...Object.values(columns), endpoint.id)
      .run();
    await runDeliveryJob(env, NOW + MINUTE_MS);
    await runDeliveryJob(env, NOW + 2 * MINUTE_MS);
    expect(await rows("select status, recovered, completed_at from recoveries where id = ?", body.id)).toEqual([
      { status: "cancelled", recovered: 500, completed_at: NOW + MINUTE_MS },
    ]);
    expect(await countByStatus()).toMatchObject({ failed: 100 });
  });

  it("a delivery that fails again is not recovered a second time (R16)", async () => {
    await insertFailedDeliveries(600);
    const { body } = await recover();
    mockReceiver(() => new Response("", { status: 500 }));
    // The next attempt of each is its last one, as if only its first attempt had been before the recovery.
    await organizationD1()
      .prepare("update deliveries set run_from = 1 where endpoint_id = ? and status = 'pending'")
      .bind(endpoint.id)
      .run();
    await eventually(() => expect(messagesIn(enqueued.fast)).toHaveLength(5));
    await consumeMessages(messagesIn(enqueued.fast));
    expect(await countByStatus()).toEqual({ pending: 495, failed: 105 });
    await runDeliveryJob(env, NOW + MINUTE_MS);
    expect((await readRecovery(body.id)).body).toMatchObject({ status: "completed", recovered: 600 });
    expect(await countByStatus()).toEqual({ pending: 595, failed: 5 });
  });

  it("a part of a delivery job that dies is left to the next run, and two concurrent jobs recover it once (R16)", async () => {
    await insertFailedDeliveries(600);
    const { body } = await recover();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const real = organizationD1().batch.bind(organizationD1());
    const dying = vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
      // The batch that makes a part of a recovery due has three statements.
      if (statements.length === 3) throw new Error("D1_ERROR: overloaded");
      return await real(statements);
    });
    await runDeliveryJob(env, NOW + MINUTE_MS);
    dying.mockRestore();
    expect((await readRecovery(body.id)).body).toMatchObject({ status: "running", recovered: 500 });
    await Promise.all([runDeliveryJob(env, NOW + 2 * MINUTE_MS), runDeliveryJob(env, NOW + 2 * MINUTE_MS)]);
    expect((await readRecovery(body.id)).body).toMatchObject({ status: "completed", recovered: 600 });
    expect(await countByStatus()).toEqual({ pending: 600 });
  });
});
