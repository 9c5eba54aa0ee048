import { existsSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../kit/eventually.ts";
import { inForm } from "../../kit/form.ts";
import { runDoctor } from "../doctor/run-doctor.ts";
import { builtWithOneDatabase, builtWorker } from "../server/built-worker.ts";
import { startReceiver } from "../server/receiver.ts";
import { orderBody, idempotencyKey, type Shop, succeedingClient } from "../server/shop.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { everyGet } from "./every-get.ts";
import { contentOf, fillInstallation } from "./full-installation.ts";
import { runOperator } from "./run-operator.ts";

/** npm run operator -- backup and restore-all (docs/runbook.md#backups). */

const MAINTENANCE = { MAINTENANCE: "true" };
const DATABASES = [0, 1, 2];

const state = temporaryFolder();
const backups = temporaryFolder();
let worker: RunningWorker;
let shops: Shop[];

/** A finished backup that no test changes. */
const whole = join(backups.path, "whole");

beforeAll(async () => {
  worker = await startWorker(await builtWorker(), state.path);
  await using receiver = await startReceiver();
  shops = await fillInstallation(worker, receiver.url);
  await eventually(async () => {
    for (const database of DATABASES) {
      expect(await worker.rowsIn(database, "select id from deliveries where status = 'pending'")).toEqual([]);
    }
  });
  // Their attempts would change rows at any time.
  for (const { v2 } of shops) {
    const { body } = await succeedingClient(v2)("/webhooks");
    await succeedingClient(v2)(`/webhooks/${body.data[0].id}`, { enabled: false }, {}, "PATCH");
  }
  const { code, output } = await runOperator(worker.url, ["backup", whole]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`The backup in ${whole} is finished: 3 databases with`) });
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  state[Symbol.dispose]();
  backups[Symbol.dispose]();
});

const contents = async (target: RunningWorker) => await Promise.all(DATABASES.map(async (database) => await contentOf(target, database)));

/** How many requests later each run is killed. */
const KILL_STEP = inForm({ test: 30, long: 25, full: 25 });

/** Runs a command repeatedly, and kills it at a later request each time, until it succeeds. Returns the number of kills. */
async function runKilled(
  url: string,
  args: string[],
  afterKill: (kills: number) => Promise<void> = async () => undefined,
): Promise<number> {
  for (let kills = 0, request = 1; ; kills += 1, request += KILL_STEP) {
    const { code, output } = await runOperator(url, args, { killedAt: request });
    // It may be killed after its last request has already finished the restore.
    if (code === 0 || output.includes("If its restore was interrupted at the end, it is restored.")) return kills;
    expect({ code, output }).toEqual({ code: null, output: expect.not.stringContaining("Error") });
    await afterKill(kills);
  }
}

/** Expects that no backup follows changes any more. */
async function expectNoLeftovers(): Promise<void> {
  for (const database of DATABASES) {
    expect(await worker.rowsIn(database, "select name from sqlite_schema where type = 'trigger' and name glob 'backup_*'")).toEqual([]);
    expect(await worker.rowsIn(database, "select seq from row_changes")).toEqual([]);
  }
}

describe("a finished backup", () => {
  it("has files that only their owner can read, with rows of every table", async () => {
    const modes = readdirSync(whole, { recursive: true, encoding: "utf8" }).map((name) => statSync(join(whole, name)));
    expect(modes.filter((stat) => (stat.mode & 0o077) !== 0)).toEqual([]);
    const tables = readdirSync(join(whole, "database-0")).map((name) => name.replace(".ndjson", ""));
    expect(tables).toContain("orders");
    const filled = new Set(
      DATABASES.flatMap((database) => tables.filter((name) => statSync(join(whole, `database-${database}`, `${name}.ndjson`)).size > 0)),
    );
    expect(tables.filter((name) => !filled.has(name))).toEqual([]);
  });

  it("leaves no trigger in the databases", async () => {
    await expectNoLeftovers();
  });
});

