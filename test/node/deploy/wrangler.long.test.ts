import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { FULL } from "../../kit/form.ts";
import { copyProject } from "../server/project-copy.ts";
import { temporaryFolder } from "../server/worker.ts";
import { type CloudflarePeer, createDatabase, startPeer } from "./cloudflare-peer.ts";
import { realWranglerEnv, runRealWrangler } from "./real-wrangler.ts";
import { runDeploy } from "./run-deploy.ts";
import { ALL_MIGRATIONS, MIGRATIONS } from "./several-databases.ts";

// The real wrangler reads a developer's .env and .dev.vars.
const folder = temporaryFolder();
const project = copyProject(folder.path);
afterAll(() => folder[Symbol.dispose]());

/** The values of one column of a query on a database of the account. */
function columnOf({ account }: CloudflarePeer, database: string, sql: string) {
  const data = account.databases.find(({ name }) => name === database)?.data;
  return data
    ?.prepare(sql)
    .all()
    .map((row) => Object.values(row)[0]);
}

const migrationsOf = (peer: CloudflarePeer, database: string) => columnOf(peer, database, "select name from d1_migrations order by id");

const workerOf = ({ account }: CloudflarePeer, name = "order-operations") => account.workers.get(name);
const secretsOf = (peer: CloudflarePeer, name?: string) => workerOf(peer, name)?.secrets ?? null;

const LAST_IDS = "select value from sequences where name = 'orders' union all select seq from sqlite_sequence where name = 'stores'";

it("builds and prints the plan in a dry run, and changes nothing", async () => {
  using peer = await startPeer();
  const configuration = readFileSync(join(project, "wrangler.toml"), "utf8");
  const finished = await runDeploy(["--dry-run", "--databases", "2"], realWranglerEnv(peer.url), { project });
  expect({ unknown: peer.unknown, code: finished.code }).toEqual({ unknown: [], code: 0 });
  expect(finished.stdout).toMatch(/env\.DB \(order-operations\)[\s\S]*env\.DB_1 \(order-operations-1\)[\s\S]*--dry-run: exiting now/);
  expect(finished.stdout).toContain(`create the database order-operations-1, and apply ${ALL_MIGRATIONS}`);
  expect(peer.requests.filter((called) => !called.startsWith("GET "))).toEqual([]);
  expect(readFileSync(join(project, "wrangler.toml"), "utf8")).toBe(configuration);
});

/** Runs `wrangler deploy` directly, as users of the platform do. */
const wranglerDeploy = (url: string, ...args: string[]) => runRealWrangler(project, url, ["deploy", ...args]);

it("`wrangler deploy` stops with the names of missing secrets", async () => {
  using peer = await startPeer();
  peer.account.queues = ["order-operations-deliveries", "order-operations-deliveries-slow", "order-operations-deliveries-dead"];
  const first = await wranglerDeploy(peer.url);
  expect(first.code).toBe(1);
  expect(first.output).toContain("The following required secrets have not been set: MASTER_SECRET, OPERATOR_TOKEN");
  // Nothing was uploaded, and no local setting was written into the configuration.
  expect(peer.requests.filter((called) => called.startsWith("PUT "))).toEqual([]);
  expect(readFileSync(join(project, "wrangler.toml"), "utf8")).toBe(readFileSync("wrangler.toml", "utf8"));
});

it.runIf(FULL)("`wrangler deploy` deploys the settings of production, and keeps the secrets", async () => {
  using peer = await startPeer();
  const long = "0123456789-0123456789-0123456789-0123456789";
  const secrets = join(folder.path, "secrets.json");
  writeFileSync(secrets, JSON.stringify({ MASTER_SECRET: long, OPERATOR_TOKEN: long }));
  peer.account.queues = ["order-operations-deliveries", "order-operations-deliveries-slow", "order-operations-deliveries-dead"];
  const first = await wranglerDeploy(peer.url, "--secrets-file", secrets);
  expect({ unknown: peer.unknown, code: first.code }).toEqual({ unknown: [], code: 0 });
  expect(workerOf(peer)?.variables).toEqual(
    new Map([
      ["ENVIRONMENT", "production"],
      ["ALLOW_INSECURE_WEBHOOK_TARGETS", "false"],
    ]),
  );
  expect([...(secretsOf(peer)?.keys() ?? [])]).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
  expect((await wranglerDeploy(peer.url)).code).toBe(0);
  secretsOf(peer)?.delete("OPERATOR_TOKEN");
  const later = await wranglerDeploy(peer.url);
  expect({ code: later.code, output: later.output }).toEqual({
    code: 1,
    output: expect.stringContaining("required secrets have not been set: OPERATOR_TOKEN"),
  });
});

