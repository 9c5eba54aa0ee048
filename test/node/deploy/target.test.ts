import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import type { Unstable_RawConfig } from "wrangler";
import { REQUIRED_SECRETS } from "../../../cli/deploy/secrets.ts";
import { readTarget } from "../../../cli/deploy/target.ts";
import { temporaryFolder } from "../server/worker.ts";
import { runDeploy } from "./run-deploy.ts";

it("rejects an unknown option", async () => {
  const finished = await runDeploy(["--dryrun"], { PATH: "" });
  expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code: 1, stdout: "" });
  expect(finished.stderr).toContain("--dryrun");
});

it("deploys the names of wrangler.toml, or with --name those of another installation", () => {
  const target = { databaseId: null, accountId: null };
  expect(readTarget(".")).toEqual({
    ...target,
    worker: "order-operations",
    database: "order-operations",
    queues: ["order-operations-deliveries", "order-operations-deliveries-slow", "order-operations-deliveries-dead"],
  });
  expect(readTarget(".", { name: "staging", plan: "paid" })).toEqual({
    ...target,
    worker: "staging",
    database: "staging",
    queues: ["staging-deliveries", "staging-deliveries-slow", "staging-deliveries-dead"],
  });
});

it("rejects a wrangler.toml with a name that two installations could share", () => {
  using folder = temporaryFolder();
  const toml = readFileSync("wrangler.toml", "utf8");
  writeFileSync(join(folder.path, "wrangler.toml"), toml.replace('name = "order-operations"', 'name = "my-orders"'));
  expect(() => readTarget(folder.path)).toThrow('the name "order-operations" must begin with that of the Worker, "my-orders"');
});

it("the only configuration is production's, which requires the secrets that `npm run deploy` sets", () => {
  const config = parse(readFileSync("wrangler.toml", "utf8")) as Unstable_RawConfig;
  expect(config.env).toBeUndefined();
  expect(config.vars).toMatchObject({ ENVIRONMENT: "production", ALLOW_INSECURE_WEBHOOK_TARGETS: "false" });
  expect(config.secrets?.required).toEqual([...REQUIRED_SECRETS]);
});
