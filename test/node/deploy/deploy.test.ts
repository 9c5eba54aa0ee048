import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { CREATE, DEPLOY, LOOK_UPS, MIGRATE, occurrences, sequence, WHOAMI } from "./calls.ts";
import { EMPTY, recordedAccount } from "./run-deploy.ts";

it(
  "creates all resources and prints the secrets once, and a second run creates nothing and prints no secret",
  { tags: "long" },
  async () => {
    using account = recordedAccount(EMPTY);
    const first = await account.deploy();
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(sequence(first)).toEqual([WHOAMI, ...LOOK_UPS, ...CREATE, MIGRATE, "deploy --secrets-file FILE"]);
    const { secrets, secretsFile, databases, queues } = account.state();
    expect({ databases, queues }).toEqual({
      databases: ["another", "order-operations"],
      queues: ["order-operations-deliveries", "order-operations-deliveries-slow", "order-operations-deliveries-dead"],
    });
    for (const value of Object.values(secrets ?? {})) {
      expect(value).toMatch(/^[\w-]{48}$/);
      expect(occurrences(first.stdout, value)).toBe(1);
      expect(first.calls.join("\n")).not.toContain(value);
    }
    expect(Object.keys(secrets ?? {})).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
    expect(secretsFile?.mode).toBe(0o600);
    expect(existsSync(secretsFile?.path ?? "")).toBe(false);
    expect(first.stdout).toContain("curl https://order-operations.gift-shop.workers.dev/operator/organizations ");

    const second = await account.deploy();
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(sequence(second)).toEqual([WHOAMI, ...LOOK_UPS, MIGRATE, DEPLOY]);
    expect(account.state()).toMatchObject({ secrets, databases, queues, deployments: 2 });
    for (const value of Object.values(secrets ?? {})) expect(second.stdout).not.toContain(value);
  },
);

it("stops if a lookup fails, instead of treating the resource as missing", async () => {
  using account = recordedAccount(EMPTY);
  const finished = await account.deploy([], { FAIL: "secret list" });
  expect(finished.code).toBe(1);
  expect(finished.stderr).toContain("Internal error [code: 10013]");
  expect(account.state()).toEqual(EMPTY);
});
