import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { continueErasures } from "../../../../src/tenants/personal-data/jobs";
import { startErasure } from "../../../../src/tenants/personal-data/erasure";
import { applyRetention } from "../../../../src/tenants/personal-data/retention";
import { GRACE_MS, removeDeleted } from "../../../../src/tenants/lifecycle/deletion";
import { continueMoves } from "../../../../src/entrypoints/operator/moves";
import { reconcileDue } from "../../../../src/resources/connections/job";
import { type Budget, invocationBudget } from "../../../../src/platform/budget";
import { controlDb } from "../../../../src/platform/db/database";
import { runDeliveryJob } from "../../../../src/resources/webhooks/delivery-job";
import { createShop, directoryRows, idempotencyKey, rows, rowsIn, rowsOf, type Shop, ingestOrder } from "../../../kit/client";
import { type Conditions, under } from "../../../kit/strict-platform/conditions";
import { inInvocation } from "../../../kit/strict-platform/invocation";
import { captureEnqueued } from "../../../kit/webhook-fixture";
import { operate } from "../../access/kit";
import { connect } from "../../connections/fixtures";
import { StandInShop } from "../../connections/stand-in";

/**
 * Background work stays within the D1 calls of an invocation, and all of it ends (docs/spec/durability.md#background-work): with 50 organizations in three
 * databases, under each reading of the limit.
 */

const LIMITS: [what: string, limit: Partial<Conditions>, runsAtOnce: number][] = [
  ["60 calls, counted per batch", { maxCalls: 60, countedPer: "batch" }, 1],
  ["1,000 calls, counted per batch", { maxCalls: 1_000, countedPer: "batch" }, 1],
  ["1,000 calls, counted per statement", { maxCalls: 1_000, countedPer: "statement" }, 1],
  // A run that takes longer than the time to the next one, and a cron trigger that fires twice.
  ["60 calls, in overlapping runs", { maxCalls: 60, countedPer: "batch" }, 2],
  ["1,000 calls, in overlapping runs", { maxCalls: 1_000, countedPer: "batch" }, 2],
];

const ORGANIZATIONS = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const shops: Shop[] = [];
beforeAll(async () => {
  for (let made = 0; made < ORGANIZATIONS; made += 1) shops.push(await createShop({ database: made % 3 }));
});

