import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LEASE_MS } from "../../../src/resources/webhooks/deliveries/lease.sql.ts";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { MAX_ATTEMPTS } from "../../../src/resources/webhooks/retry-schedule";
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
import { organizationD1 } from "../../kit/databases";
import { deliveryMessage } from "./consumer";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let now: number;
let organization: number;
let endpoint: InsertedEndpoint;
let enqueued: EnqueuedMessages;

beforeEach(async () => {
  for (const table of ["attempts", "deliveries", "events", "write_markers"]) await organizationD1().exec(`delete from ${table}`);
  now = Date.now();
  organization = await insertOrganization();
  endpoint = await insertWebhookEndpoint(organization);
  enqueued = captureEnqueued();
});
afterEach(() => vi.restoreAllMocks());

const deliveryIdsIn = (batches: EnqueuedMessages["fast"]) =>
  batches.flat().map(({ body }) => (body as { delivery_id: string }).delivery_id);

it("the delivery job does nothing in maintenance mode", async () => {
  await insertDelivery(endpoint, now - MINUTE_MS);
  await runDeliveryJob({ ...env, MAINTENANCE: "true" }, now);
  expect(enqueued.fast).toEqual([]);
  await runDeliveryJob(env, now);
  expect(enqueued.fast).toHaveLength(1);
});

describe("deliveries whose message was lost", () => {
  it("are enqueued again when they have been due for 30 s, with their next attempt (case 38)", async () => {
    const { id } = await insertDelivery(endpoint, now - MINUTE_MS, { attempts: 2 });
    await insertDelivery(endpoint, now - 10_000);
    await insertDelivery(endpoint, now + MINUTE_MS);
    await runDeliveryJob(env, now);
    expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 3), delaySeconds: 0 }]);
  });

  it.each([
    ["a paused endpoint", { enabled: 0, status: "paused" }, {}],
    ["a deleted endpoint", { deleted_at: 1 }, {}],
    ["held deliveries", {}, { status: "held" }],
    ["deliveries whose attempt is running", {}, { lease_token: "t", lease_until: Date.now() + MINUTE_MS }],
  ])("are not enqueued for %s", async (_, of, columns) => {
    await insertDelivery(await insertWebhookEndpoint(organization, of), now - MINUTE_MS, columns);
    await runDeliveryJob(env, now);
    expect(enqueued.fast).toEqual([]);
  });

  it("are enqueued fairly: the first of each endpoint before the second of any, five each, in the endpoint's queue", async () => {
    const slow = await insertWebhookEndpoint(organization, { slow: 1 });
    const backlog: string[] = [];
    for (let index = 0; index < 12; index += 1) backlog.push((await insertDelivery(endpoint, now - 2 * MINUTE_MS + index)).id);
    const others = await Promise.all(
      [0, 1, 2].map(async () => (await insertDelivery(await insertWebhookEndpoint(organization), now - MINUTE_MS)).id),
    );
    const { id: slowly } = await insertDelivery(slow, now - MINUTE_MS);
    await runDeliveryJob(env, now);
    const ids = deliveryIdsIn(enqueued.fast);
    expect(ids.slice(0, 4).toSorted()).toEqual([...backlog.slice(0, 1), ...others].toSorted());
    expect(ids.slice(4)).toEqual(backlog.slice(1, 5));
    expect(deliveryIdsIn(enqueued.slow)).toEqual([slowly]);
  });

  it("are enqueued only up to the number of requests that the endpoint may get", async () => {
    for (let index = 0; index < 4; index += 1)
      await insertDelivery(endpoint, now, { lease_token: `t${index}`, lease_until: now + MINUTE_MS, attempts: 1 });
    const { id } = await insertDelivery(endpoint, now - 2 * MINUTE_MS);
    await insertDelivery(endpoint, now - MINUTE_MS);
    await runDeliveryJob(env, now);
    expect(deliveryIdsIn(enqueued.fast)).toEqual([id]);
  });

  it("are enqueued by reading few rows of a backlog of 2,000", async () => {
    await organizationD1()
      .prepare(
        `insert into events (id, organization_id, type, body, occurred_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select 'evt_' || i, ?, 'order.updated', '{}', ? from n`,
      )
      .bind(organization, now - MINUTE_MS)
      .run();
    await organizationD1()
      .prepare(
        `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", next_attempt_at, created_at)
       select 'dlv_' || substr(id, 5), organization_id, ?, id, type, 'pending', 'auto', occurred_at, occurred_at from events`,
      )
      .bind(endpoint.id)
      .run();
    const batch = vi.spyOn(organizationD1(), "batch");
    await runDeliveryJob(env, now);
    const results = await Promise.all(batch.mock.results.map(({ value }) => value as Promise<D1Result[]>));
    const read = results.flat().reduce((sum, { meta }) => sum + meta.rows_read, 0);
    expect(deliveryIdsIn(enqueued.fast)).toHaveLength(5);
    // It was 84, with what the other parts of the job read.
    expect(read).toBeLessThan(120);
  });
});

