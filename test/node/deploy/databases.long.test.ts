import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { readDevArguments } from "../../../cli/dev/arguments.ts";
import { EMPTY, recordedAccount } from "./run-deploy.ts";
import { ALL_MIGRATIONS, changes, expectThreeDatabases, MIGRATE_AND_DEPLOY, MIGRATIONS, NAMES } from "./several-databases.ts";

const QUEUES = ["order-operations-deliveries", "order-operations-deliveries-slow", "order-operations-deliveries-dead"];
const WITH_SECRETS = { ...EMPTY, queues: QUEUES, secrets: { MASTER_SECRET: "kept", OPERATOR_TOKEN: "kept" } };

/** An account with one database that is in use. */
const IN_USE = { ...WITH_SECRETS, databases: ["another", "order-operations"], migrated: { "order-operations": MIGRATIONS } };

it.each([
  "d1 create order-operations-1",
  "d1 create order-operations-2",
  // With a space, because the command for DB_1 begins like this too.
  "d1 migrations apply DB ",
  "d1 migrations apply DB_1",
  "d1 execute DB_1",
  "d1 migrations apply DB_2",
  "d1 execute DB_2",
  "deploy",
])("continues where `%s` has failed, and deploys no code before", async (FAIL) => {
  using account = recordedAccount(IN_USE);
  const failed = await account.deploy(["--databases", "3"], { FAIL });
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("failed") as string });
  expect({ deployments: account.state().deployments, bindings: account.state().bindings }).toEqual({ deployments: 0, bindings: {} });
  const done = await account.deploy(["--databases", "3"]);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(changes(done).slice(-MIGRATE_AND_DEPLOY.length)).toEqual(MIGRATE_AND_DEPLOY);
  expectThreeDatabases(account);
});

it("continues a failed deployment also without the option, with the existing databases", async () => {
  using account = recordedAccount(IN_USE);
  expect((await account.deploy(["--databases", "2"], { FAIL: "d1 execute DB_1" })).code).toBe(1);
  expect({ ranges: account.state().ranges, deployments: account.state().deployments }).toEqual({ ranges: {}, deployments: 0 });
  expect((await account.deploy()).code).toBe(0);
  const { ranges, bindings } = account.state();
  expect({ ranges, bindings }).toEqual({ ranges: { "order-operations-1": 2 ** 40 }, bindings: { DB: NAMES[0], DB_1: NAMES[1] } });
});

it("creates new databases at the given location, and does not change the location of the others", async () => {
  using account = recordedAccount(IN_USE);
  expect((await account.deploy(["--databases", "2", "--location", "apac"])).code).toBe(0);
  expect((await account.deploy(["--databases", "3", "--location", "weur"])).code).toBe(0);
  expect(account.state().placements).toEqual({ "order-operations-1": "apac", "order-operations-2": "weur" });
  expectThreeDatabases(account);
});

it("never omits an existing database, and creates a missing one only on request", async () => {
  const state = { ...IN_USE, databases: ["another", "order-operations", "order-operations-2"] };
  using account = recordedAccount(state);
  const fewer = await account.deploy(["--databases", "2"]);
  expect({ code: fewer.code, changes: changes(fewer) }).toEqual({ code: 1, changes: [] });
  expect(fewer.stderr).toContain("--databases must be at least 3, because the database order-operations-2 exists");
  const missing = await account.deploy();
  expect({ code: missing.code, changes: changes(missing) }).toEqual({ code: 1, changes: [] });
  expect(missing.stderr).toContain("The database order-operations-1 is missing, but order-operations-2 exists.");
  expect(account.state()).toEqual(state);
  expect((await account.deploy(["--databases", "3"])).code).toBe(0);
  expect(account.state().bindings).toEqual({ DB: NAMES[0], DB_1: NAMES[1], DB_2: NAMES[2] });
});

