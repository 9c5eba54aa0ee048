import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { FULL } from "../../kit/form.ts";
import { copyProject } from "../server/project-copy.ts";
import { temporaryFolder } from "../server/worker.ts";
import { type CloudflarePeer, createDatabase, startPeer } from "./cloudflare-peer.ts";
import { realWrangler, runRealWrangler } from "./real-wrangler.ts";
import { runDeploy } from "./run-deploy.ts";
import { ALL_MIGRATIONS, MIGRATIONS } from "./several-databases.ts";

// The real wrangler reads a developer's .env and .dev.vars.
const folder = temporaryFolder();
const project = copyProject(folder.path);
afterAll(() => folder[Symbol.dispose]());

/** What one column of a query on a database of the account has. */
function columnOf({ account }: CloudflarePeer, database: string, sql: string) {
  const data = account.databases.find(({ name }) => name === database)?.data;
  return data
    ?.prepare(sql)
    .all()
    .map((row) => Object.values(row)[0]);
}

const migrationsOf = (peer: CloudflarePeer, database: string) => columnOf(peer, database, "select name from d1_migrations order by id");

const LAST_IDS = "select value from sequences where name = 'orders' union all select seq from sqlite_sequence where name = 'stores'";

it("builds and tells the plan in a dry run, and changes nothing", async () => {
  using peer = await startPeer();
  const configuration = readFileSync(join(project, "wrangler.toml"), "utf8");
  const finished = await runDeploy(["--dry-run", "--databases", "2"], realWrangler(peer.url), { project });
  expect([peer.unknown, finished.code]).toEqual([[], 0]);
  expect(finished.stdout).toMatch(/env\.DB \(order-operations\)[\s\S]*env\.DB_1 \(order-operations-1\)[\s\S]*--dry-run: exiting now/);
  expect(finished.stdout).toContain(`create the database order-operations-1, and apply ${ALL_MIGRATIONS}`);
  expect(peer.requests.filter((called) => !called.startsWith("GET "))).toEqual([]);
  expect(readFileSync(join(project, "wrangler.toml"), "utf8")).toBe(configuration);
});

/** Runs `wrangler deploy` itself, as people on this platform do. */
const wranglerDeploy = (url: string, ...args: string[]) => runRealWrangler(project, url, ["deploy", ...args]);

it("`wrangler deploy` refuses and names the secrets that are not set", async () => {
  using peer = await startPeer();
  peer.account.queues = ["deliveries", "deliveries-slow", "deliveries-dead"];
  const first = await wranglerDeploy(peer.url);
  expect(first.code).toBe(1);
  expect(first.said).toContain("The following required secrets have not been set: MASTER_SECRET, OPERATOR_TOKEN");
  // Nothing was uploaded, and nothing of this machine was written into the configuration.
  expect(peer.requests.filter((called) => called.startsWith("PUT "))).toEqual([]);
  expect(readFileSync(join(project, "wrangler.toml"), "utf8")).toBe(readFileSync("wrangler.toml", "utf8"));
});

it.runIf(FULL)("`wrangler deploy` deploys the settings of production, and needs no secrets again", async () => {
  using peer = await startPeer();
  const long = "0123456789-0123456789-0123456789-0123456789";
  const secrets = join(folder.path, "secrets.json");
  writeFileSync(secrets, JSON.stringify({ MASTER_SECRET: long, OPERATOR_TOKEN: long }));
  peer.account.queues = ["deliveries", "deliveries-slow", "deliveries-dead"];
  const first = await wranglerDeploy(peer.url, "--secrets-file", secrets);
  expect([peer.unknown, first.code]).toEqual([[], 0]);
  expect(peer.account.variables).toEqual(
    new Map([
      ["ENVIRONMENT", "production"],
      ["ALLOW_INSECURE_WEBHOOK_TARGETS", "false"],
    ]),
  );
  expect([...(peer.account.secrets?.keys() ?? [])]).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
  expect((await wranglerDeploy(peer.url)).code).toBe(0);
  peer.account.secrets?.delete("OPERATOR_TOKEN");
  const later = await wranglerDeploy(peer.url);
  expect([later.code, later.said]).toEqual([1, expect.stringContaining("required secrets have not been set: OPERATOR_TOKEN")]);
});

