import { expect, it } from "vitest";
import { EMPTY, recordedAccount } from "./run-deploy.ts";
import { changes, expectThreeDatabases, MIGRATE_AND_DEPLOY } from "./several-databases.ts";

it("creates three databases, migrates all of them before it deploys the code, and keeps them in later deployments", async () => {
  using account = recordedAccount(EMPTY);
  const first = await account.deploy(["--databases", "3"]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(changes(first).filter((call) => !call.startsWith("queues"))).toEqual([
    "d1 create order-operations --update-config=false",
    "d1 create order-operations-1 --update-config=false",
    "d1 create order-operations-2 --update-config=false",
    ...MIGRATE_AND_DEPLOY.slice(0, -1),
    expect.stringContaining("deploy --secrets-file") as string,
  ]);
  expectThreeDatabases(account);
  const { deployments: _first, secretsFile: _file, ...after } = account.state();

  const second = await account.deploy();
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(changes(second)).toEqual(MIGRATE_AND_DEPLOY);
  expect(account.state()).toMatchObject({ ...after, deployments: 2 });
});