it.each(["0", "51", "two", "1.5", ""])("rejects %o databases", async (given) => {
  using account = recordedAccount(EMPTY);
  const rejected = await account.deploy([`--databases=${given}`]);
  expect({ code: rejected.code, calls: rejected.calls }).toEqual({ code: 1, calls: [] });
  expect(rejected.stderr).toBe(`--databases must be a whole number from 1 to 50, not "${given}".\n`);
});

it("prints in a dry run what exists and the planned changes, and changes nothing", async () => {
  const state = {
    ...IN_USE,
    queues: ["order-operations-deliveries"],
    databases: [...IN_USE.databases, "order-operations-1"],
    migrated: { "order-operations": MIGRATIONS.slice(0, -1), "order-operations-1": [] },
  };
  using account = recordedAccount(state);
  const planned = await account.deploy(["--databases", "3", "--dry-run"]);
  expect(planned).toMatchObject({ code: 0, stderr: "" });
  expect(account.state()).toEqual(state);
  // The first lines are the bindings, which the recorded wrangler prints in a dry run.
  expect(planned.stdout).toBe(`DB
DB_1
DB_2

Dry run: nothing was changed. In the account "Gift shop", a deployment would:

  keep the database   order-operations, and apply the migration ${MIGRATIONS.at(-1)}
  keep the database   order-operations-1, and apply ${ALL_MIGRATIONS}
  create the database order-operations-2, and apply ${ALL_MIGRATIONS}
  create the queue    order-operations-deliveries-slow
  create the queue    order-operations-deliveries-dead
  deploy the Worker   order-operations, as built above

`);
});

it("prints in a dry run without an account the plan for an empty account", async () => {
  using account = recordedAccount({ ...EMPTY, loggedIn: false });
  const planned = await account.deploy(["--dry-run", "--databases", "2"]);
  expect(planned).toMatchObject({ code: 0, stderr: "" });
  expect(planned.calls.map((call) => call.split(" ")[0])).toEqual(["whoami", "deploy"]);
  expect(planned.stdout).toMatch(/not logged in[\s\S]*create the database order-operations-1,[\s\S]*set the secret {6}MASTER_SECRET/);
});

it("runs the commands of the runbook as described", async () => {
  const [, section = ""] = /## Add a database\n([\s\S]*?)\n## /.exec(readFileSync("docs/runbook.md", "utf8")) ?? [];
  const commands = [...section.matchAll(/^npm run (deploy|dev)(?: -- (.*?))?(?: *#.*)?$/gm)].map(([, script, options = ""]) => ({
    script,
    options: options === "" ? [] : options.split(" "),
  }));
  using account = recordedAccount(IN_USE);
  const counts: number[] = [];
  for (const { options } of commands.filter(({ script }) => script === "deploy")) {
    expect(await account.deploy(options)).toMatchObject({ code: 0, stderr: "" });
    counts.push(Object.keys(account.state().bindings).length);
  }
  // The first command is a dry run, and the last one keeps all databases.
  expect(counts).toEqual([0, 3, 4, 4]);
  expect(account.state().placements).toEqual({ "order-operations-1": null, "order-operations-2": null, "order-operations-3": "apac" });
  const local = commands.filter(({ script }) => script === "dev").map(({ options }) => readDevArguments(options));
  expect(local).toMatchObject([{ databases: 3, rest: [] }]);
});

it("derives the configuration from wrangler.toml, and changes only the databases", async () => {
  using account = recordedAccount(IN_USE);
  expect((await account.deploy(["--databases", "2"])).code).toBe(0);
  const generated = JSON.parse(readFileSync(".wrangler-2-databases.json", "utf8")) as Record<string, unknown>;
  const { d1_databases, ...rest } = parse(readFileSync("wrangler.toml", "utf8"));
  expect(generated).toEqual({
    ...rest,
    d1_databases: [...(d1_databases as object[]), { binding: "DB_1", database_name: "order-operations-1", migrations_dir: "migrations" }],
  });
});
