import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import type { Unstable_RawConfig } from "wrangler";
import { REQUIRED_SECRETS } from "../../../cli/deploy/secrets.ts";
import { readTarget } from "../../../cli/deploy/target.ts";
import { runDeploy } from "./run-deploy.ts";

it("refuses an option that it does not know", async () => {
  const finished = await runDeploy(["--dryrun"], { PATH: "" });
  expect([finished.code, finished.stdout]).toEqual([1, ""]);
  expect(finished.stderr).toContain("--dryrun");
});

it("deploys the names at the top level of wrangler.toml, and those that a Deploy button has put in their place", () => {
  const folder = mkdtempSync(join(tmpdir(), "order-target-"));
  const toml = readFileSync("wrangler.toml", "utf8");
  writeFileSync(join(folder, "wrangler.toml"), toml);
  expect(readTarget(folder)).toEqual({
    worker: "order-operations",
    database: "order-operations",
    databaseId: null,
    queues: ["deliveries", "deliveries-slow", "deliveries-dead"],
    accountId: null,
  });

  const chosen = toml
    .replace('name = "order-operations"', 'name = "my-orders"')
    .replace('database_name = "order-operations"', 'database_name = "my-database"\ndatabase_id = "7d1c0e2a-3c55-4b0e-9a53-0c6b2f1f9a11"')
    .replaceAll('"deliveries', '"my-deliveries');
  writeFileSync(join(folder, "wrangler.toml"), chosen);
  expect(readTarget(folder)).toEqual({
    worker: "my-orders",
    database: "my-database",
    databaseId: "7d1c0e2a-3c55-4b0e-9a53-0c6b2f1f9a11",
    queues: ["my-deliveries", "my-deliveries-slow", "my-deliveries-dead"],
    accountId: null,
  });
  rmSync(folder, { recursive: true });
});

it("there is one configuration, of production, which requires the secrets that `npm run deploy` sets", () => {
  const config = parse(readFileSync("wrangler.toml", "utf8")) as Unstable_RawConfig;
  expect(config.env).toBeUndefined();
  expect(config.vars).toMatchObject({ ENVIRONMENT: "production", ALLOW_INSECURE_WEBHOOK_TARGETS: "false" });
  expect(config.secrets?.required).toEqual([...REQUIRED_SECRETS]);
});