/** About 24 starts of wrangler take a minute, so only `npm test -- deploy` runs this test. */
it.runIf(FULL)("works with the real wrangler, from an empty account to a second deployment", async () => {
  using peer = await startPeer();
  const first = await runDeploy([], realWranglerEnv(peer.url), { project });
  expect({ unknown: peer.unknown, code: first.code }).toEqual({ unknown: [], code: 0 });
  expect(peer.account).toMatchObject({
    databases: [{ name: "order-operations", place: null }],
    queues: ["order-operations-deliveries", "order-operations-deliveries-slow", "order-operations-deliveries-dead"],
  });
  expect(migrationsOf(peer, "order-operations")).toEqual(MIGRATIONS);
  const secrets = new Map(secretsOf(peer));
  expect([...secrets.keys()]).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
  for (const [name, value] of secrets) expect(first.stdout).toContain(`  ${name}=${value}\n`);
  expect(first.stdout).toContain("curl https://order-operations.gift-shop.workers.dev/health");
  const requestCount = peer.requests.length;

  const second = await runDeploy([], realWranglerEnv(peer.url), { project });
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(peer.requests.slice(requestCount).filter((called) => /^POST (?:d1\/database|queues)$/.test(called))).toEqual([]);
  expect(secretsOf(peer)).toEqual(secrets);
  expect(migrationsOf(peer, "order-operations")).toEqual(MIGRATIONS);
  for (const value of secrets.values()) expect(second.stdout + second.stderr).not.toContain(value);
});

it.runIf(FULL)("adds databases with the real wrangler, each with its own ids, and keeps them in the next deployment", async () => {
  using peer = await startPeer();
  const added = await runDeploy(["--databases", "3", "--location", "apac"], realWranglerEnv(peer.url), { project });
  expect({ unknown: peer.unknown, code: added.code, stderr: added.stderr }).toEqual({ unknown: [], code: 0, stderr: "" });
  const names = ["order-operations", "order-operations-1", "order-operations-2"];
  const expectThree = () => {
    expect(peer.account.databases).toMatchObject(names.map((name) => ({ name, place: "apac" })));
    expect([...(workerOf(peer)?.databases ?? [])]).toEqual(names.map((name, number) => [number === 0 ? "DB" : `DB_${number}`, name]));
    expect(names.map((name) => migrationsOf(peer, name))).toEqual([MIGRATIONS, MIGRATIONS, MIGRATIONS]);
    expect(names.slice(1).map((name) => columnOf(peer, name, LAST_IDS))).toEqual([
      [2 ** 40, 2 ** 40],
      [2 ** 41, 2 ** 41],
    ]);
  };
  expectThree();
  const planned = await runDeploy(["--dry-run"], realWranglerEnv(peer.url), { project });
  expect(planned.stdout.match(/keep the database {3}order-operations\S*, and apply no migration/g)).toHaveLength(3);
  expect((await runDeploy([], realWranglerEnv(peer.url), { project })).code).toBe(0);
  expectThree();
});

it.runIf(FULL)("deploys no code while a migration fails in the second database, and continues there", async () => {
  using peer = await startPeer();
  createDatabase(peer.account, "order-operations", null);
  const { data } = createDatabase(peer.account, "order-operations-1", null);
  data.exec("create table stores (id integer)");
  const failed = await runDeploy([], realWranglerEnv(peer.url), { project });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("table `stores` already exists");
  expect(migrationsOf(peer, "order-operations")).toEqual(MIGRATIONS);
  expect(migrationsOf(peer, "order-operations-1")).toEqual([]);
  expect(peer.requests.filter((called) => called.startsWith("PUT "))).toEqual([]);
  data.exec("drop table stores");
  expect((await runDeploy([], realWranglerEnv(peer.url), { project })).code).toBe(0);
  expect(migrationsOf(peer, "order-operations-1")).toEqual(MIGRATIONS);
  expect(columnOf(peer, "order-operations-1", LAST_IDS)).toEqual([2 ** 40, 2 ** 40]);
  expect([...(workerOf(peer)?.databases.keys() ?? [])]).toEqual(["DB", "DB_1"]);
});

