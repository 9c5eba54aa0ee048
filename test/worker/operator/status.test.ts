import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { saveJobRuns } from "../../../src/platform/jobs/job-runs.sql.ts";
import { controlDb } from "../../../src/platform/db/database";
import { Meter } from "../../../src/platform/db/statement";
import { asOperator, createShop, call, rows, type Shop, ingestOrder } from "../../kit/client";
import { organizationD1, placeOrganizations } from "../../kit/databases";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { under as onPlatform } from "../../kit/strict-platform/conditions";
import { brokenDatabase, databaseWithMeta, envWith } from "../databases/stand-ins";
import { parseOpenMetrics } from "../../kit/open-metrics";
import { read, readUnder, runCron } from "./kit";

/** The operator's view of databases, jobs and organizations (docs/spec/operator.md#status). */

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Status {
  databases: Record<string, unknown>[];
  jobs: { name: string; outcome: string; started_at: string; succeeded_at: string | null }[];
  organizations: { id: number; kind: string; step: string | null }[];
}

const status = async (): Promise<Status> => (await read("/status")).body as Status;
const jobOf = async (name: string) => (await status()).jobs.find((job) => job.name === name);

describe("the last run of a job", () => {
  beforeEach(async () => void (await env.DB.prepare("delete from cron_runs").run()));

  it("is stored for each job of the cron trigger, in one row that later runs change", async () => {
    await runCron("* * * * *");
    const first = await jobOf("deliveries");
    expect(first).toMatchObject({ outcome: "succeeded" });
    expect(first?.succeeded_at).not.toBeNull();
    expect((await status()).jobs.map(({ name }) => name).toSorted()).toEqual(["deliveries", "inboxes", "sign-ins"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    await runCron("* * * * *");
    expect(Date.parse((await jobOf("deliveries"))?.started_at ?? "")).toBeGreaterThan(Date.parse(first?.started_at ?? ""));
    expect(await rows("select cron from cron_runs")).toEqual([{ cron: "* * * * *" }]);
  });

  it("of an hourly job is kept until the next hour", async () => {
    await runCron("* * * * *", { time: "2026-11-21T10:00:00Z" });
    const hourly = await jobOf("databases");
    expect(hourly).toMatchObject({ outcome: "succeeded" });
    await runCron("* * * * *", { time: "2026-11-21T10:01:00Z" });
    expect(await jobOf("databases")).toEqual(hourly);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    await runCron("* * * * *", { time: "2026-11-21T11:00:00Z" });
    expect(Date.parse((await jobOf("databases"))?.started_at ?? "")).toBeGreaterThan(Date.parse(hourly?.started_at ?? ""));
  });

  it("that throws is stored as failed, and the time of the last success is kept", async () => {
    await runCron("1-59/3 * * * *");
    const before = await jobOf("removals");
    vi.spyOn(console, "error").mockReturnValue();
    // Only this job reads the closed organizations.
    const bindings = envWith({ DB: failingAt("closed_at") });
    await runCron("1-59/3 * * * *", { bindings });
    expect(await jobOf("removals")).toMatchObject({ outcome: "failed", succeeded_at: before?.succeeded_at });
    await runCron("1-59/3 * * * *");
    expect(await jobOf("removals")).toMatchObject({ outcome: "succeeded" });
  });

  it("has a mark if its budget was spent", async () => {
    await runCron("* * * * *", { bindings: { ...env, MAX_DATABASE_CALLS: "10" } });
    expect(await jobOf("deliveries")).toMatchObject({ outcome: "budget_spent" });
  });

  it("is one written row per run of the cron trigger", async () => {
    const statements: string[] = [];
    const prepare = (sql: string) => {
      if (sql.includes("cron_runs")) statements.push(sql);
      return env.DB.prepare(sql);
    };
    const DB = new Proxy(env.DB, { get: (d1, name) => (name === "prepare" ? prepare : bound(d1, name)) });
    await runCron("* * * * *", { bindings: { ...env, DB } });
    expect(statements).toHaveLength(1);
    const meter = new Meter();
    const run = { started_at: 1, ended_at: 2, outcome: "succeeded", succeeded_at: 2 } as const;
    await saveJobRuns(controlDb(env, { now: 1, meter }), "* * * * *", { inboxes: run });
    expect(meter.rowsWritten).toBe(1);
    expect(await jobOf("deliveries")).toBeDefined();
  });
});

const bound = (target: object, name: PropertyKey): unknown => {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
};

/** The directory, which rejects statements that contain a text. */
function failingAt(text: string): D1Database {
  const prepare = (sql: string) => {
    if (sql.includes(text)) throw new Error("an injected error");
    return env.DB.prepare(sql);
  };
  return new Proxy(env.DB, { get: (d1, name) => (name === "prepare" ? prepare : bound(d1, name)) });
}

describe("the backlog of a database", () => {
  let shop: Shop;
  beforeAll(async () => {
    placeOrganizations(1);
    captureEnqueued();
    shop = await createShop();
  });

  const runSql = async (sql: string, ...values: unknown[]) => {
    await organizationD1()
      .prepare(sql)
      .bind(...values)
      .run();
  };
  const backlogOf = async (number: number) => (await status()).databases[number];

  it("counts due deliveries, with the time of the first, but not those of a failing or disabled endpoint or a moved organization", async () => {
    expect(await backlogOf(1)).toMatchObject({ deliveries_due: 0, oldest_delivery_due_at: null });
    captureEnqueued();
    const { body: endpoint } = await shop.v2("/webhooks", {
      body: { url: "https://receiver.example.com/hooks", events: ["order.created"] },
    });
    await ingestOrder(shop);
    await ingestOrder(shop);
    const [first] = await rows<{ at: number }>("select min(next_attempt_at) as at from deliveries");
    const due = { deliveries_due: 2, oldest_delivery_due_at: new Date(first?.at ?? 0).toISOString() };
    expect(await backlogOf(1)).toMatchObject(due);
    expect(await backlogOf(0)).toMatchObject({ deliveries_due: 0 });
    await rows("update webhook_endpoints set probe_after = ? where id = ?", Date.now() + 60_000, endpoint.id);
    expect(await backlogOf(1)).toMatchObject({ deliveries_due: 0, oldest_delivery_due_at: null });
    await rows("update webhook_endpoints set probe_after = null, enabled = 0 where id = ?", endpoint.id);
    expect(await backlogOf(1)).toMatchObject({ deliveries_due: 0 });
    await rows("update webhook_endpoints set enabled = 1 where id = ?", endpoint.id);
    await runSql("insert into halted_organizations (organization_id, token) values (?, 'moved')", shop.id);
    // Rows that a move has left here are not delivered from here.
    expect(await backlogOf(1)).toMatchObject({ deliveries_due: 0 });
    await runSql("delete from halted_organizations");
    expect(await backlogOf(1)).toMatchObject(due);
  });

  it("counts pending messages of shops, with the arrival of the first that was never tried", async () => {
    const { body } = await shop.v2("/connections", { body: { store: "Gift shop", platform: "woocommerce" } });
    const insert = `insert into connection_inbox (id, organization_id, connection_id, event_key, topic, status, attempts, seq, next_attempt_at, received_at)
      values (?, ?, ?, ?, 'order.created', ?, ?, ?, ?, ?)`;
    for (const [index, state] of ["pending", "pending", "pending", "processed"].entries()) {
      await rows(
        insert,
        `inb_${index}`,
        shop.id,
        body.id,
        `key-${index}`,
        state,
        // The first one was tried.
        index === 0 ? 1 : 0,
        index + 1,
        1_800_000_000_000 - index,
        1_700_000_000_000 + index,
      );
    }
    expect(await backlogOf(1)).toMatchObject({ inbox_messages: 3, oldest_inbox_message_at: new Date(1_700_000_000_001).toISOString() });
  });
});

describe("the status", () => {
  it("lists organizations that are deleted, being restored, moved, or whose data is being erased", async () => {
    placeOrganizations(0);
    const [deleted, restoring, moving, erasing] = [
      await createShop(),
      await asOperator("/organizations", { name: "R", for_restore: true }),
      await createShop(),
      await createShop(),
    ];
    await asOperator(`/organizations/${deleted.id}/deletion`, { name: "Shop" });
    await rows("insert into moves (organization_id, source, target, step, started_at) values (?, 0, 1, 'copying', 0)", moving.id);
    await rows(
      "insert into erasures (organization_id, position, actor_kind, actor_name, requested_at) values (?, '{}', 'operator', 'Operator', 0)",
      erasing.id,
    );
    const found = (await status()).organizations;
    for (const [{ id }, kind] of [
      [deleted, "deletion"],
      [restoring, "restore"],
      [moving, "move"],
      [erasing, "erasure"],
    ] as const) {
      expect(found.filter((each) => each.id === id)).toMatchObject([{ kind, step: kind === "move" ? "copying" : null }]);
    }
    await rows("update moves set step = 'done'");
    expect((await status()).organizations.map(({ kind }) => kind)).not.toContain("move");
  });

  it("reports no database as unavailable after a transient error", async () => {
    // Each call that may be repeated fails twice before it succeeds.
    onPlatform({ errorRate: 1 });
    const { databases } = await status();
    expect(databases.map((database) => database["status"])).toEqual(["up", "up", "up"]);
    expect((await call("/health")).status).toBe(200);
  });

  it("names the unavailable database, also if it is the directory", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const one = await readUnder("/status", envWith({ DB_1: brokenDatabase(), DB_2: databaseWithMeta(env.DB_2, { size_after: 8e9 }) }));
    expect(JSON.parse(one.text)).toMatchObject({
      databases: [
        { status: "up", fill: "ok" },
        { status: "down", bytes: null },
        { fill: "almost_full", bytes: 8e9 },
      ],
    });
    const directory = await readUnder("/status", envWith({ DB: brokenDatabase() }));
    expect(directory.status).toBe(200);
    expect(JSON.parse(directory.text)).toMatchObject({
      databases: [{ status: "down" }, { status: "up" }, {}],
      jobs: null,
      organizations: null,
    });
    const metrics = await readUnder("/metrics", envWith({ DB: brokenDatabase() }));
    const up = parseOpenMetrics(metrics.text).get("order_operations_database_up")?.samples;
    expect(up?.map(({ value }) => value)).toEqual([0, 1, 1]);
  });
});