describe("expired leases", () => {
  it("become an attempt with an unknown outcome and a retry", async () => {
    const { id } = await insertDelivery(endpoint, now - 2 * MINUTE_MS, { attempts: 1, lease_token: "t", lease_until: now - 1 });
    const { id: running } = await insertDelivery(endpoint, now - 2 * MINUTE_MS, {
      attempts: 1,
      lease_token: "u",
      lease_until: now + 1_000,
    });
    await runDeliveryJob(env, now);
    expect(await attemptsOf(id)).toMatchObject([
      { number: 1, error_code: "outcome_unknown", response_status: null, started_at: now - 1 - LEASE_MS },
    ]);
    const row = await rowOf("deliveries", id);
    expect(row).toMatchObject({ status: "pending", attempts: 1, lease_token: null, lease_until: null });
    expect(Number(row["next_attempt_at"])).toBeGreaterThan(now);
    expect(enqueued.fast.flat()).toEqual([{ body: deliveryMessage(id, 2), delaySeconds: expect.any(Number) }]);
    expect(await rowOf("deliveries", running)).toMatchObject({ lease_token: "u" });
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ consecutive_failures: 0 });
    await runDeliveryJob(env, now);
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it("fail the delivery after the fourteenth attempt, cancel it for a deleted endpoint, and hold it for a paused one", async () => {
    const lost = { lease_token: "t", lease_until: now - 1 };
    const [last, deleted, paused] = await Promise.all([
      insertDelivery(endpoint, now, { ...lost, attempts: MAX_ATTEMPTS }),
      insertDelivery(await insertWebhookEndpoint(organization, { deleted_at: 1 }), now, { ...lost, attempts: 1 }),
      insertDelivery(await insertWebhookEndpoint(organization, { enabled: 0, status: "paused" }), now, { ...lost, attempts: 1 }),
    ]);
    await runDeliveryJob(env, now);
    expect(await rowOf("deliveries", last.id)).toMatchObject({ status: "failed", completed_at: now });
    expect(await rowOf("deliveries", deleted.id)).toMatchObject({ status: "cancelled", completed_at: now });
    expect(await rowOf("deliveries", paused.id)).toMatchObject({ status: "held", completed_at: null, next_attempt_at: null });
    expect(enqueued.fast).toEqual([]);
  });
});

const count = async (table: string) => await organizationD1().prepare(`select count(*) n from ${table}`).first<number>("n");

describe("retention", () => {
  it("deletes deliveries after 30 days with their attempts and events, and keeps younger and pending ones (case 73)", async () => {
    const old = now - 31 * DAY_MS;
    const { id } = await insertDelivery(endpoint, old, { status: "succeeded", next_attempt_at: null });
    await organizationD1()
      .prepare("insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms) values (?, ?, 1, 'u', 0, 0)")
      .bind(organization, id)
      .run();
    const { id: retried } = await insertDelivery(endpoint, old, { next_attempt_at: now + MINUTE_MS });
    const { id: young } = await insertDelivery(endpoint, now - 29 * DAY_MS, { status: "failed", next_attempt_at: null });
    await runDeliveryJob(env, now);
    expect(await organizationD1().prepare("select id from deliveries order by created_at").all()).toMatchObject({
      results: [{ id: retried }, { id: young }],
    });
    expect(await count("events")).toBe(2);
    expect(await count("attempts")).toBe(0);
  });

  it("also deletes events without a subscriber after 30 days, and markers after 48 h", async () => {
    await organizationD1()
      .prepare("insert into events (id, organization_id, type, body, occurred_at) values ('evt_x', ?, 'order.created', '{}', ?)")
      .bind(organization, now - 31 * DAY_MS)
      .run();
    const marker = organizationD1().prepare(
      "insert into write_markers (operation_id, organization_id, result, created_at) values (?, ?, '{}', ?)",
    );
    await organizationD1().batch([marker.bind("old", organization, now - 3 * DAY_MS), marker.bind("new", organization, now - DAY_MS)]);
    await runDeliveryJob(env, now);
    expect(await count("events")).toBe(0);
    expect(await organizationD1().prepare("select operation_id from write_markers").all()).toMatchObject({
      results: [{ operation_id: "new" }],
    });
  });
});

it("the delivery job continues with its other parts if one fails", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { id } = await insertDelivery(endpoint, now - MINUTE_MS);
  vi.spyOn(organizationD1(), "batch").mockRejectedValueOnce(new Error("D1_ERROR: overloaded"));
  await runDeliveryJob(env, now);
  expect(logged).toHaveBeenCalledOnce();
  expect(deliveryIdsIn(enqueued.fast)).toEqual([id]);
});