it("a backup that is killed repeatedly while rows change has all rows in their final state, leaves no recorded change in the databases, and can be restored", async () => {
  const folder = join(backups.path, "killed");
  const kills = await runKilled(worker.url, ["backup", folder], async (count) => {
    const shop = shops[count % shops.length];
    if (shop === undefined) throw new Error("There is no shop.");
    const { id, items } = await shop.order({ external_id: `later-${count}`, customer_name: `Bea ${count}`, tags: ["late"] });
    const send = succeedingClient(shop.v2);
    await send(`/orders/${id}`, { customer_name: `Cem ${count}`, tags: ["later"] }, {}, "PATCH");
    await send(`/orders/${id}/fulfillments`, { items: [{ order_item_id: items[0].id, quantity: 1 }] }, idempotencyKey());
    await send(`/orders/${id}/notes`, { content: "Wrap it." }, idempotencyKey());
    const { body } = await send(`/orders/${id}/items`, { name: "Card", price: 1.5 });
    if (count % 2 === 0) await send(`/order-items/${body.items.at(-1).id}`, undefined, {}, "DELETE");
    const [view] = await worker.rowsIn(count % 3, "delete from saved_views returning id");
    if (view === undefined) await worker.rowsIn(count % 3, "update recoveries set recovered = recovered + 1");
    // More than two groups of 500 changes.
    if (count === 3) await worker.directoryRows("update sign_in_failures set failures = failures + 1 where last_at > 500");
    if (count === 4) await worker.directoryRows("delete from sign_in_failures where last_at % 7 = 0");
  });
  expect(kills).toBeGreaterThan(4);
  await expectNoLeftovers();
  const expected = await contents(worker);
  const responses = await Promise.all(shops.map(everyGet));

  using fresh = temporaryFolder();
  {
    // Like a deployment, which ends with the doctor.
    await using target = await startWorker(await builtWorker(), fresh.path);
    expect(await runDoctor(target.url, { args: ["--database", "0"] })).toMatchObject({ code: 0 });
    await target.runCron(Date.now());
  }
  {
    await using target = await startWorker(await builtWorker(), fresh.path, MAINTENANCE);
    expect(await runKilled(target.url, ["restore-all", folder])).toBeGreaterThan(2);
    expect(await contents(target)).toEqual(expected);
  }
  await using target = await startWorker(await builtWorker(), fresh.path);
  const restored = shops.map((shop) => shop.at(target.url));
  expect(await Promise.all(restored.map(everyGet))).toEqual(responses);

  for (const [index, shop] of restored.entries()) {
    expect((await shop.v2("/orders?q=ann")).body.data).toHaveLength(3);
    const [sequence] = await worker.rowsIn<{ value: number }>(index, "select value from sequences where name = 'orders'");
    const total = async () => (await shop.v1("/orders")).body.meta.pagination.total;
    const before = await total();
    const created = await shop.v2("/orders", orderBody({ external_id: "after the restore", customer_name: "Dee" }));
    expect({ status: created.status, id: created.body.id }).toEqual({ status: 201, id: (sequence?.value ?? 0) + 1 });
    expect(await total()).toBe(before + 1);
    expect((await shop.v2("/orders?q=dee")).body.data.map(({ id }: { id: number }) => id)).toEqual([created.body.id]);
  }
});

it("a backup under load is consistent, so its restore finds no difference in counts and sums", async () => {
  const folder = join(backups.path, "load");
  const end = new AbortController();
  let written = 0;
  // The last database is copied last.
  const writers = shops.slice(2).map(async (shop, index) => {
    while (!end.signal.aborted) {
      const { id } = await shop.order({ external_id: `load-${index}-${written}`, customer_name: "Eve", tags: ["load"] });
      await succeedingClient(shop.v2)(`/orders/${id}/status`, { status: "In Production" }, idempotencyKey());
      written += 1;
    }
  });
  const { code, output } = await runOperator(worker.url, ["backup", folder]).finally(() => end.abort());
  await Promise.all(writers);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("is finished") });
  expect(written).toBeGreaterThan(5);

  using fresh = temporaryFolder();
  await using target = await startWorker(await builtWorker(), fresh.path, MAINTENANCE);
  // At its end, the restore compares the counts and sums of both installations.
  const run = await runOperator(target.url, ["restore-all", folder]);
  expect({ code: run.code, output: run.output }).toEqual({ code: 0, output: expect.stringContaining("is restored.") });
  for (const database of DATABASES) {
    const rows = async (sql: string) => await target.rowsIn<{ n: number }>(database, sql);
    expect(await rows("select id as n from orders where id not in (select order_id from order_items)")).toEqual([]);
    expect(await rows("select e.seq as n from events e where e.seq > (select seq from sqlite_sequence where name = 'events')")).toEqual([]);
  }
});