/** Twice a dozen starts of wrangler take a minute: `npm test -- deploy` alone runs this. */
it.runIf(FULL)("is understood by the real wrangler, from an empty account to a second deployment", async () => {
  using peer = await startPeer();
  const first = await runDeploy([], realWrangler(peer.url), { project });
  expect([peer.unknown, first.code]).toEqual([[], 0]);
  expect(peer.account).toMatchObject({
    databases: [{ name: "order-operations", place: null }],
    queues: ["deliveries", "deliveries-slow", "deliveries-dead"],
  });
  expect(migrationsOf(peer, "order-operations")).toEqual(MIGRATIONS);
  const secrets = new Map(peer.account.secrets);
  expect([...secrets.keys()]).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
  for (const [name, value] of secrets) expect(first.stdout).toContain(`  ${name}=${value}\n`);
  expect(first.stdout).toContain("curl https://order-operations.gift-shop.workers.dev/health");
  const made = peer.requests.length;

  const second = await runDeploy([], realWrangler(peer.url), { project });
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(peer.requests.slice(made).filter((called) => /^POST (?:d1\/database|queues)$/.test(called))).toEqual([]);
  expect(peer.account.secrets).toEqual(secrets);
  expect(migrationsOf(peer, "order-operations")).toEqual(MIGRATIONS);
  for (const value of secrets.values()) expect(second.stdout + second.stderr).not.toContain(value);
});

it.runIf(FULL)("adds databases with the real wrangler, each with its own ids, and keeps them in the next deployment", async () => {
  using peer = await startPeer();
  const added = await runDeploy(["--databases", "3", "--location", "apac"], realWrangler(peer.url), { project });
  expect([peer.unknown, added.code, added.stderr]).toEqual([[], 0, ""]);
  const names = ["order-operations", "order-operations-1", "order-operations-2"];
  const expectThree = () => {
    expect(peer.account.databases).toMatchObject(names.map((name) => ({ name, place: "apac" })));
    expect([...peer.account.bindings]).toEqual(names.map((name, number) => [number === 0 ? "DB" : `DB_${number}`, name]));
    expect(names.map((name) => migrationsOf(peer, name))).toEqual([MIGRATIONS, MIGRATIONS, MIGRATIONS]);
    expect(names.slice(1).map((name) => columnOf(peer, name, LAST_IDS))).toEqual([
      [2 ** 40, 2 ** 40],
      [2 ** 41, 2 ** 41],
    ]);
  };
  expectThree();
  const planned = await runDeploy(["--dry-run"], realWrangler(peer.url), { project });
  expect(planned.stdout.match(/keep the database {3}order-operations\S*, and apply no migration/g)).toHaveLength(3);
  expect((await runDeploy([], realWrangler(peer.url), { project })).code).toBe(0);
  expectThree();
});

it.runIf(FULL)("deploys no code while a migration fails in the second database, and goes on there", async () => {
  using peer = await startPeer();
  createDatabase(peer.account, "order-operations", null);
  const { data } = createDatabase(peer.account, "order-operations-1", null);
  data.exec("create table stores (id integer)");
  const failed = await runDeploy([], realWrangler(peer.url), { project });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("table `stores` already exists");
  expect(migrationsOf(peer, "order-operations")).toEqual(MIGRATIONS);
  expect(migrationsOf(peer, "order-operations-1")).toEqual([]);
  expect(peer.requests.filter((called) => called.startsWith("PUT "))).toEqual([]);
  data.exec("drop table stores");
  expect((await runDeploy([], realWrangler(peer.url), { project })).code).toBe(0);
  expect(migrationsOf(peer, "order-operations-1")).toEqual(MIGRATIONS);
  expect(columnOf(peer, "order-operations-1", LAST_IDS)).toEqual([2 ** 40, 2 ** 40]);
  expect([...peer.account.bindings.keys()]).toEqual(["DB", "DB_1"]);
});
