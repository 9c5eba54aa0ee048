import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { expect, inject, it } from "vitest";
import { readTarget } from "../../../cli/deploy/target.ts";
import { startPeer } from "./cloudflare-peer.ts";
import { runDeploy } from "./run-deploy.ts";

/** The project's own wrangler, with an account on the loopback address. */
const realWrangler = (url: string) => ({
  PATH: `${resolve("node_modules/.bin")}${delimiter}${process.env["PATH"]}`,
  CLOUDFLARE_API_BASE_URL: url,
  CLOUDFLARE_API_TOKEN: "a-token-for-tests",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
});
const MIGRATIONS = readdirSync("migrations").filter((name) => name.endsWith(".sql"));

it("builds and tells the plan in a dry run, and asks the account nothing", async () => {
  using peer = await startPeer();
  const configuration = readFileSync("wrangler.toml", "utf8");
  const finished = await runDeploy(["--dry-run"], realWrangler(peer.url));
  expect(finished.code).toBe(0);
  expect(finished.stdout).toMatch(/env\.DB \(order-operations\)[\s\S]*--dry-run: exiting now/);
  expect(finished.stdout).toContain("the database order-operations, the queues deliveries, deliveries-slow, deliveries-dead");
  expect(finished.stdout).toContain(`${MIGRATIONS.length} files, ${MIGRATIONS[0]} to ${MIGRATIONS.at(-1)}`);
  expect(peer.requests).toEqual([]);
  expect(readFileSync("wrangler.toml", "utf8")).toBe(configuration);
});

it("refuses an option that it does not know", async () => {
  const finished = await runDeploy(["--dryrun"], { PATH: "" });
  expect([finished.code, finished.stdout]).toEqual([1, ""]);
  expect(finished.stderr).toContain("--dryrun");
});

it("takes the names that a Deploy button has written at the top level, and only then", () => {
  const folder = mkdtempSync(join(tmpdir(), "order-target-"));
  const toml = readFileSync("wrangler.toml", "utf8");
  const [top = "", production = ""] = toml.split(/(?=^\[env\.production\]$)/m);
  writeFileSync(join(folder, "wrangler.toml"), toml);
  const usual = readTarget(folder);
  expect(usual.target).toEqual({
    worker: "order-operations",
    database: "order-operations",
    databaseId: null,
    queues: ["deliveries", "deliveries-slow", "deliveries-dead"],
    accountId: null,
    selection: ["--env", "production"],
  });
  expect(readdirSync(folder)).toEqual(["wrangler.toml"]);

  const chosen = top
    .replace('name = "order-operations"', 'name = "my-orders"')
    .replace('database_name = "order-operations"', 'database_name = "my-database"')
    .replace("00000000-0000-0000-0000-000000000001", "7d1c0e2a-3c55-4b0e-9a53-0c6b2f1f9a11")
    .replaceAll('"deliveries', '"my-deliveries');
  writeFileSync(join(folder, "wrangler.toml"), chosen + production);
  const { target, dispose } = readTarget(folder);
  expect(target).toMatchObject({ worker: "my-orders", database: "my-database", databaseId: "7d1c0e2a-3c55-4b0e-9a53-0c6b2f1f9a11" });
  expect(target.queues).toEqual(["my-deliveries", "my-deliveries-slow", "my-deliveries-dead"]);
  expect(target.selection).toEqual(["--config", ".wrangler-deploy.json", "--env", "production"]);
  const written = JSON.parse(readFileSync(join(folder, ".wrangler-deploy.json"), "utf8")) as {
    env: { production: { vars: unknown; d1_databases: { database_id: string }[] } };
  };
  // All else is production's.
  expect(written.env.production.vars).toEqual({ ENVIRONMENT: "production" });
  expect(written.env.production.d1_databases[0]?.database_id).toBe(target.databaseId);
  dispose();
  expect(existsSync(join(folder, ".wrangler-deploy.json"))).toBe(false);
  rmSync(folder, { recursive: true });
});

/** Twice a dozen starts of wrangler take a while: in the long form alone. */
it.runIf(inject("form") === "full")("is understood by the real wrangler, from an empty account to a second deployment", async () => {
  using peer = await startPeer();
  const first = await runDeploy([], realWrangler(peer.url));
  expect([peer.unknown, first.code]).toEqual([[], 0]);
  expect(peer.account).toMatchObject({
    databases: [{ name: "order-operations" }],
    queues: ["deliveries", "deliveries-slow", "deliveries-dead"],
    migrations: MIGRATIONS,
  });
  const secrets = new Map(peer.account.secrets);
  expect([...secrets.keys()]).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
  for (const [name, value] of secrets) expect(first.stdout).toContain(`  ${name}=${value}\n`);
  expect(first.stdout).toContain("curl https://order-operations.gift-shop.workers.dev/health");
  const made = peer.requests.length;

  const second = await runDeploy([], realWrangler(peer.url));
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(peer.requests.slice(made).filter((called) => /^POST (?:d1\/database|queues)$/.test(called))).toEqual([]);
  expect([peer.account.secrets, peer.account.migrations]).toEqual([secrets, MIGRATIONS]);
  for (const value of secrets.values()) expect(second.stdout + second.stderr).not.toContain(value);
});
