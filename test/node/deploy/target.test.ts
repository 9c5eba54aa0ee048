import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readTarget } from "../../../cli/deploy/target.ts";
import { runDeploy } from "./run-deploy.ts";

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