/** All resources of a Worker by name, in Cloudflare's order. */
function resourcesOf(peer: CloudflarePeer, name: string) {
  const worker = workerOf(peer, name);
  const consumed = [...peer.account.consumers].filter(([, { script }]) => script === name);
  const queues = consumed.flatMap(([queue, { dead_letter_queue: dead }]) => [queue, ...(dead === undefined ? [] : [dead])]);
  return {
    worker: name,
    databases: [...(worker?.databases.values() ?? [])],
    queues: [...new Set([...(worker?.queues.values() ?? []), ...queues])],
    rateLimits: [...(worker?.rateLimits.values() ?? [])],
  };
}

it.runIf(FULL)(
  "deploys two installations with three databases each in a jurisdiction: they share no name, and a second run changes nothing",
  async () => {
    using peer = await startPeer();
    const deploy = async (name: string, ...options: string[]) =>
      await runDeploy(["--name", name, "--databases", "3", "--jurisdiction", "eu", ...options], realWranglerEnv(peer.url), { project });
    for (const name of ["a", "b"]) expect(await deploy(name)).toMatchObject({ code: 0, stderr: "" });
    expect(peer.unknown).toEqual([]);
    const resources = ["a", "b"].map((name) => resourcesOf(peer, name));
    expect(resources).toMatchObject(
      ["a", "b"].map((name) => ({
        databases: [name, `${name}-1`, `${name}-2`],
        queues: [`${name}-deliveries`, `${name}-deliveries-slow`, `${name}-deliveries-dead`],
        rateLimits: [expect.stringMatching(/^[1-9]\d+$/) as string],
      })),
    );
    const names = resources.flatMap(({ databases, queues, rateLimits }) => [...databases, ...queues, ...rateLimits]);
    expect(new Set(names).size).toBe(names.length);
    expect(peer.account.databases.map(({ jurisdiction }) => jurisdiction)).toEqual(Array.from({ length: 6 }, () => "eu"));
    for (const name of ["a", "b"]) expect(secretsOf(peer, name)?.get("JURISDICTION")).toBe("eu");
    // The settings of wrangler.toml.
    expect(workerOf(peer, "a")?.limits).toEqual({ cpu_ms: 30_000, subrequests: 10_000 });
    expect([...peer.account.consumers.values()].map(({ settings }) => settings["max_concurrency"])).toEqual([20, 20, 1, 20, 20, 1]);

    const before = structuredClone({
      ...peer.account,
      databases: peer.account.databases.map(({ uuid, name, jurisdiction }) => ({ uuid, name, jurisdiction })),
    });
    const requestCount = peer.requests.length;
    for (const name of ["a", "b"])
      expect(await runDeploy(["--name", name], realWranglerEnv(peer.url), { project })).toMatchObject({ code: 0, stderr: "" });
    expect(
      peer.requests.slice(requestCount).filter((called) => /^POST (?:d1\/database|queues|queues\/.*\/consumers)$/.test(called)),
    ).toEqual([]);
    expect({
      ...peer.account,
      databases: peer.account.databases.map(({ uuid, name, jurisdiction }) => ({ uuid, name, jurisdiction })),
    }).toEqual(before);
  },
  // Four deployments of three databases start wrangler about sixty times.
  1_200_000,
);

it.runIf(FULL)("rejects a queue of another Worker with the real wrangler, before it changes anything", async () => {
  using peer = await startPeer();
  peer.account.queues = ["a-deliveries"];
  peer.account.consumers.set("a-deliveries", { script: "toys", settings: {} });
  const rejected = await runDeploy(["--name", "a"], realWranglerEnv(peer.url), { project });
  expect({ code: rejected.code, unknown: peer.unknown }).toEqual({ code: 1, unknown: [] });
  expect(rejected.stderr).toContain("The queue a-deliveries already has a consumer, the Worker toys.");
  expect(peer.requests.filter((called) => !called.startsWith("GET "))).toEqual([]);
});

it.runIf(FULL)("deploys to the Free plan, which rejects limits, only with --plan free", async () => {
  using peer = await startPeer();
  peer.account.plan = "free";
  const rejected = await runDeploy([], realWranglerEnv(peer.url), { project });
  expect({ code: rejected.code, output: rejected.stdout + rejected.stderr }).toEqual({
    code: 1,
    // Cloudflare's code for limits on the Free plan.
    output: expect.stringContaining("100328"),
  });
  expect(await runDeploy(["--plan", "free"], realWranglerEnv(peer.url), { project })).toMatchObject({ code: 0, stderr: "" });
  expect({ limits: workerOf(peer)?.limits, workersPlan: secretsOf(peer)?.get("WORKERS_PLAN") }).toEqual({
    limits: null,
    workersPlan: "free",
  });
});