let errors: string[] = [];
beforeEach(() => {
  errors = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(console, "error").mockImplementation((line) => void errors.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Job = (bindings: typeof env, now: number, budget: Budget) => Promise<void>;

const MAX_RUNS = 400;

interface Runs {
  limit: Partial<Conditions>;
  /** The number of concurrent runs of the job. */
  runsAtOnce: number;
}

/** Runs a job once a minute until nothing is left. Each run must make progress, within the limit and without an error. */
async function runToEnd(job: Job, { limit, runsAtOnce }: Runs, remaining: () => Promise<unknown>): Promise<number> {
  const bindings = { ...env, MAX_DATABASE_CALLS: String(limit.maxCalls) };
  let before = JSON.stringify(await remaining());
  for (let runs = 1; runs <= MAX_RUNS; runs += 1) {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    under(limit);
    const run = async () => await inInvocation(async () => await job(bindings, Date.now(), invocationBudget(bindings, 50_000)));
    await Promise.all(Array.from({ length: runsAtOnce }, run));
    expect(errors).toEqual([]);
    const after = JSON.stringify(await remaining());
    if (after === "[]") return runs;
    expect(after, `run ${runs} made no progress`).not.toBe(before);
    before = after;
  }
  throw new Error(`not done after ${MAX_RUNS} runs: ${before}`);
}

const rowsInAll = async (sql: string): Promise<unknown[]> =>
  (await Promise.all([env.DB, env.DB_1, env.DB_2].map(async (d1) => (d1 === undefined ? [] : await rowsIn(d1, sql))))).flat();

describe.each(LIMITS)("within %s", (_, limit, runsAtOnce) => {
  const runs: Runs = { limit, runsAtOnce };

  it("retention erases the old customers of all organizations", async () => {
    for (const shop of shops) {
      const { id } = await ingestOrder(shop, { customer_name: "Ann Lee" });
      await shop.v2(`/orders/${id}/status`, { body: { status: "Cancelled", reason: "none" } });
      await operate("PUT", `${shop.id}/retention`, { customer_days: 10, event_days: 5 });
    }
    vi.setSystemTime(Date.now() + 11 * DAY_MS);
    const remaining = async () => await rowsInAll("select id from orders where customer_name = 'Ann Lee' and status = 'Cancelled'");
    expect(await remaining()).toHaveLength(ORGANIZATIONS);
    await runToEnd(applyRetention, runs, remaining);
    await rows("delete from retention_settings");
  });

  it("erasures of all organizations end, and each is recorded once", async () => {
    const control = controlDb(env, { now: Date.now() });
    const actor = { kind: "operator", id: null, name: "Operator" } as const;
    for (const shop of shops) {
      await ingestOrder(shop, { customer_name: "Zora Quellmark" });
      await startErasure(env, control, { organizationId: shop.id, actor, person: { name: "Zora Quellmark" }, operationId: null });
    }
    const before = (await directoryRows("select 1 from audit_log where action = 'person.erased'")).length;
    await runToEnd(continueErasures, runs, async () => await rows("select id, position from erasures where finished_at is null"));
    expect(await rowsInAll("select id from orders where customer_name = 'Zora Quellmark'")).toEqual([]);
    expect((await directoryRows("select 1 from audit_log where action = 'person.erased'")).length - before).toBe(ORGANIZATIONS);
  });

  it("moves end with all rows", async () => {
    const moving = [await createShop({ database: 0 }), await createShop({ database: 0 })];
    for (const shop of moving) {
      for (let order = 0; order < 30; order += 1) await ingestOrder(shop, { external_id: `order ${order}` });
      await rows("insert into moves (organization_id, source, target, step, started_at) values (?, 0, 1, 'preparing', 1)", shop.id);
    }
    await runToEnd(
      continueMoves,
      runs,
      async () => await rows("select organization_id, step, position from moves where step not in ('moved', 'settled', 'done')"),
    );
    for (const { id } of moving) {
      expect(await rowsOf({ database: 1 }, "select count(*) as n from orders where organization_id = ?", id)).toEqual([{ n: 30 }]);
    }
    await rows("update moves set step = 'done'");
  });

  it("deletions of organizations end", async () => {
    const deleted = [await createShop({ database: 0 }), await createShop({ database: 1 }), await createShop({ database: 2 })];
    for (const shop of deleted) {
      await ingestOrder(shop);
      // Each credential has a gate, which is emptied with calls of the invocation.
      for (let made = 0; made < 8; made += 1)
        await operate("POST", `${shop.id}/credentials`, { kind: "api_key", name: `key ${made}`, scopes: ["orders:read"] });
      expect((await operate("POST", `${shop.id}/deletion`, { name: "Shop" })).status).toBe(201);
    }
    vi.setSystemTime(Date.now() + GRACE_MS + 1_000);
    const ids = deleted.map(({ id }) => id).join();
    await runToEnd(removeDeleted, runs, async () => await rows(`select id, removal_position from organizations where id in (${ids})`));
    expect(await rowsInAll(`select id from orders where organization_id in (${ids})`)).toEqual([]);
  });

  it("a reconciliation stores all orders of a page, each once", async () => {
    vi.useRealTimers();
    const standIn = new StandInShop().open();
    const shop = await createShop({ database: 1 });
    const connection = await connect(shop, { api: standIn.api });
    // An hour before the first order of the shop.
    await rowsOf(shop, "update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
    for (let id = 1; id <= 50; id += 1) standIn.put(id, id);
    const stored = async () =>
      Number((await rowsOf<{ n: number }>(shop, "select count(*) as n from orders where organization_id = ?", shop.id))[0]?.n);
    vi.useFakeTimers({ toFake: ["Date"] });
    await runToEnd(reconcileDue, runs, async () => {
      const missing = 50 - (await stored());
      return missing === 0 ? [] : [missing];
    });
    const counts = "select count(*) as n, count(distinct external_id) as different from orders where organization_id = ?";
    expect(await rowsOf(shop, counts, shop.id)).toEqual([{ n: 50, different: 50 }]);
    await rowsOf(shop, "update connections set status = 'paused' where id = ?", connection.id);
  });

  it("missed deliveries of all databases are enqueued in one run", async () => {
    const enqueued = captureEnqueued();
    for (const shop of shops.slice(0, 3)) {
      await shop.v2("/webhooks", {
        body: { url: "https://receiver.example.com/hooks", events: ["order.created"] },
        headers: idempotencyKey(),
      });
      await ingestOrder(shop);
    }
    await vi.waitFor(() => expect(enqueued.fast.flat().length).toBeGreaterThanOrEqual(3));
    enqueued.fast.length = 0;
    const bindings = { ...env, MAX_DATABASE_CALLS: String(limit.maxCalls) };
    under(limit);
    // The job waits 30 s for a message before it enqueues another one.
    const run = async () =>
      await inInvocation(async () => await runDeliveryJob(bindings, Date.now() + 31_000, invocationBudget(bindings, 50_000)));
    await Promise.all(Array.from({ length: runsAtOnce }, run));
    expect(errors).toEqual([]);
    const databases = new Set(enqueued.fast.flat().map(({ body }) => (body as { db: number }).db));
    expect([...databases].toSorted()).toEqual([0, 1, 2]);
    await rowsInAll("update deliveries set status = 'cancelled', next_attempt_at = null where status = 'pending'");
  });
});
