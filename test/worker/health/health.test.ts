import { createExecutionContext, createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { LAST_MIGRATION } from "../../../src/platform/db/last-migration";
import worker from "../../../src/entrypoints/worker";
import { createShop, type Shop } from "../../kit/client";
import { brokenDatabase, databaseWithMeta, envWith } from "../databases/stand-ins";

/** Whether the service is ready (docs/spec/operator.md#health). */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A minute later than the last check, whose result an isolate caches for ten seconds. */
let minutes = 0;

const get = async (path: string, bindings: Partial<typeof env>) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (minutes += 1) * 60_000 });
  const response = await app.fetch(new Request(`https://api.example.com${path}`), envWith(bindings), createExecutionContext());
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), body: await response.json<Record<string, unknown>>() };
};

/** The calls by which each database gets its statements. */
const spyOnPrepare = () => [env.DB, env.DB_1, env.DB_2].map((database) => vi.spyOn(database as D1Database, "prepare"));

const release = env.VERSION_METADATA.id;

/** A response of 503 Service Unavailable with these details. */
const notReady = (details: { code: string; database: number }[], retryAfter = "10") => ({
  status: 503,
  retryAfter,
  body: { error: { code: "service_unavailable", details: details.map((detail) => ({ ...detail, release })) } },
});

/** Changes which migrations a database reports as applied. */
async function withMigrations(change: string): Promise<void> {
  await (env.DB_1 as D1Database).prepare(change).run();
}

/** The state of a database in each case, and the response of the service. */
const NOT_READY: [name: string, bindings: () => Partial<typeof env>, expected: ReturnType<typeof notReady>][] = [
  ["a database that does not respond", () => ({ DB_1: brokenDatabase() }), notReady([{ code: "database_down", database: 1 }])],
  [
    "a database that is full",
    () => ({ DB_2: databaseWithMeta(env.DB_2, { size_after: 9.95e9 }) }),
    notReady([{ code: "database_full", database: 2 }]),
  ],
  [
    "a database that is full on the Free plan",
    () => ({ WORKERS_PLAN: "free", DB_2: databaseWithMeta(env.DB_2, { size_after: 499e6 }) }),
    notReady([{ code: "database_full", database: 2 }]),
  ],
  // It is reported once, as that of the directory.
  ["the maintenance of all databases", () => ({ MAINTENANCE: "true" }), notReady([{ code: "maintenance", database: 0 }], "60")],
  ["the maintenance of one database", () => ({ MAINTENANCE: "2" }), notReady([{ code: "maintenance", database: 2 }], "60")],
  [
    "several at once",
    () => ({ MAINTENANCE: "2", DB_1: brokenDatabase() }),
    notReady(
      [
        { code: "maintenance", database: 2 },
        { code: "database_down", database: 1 },
      ],
      "60",
    ),
  ],
];

describe("GET /health", () => {
  it("returns 200 with the release if all databases are ready", async () => {
    expect(await get("/health", {})).toMatchObject({ status: 200, body: { data: { status: "ok", release, warnings: [] } } });
    expect(release).toMatch(/^[\w-]+$/);
  });

  it.each(NOT_READY)("returns 503 with the reason and the release: %s", async (_name, bindings, expected) => {
    vi.spyOn(console, "error").mockReturnValue();
    expect(await get("/health", bindings())).toMatchObject(expected);
  });

  it("returns 503 while a database lacks a migration of this release, and 200 if it has one of a later release", async () => {
    await withMigrations(`update d1_migrations set name = 'earlier.sql' where name = '${LAST_MIGRATION}'`);
    expect(await get("/health", {})).toMatchObject(notReady([{ code: "schema_behind", database: 1 }]));
    await withMigrations(`update d1_migrations set name = '${LAST_MIGRATION}'`);
    await withMigrations("insert into d1_migrations (name) values ('9999_later.sql')");
    expect(await get("/health", {})).toMatchObject({ status: 200 });
  });

  it("returns 503 if no migration was applied", async () => {
    await withMigrations("alter table d1_migrations rename to others");
    expect(await get("/health", {})).toMatchObject(notReady([{ code: "schema_behind", database: 1 }]));
    await withMigrations("alter table others rename to d1_migrations");
  });

  it("has a warning for a database that is 70% full", async () => {
    const warned = await get("/health", { DB_1: databaseWithMeta(env.DB_1, { size_after: 7e9 }) });
    expect(warned).toMatchObject({ status: 200, body: { data: { warnings: [{ code: "database_almost_full", database: 1 }] } } });
    const below = await get("/health", { DB_1: databaseWithMeta(env.DB_1, { size_after: 7e9 - 4096 }) });
    expect(below).toMatchObject({ status: 200, body: { data: { warnings: [] } } });
  });

  it("queries the databases at most once in ten seconds", async () => {
    await get("/health", {});
    const prepares = spyOnPrepare();
    const checkedAt = Date.now();
    const repeatAt = async (time: number) => {
      vi.setSystemTime(time);
      const response = await app.fetch(new Request("https://api.example.com/health"), envWith({}), createExecutionContext());
      expect(response.status).toBe(200);
    };
    for (const later of [0, 1, 9_999]) await repeatAt(checkedAt + later);
    for (const prepare of prepares) expect(prepare).not.toHaveBeenCalled();
    await repeatAt(checkedAt + 10_000);
    for (const prepare of prepares) expect(prepare).toHaveBeenCalledTimes(1);
  });
});

describe("GET /health/live", () => {
  it.each(NOT_READY)("still returns 200: %s", async (_name, bindings) => {
    expect(await get("/health/live", bindings())).toMatchObject({ status: 200, body: { data: { status: "ok", release } } });
  });

  it("queries no database", async () => {
    const prepares = spyOnPrepare();
    await get("/health/live", {});
    for (const prepare of prepares) expect(prepare).not.toHaveBeenCalled();
  });
});

describe("the log", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await createShop();
  });

  it("has the release in the line of a request, in a warning and in an error", async () => {
    const lines = (["log", "warn", "error"] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
    await shop.v2("/stores");
    await get("/health", { DB_1: brokenDatabase() });
    await worker.scheduled(
      createScheduledController({ scheduledTime: new Date("2026-11-21T10:00:00Z") }),
      envWith({ DB_2: databaseWithMeta(env.DB_2, { size_after: 8e9 }) }),
    );
    for (const line of lines) {
      expect(line).toHaveBeenCalled();
      for (const [text] of line.mock.calls) expect(JSON.parse(String(text))).toMatchObject({ release });
    }
  });

  it.each([
    ["database.almost_full", { size_after: 8e9 }],
    ["database.full", { size_after: 9.95e9 }],
  ])("has the warning %s once an hour", async (event, meta) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    /** Runs the cron trigger. Returns the warnings of databases so far. */
    const run = async (time: string) => {
      const bindings = envWith({ DB_2: databaseWithMeta(env.DB_2, meta) });
      await worker.scheduled(createScheduledController({ scheduledTime: new Date(time) }), bindings);
      return warn.mock.calls.flatMap(([line]) => {
        const logged = JSON.parse(String(line)) as Record<string, unknown>;
        return String(logged["event"]).startsWith("database.") ? [logged] : [];
      });
    };
    expect(await run("2026-11-21T10:01:00Z")).toEqual([]);
    expect(await run("2026-11-21T11:00:00Z")).toMatchObject([{ event, database: 2 }]);
    expect(await run("2026-11-21T11:01:00Z")).toHaveLength(1);
  });
});