describe("a restore is rejected", () => {
  const restoreInto = async (built: Awaited<ReturnType<typeof builtWorker>>, folder: string, vars: Record<string, string>) => {
    using fresh = temporaryFolder();
    await using target = await startWorker(built, fresh.path, vars);
    const run = await runOperator(target.url, ["restore-all", folder]);
    const organizations = await target.directoryRows("select id from organizations");
    return { ...run, organizations };
  };

  it("from a damaged file, with its name", async () => {
    for (const [name, damage] of [
      ["database-1/orders.ndjson", (text: string) => text.replace("Ann", "Bob")],
      ["database-0/users.ndjson", () => ""],
      ["backup.json", (text: string) => text.replace('"rows": 2200', '"rows": 2199')],
    ] as const) {
      const folder = join(backups.path, `damaged-${name.replaceAll("/", "-")}`);
      cpSync(whole, folder, { recursive: true });
      const path = join(folder, name);
      const text = readFileSync(path, "utf8");
      expect(damage(text)).not.toBe(text);
      writeFileSync(path, damage(text));
      const run = await restoreInto(await builtWorker(), folder, MAINTENANCE);
      expect(run).toMatchObject({ code: 2, output: expect.stringContaining(`${path} is damaged`), organizations: [] });
    }
  });

  it("into an installation with rows, even those of the same backup", async () => {
    using fresh = temporaryFolder();
    await using target = await startWorker(await builtWorker(), fresh.path, MAINTENANCE);
    expect(await runOperator(target.url, ["restore-all", whole])).toMatchObject({ code: 0 });
    const secondRun = await runOperator(target.url, ["restore-all", whole]);
    expect(secondRun).toMatchObject({
      code: 2,
      output: expect.stringMatching(
        /The installation is not empty: database 0 has rows in organizations.*\nEach table has as many rows as in this backup\./s,
      ),
    });
  });

  it("unless the service is in maintenance, with as many databases and the same master secret", async () => {
    const built = await builtWorker();
    const cases = [
      [built, {}, "Set MAINTENANCE to true"],
      [await builtWithOneDatabase(), MAINTENANCE, "The backup has 3 databases, and the installation 1. Deploy it with --databases 3."],
      [
        built,
        { ...MAINTENANCE, MASTER_SECRET: "another-master-secret-0123456789-0123456" },
        "another MASTER_SECRET than the one of the backup",
      ],
    ] as const;
    for (const [target, vars, message] of cases) {
      const run = await restoreInto(target, whole, vars);
      expect(run).toMatchObject({ code: 2, output: expect.stringContaining(message), organizations: [] });
    }
  });

  it("from an unfinished backup", async () => {
    const folder = join(backups.path, "unfinished");
    expect(await runOperator(worker.url, ["backup", folder], { killedAt: 30 })).toMatchObject({ code: null });
    const run = await runOperator(worker.url, ["restore-all", folder]);
    expect(run).toMatchObject({ code: 2, output: expect.stringContaining(`is not finished. Run: backup ${folder}`) });
  });
});

it("a backup does not continue if changes may be missing, and none begins while an organization moves", async () => {
  const folder = join(backups.path, "untracked");
  expect(await runOperator(worker.url, ["backup", folder], { killedAt: 30 })).toMatchObject({ code: null });
  // The newest one: the unfinished backup above may have triggers, too.
  const [trigger] = await worker.rowsIn<{ name: string }>(
    1,
    "select name from sqlite_schema where type = 'trigger' and name glob 'backup_*_orders_update' order by name desc",
  );
  await worker.rowsIn(1, `drop trigger ${trigger?.name}`);
  const run = await runOperator(worker.url, ["backup", folder]);
  expect(run).toMatchObject({ code: 2, output: expect.stringContaining("Start again in an empty folder.") });

  await worker.directoryRows("update moves set step = 'copying'");
  const movingFolder = join(backups.path, "moving");
  const moving = await runOperator(worker.url, ["backup", movingFolder]);
  await worker.directoryRows("update moves set step = 'done'");
  expect(moving).toMatchObject({ code: 2, output: expect.stringContaining("is moving to another database.") });
  expect(existsSync(movingFolder)).toBe(false);
});
