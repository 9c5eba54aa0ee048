import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { CREATE_DEAD_LETTER_QUEUE, CREATE_SLOW_QUEUE, LOOK_UPS, MIGRATE, occurrences, sequence, WHOAMI } from "./calls.ts";
import { EMPTY, recordedAccount } from "./run-deploy.ts";

it("creates only missing resources", async () => {
  const secrets = { OPERATOR_TOKEN: "the deployer's own, which stays as it is" };
  using account = recordedAccount({
    ...EMPTY,
    databases: ["order-operations"],
    queues: ["order-operations-deliveries", "order-operations-deliveries-dead"],
    secrets,
  });
  const finished = await account.deploy();
  expect(sequence(finished).slice(1 + LOOK_UPS.length)).toEqual([CREATE_SLOW_QUEUE, MIGRATE, "deploy --secrets-file FILE"]);
  expect(account.state().secrets).toMatchObject(secrets);
  expect(finished.stdout).not.toContain("OPERATOR_TOKEN=the");
  expect(occurrences(finished.stdout, account.state().secrets?.["MASTER_SECRET"] ?? "?")).toBe(1);
});

it("prints instructions and changes nothing if nobody is logged in, or there are several accounts and none is chosen", async () => {
  using nobody = recordedAccount({ ...EMPTY, loggedIn: false });
  const rejected = await nobody.deploy();
  expect({ code: rejected.code, calls: rejected.calls }).toEqual({ code: 1, calls: [WHOAMI] });
  expect(rejected.stderr).toMatch(/npx wrangler login[\s\S]*CLOUDFLARE_API_TOKEN/);
  using several = recordedAccount({ ...EMPTY, accounts: [...EMPTY.accounts, { id: "fedc", name: "Toy shop" }] });
  const severalAccounts = await several.deploy();
  expect({ code: severalAccounts.code, calls: severalAccounts.calls }).toEqual({ code: 1, calls: [WHOAMI] });
  expect(severalAccounts.stderr).toContain("export CLOUDFLARE_ACCOUNT_ID=fedc   # Toy shop");
  // With a chosen account, it continues. FAIL ends the run after that.
  expect((await several.deploy([], { CLOUDFLARE_ACCOUNT_ID: "fedc", FAIL: "d1 list" })).stdout).toContain(
    'Deploying to the account "Toy shop".',
  );
});

it.each(["d1 list", "queues info order-operations-deliveries-slow"])(
  "stops if `%s` fails, instead of treating the resource as missing",
  async (FAIL) => {
    using account = recordedAccount(EMPTY);
    const finished = await account.deploy([], { FAIL });
    expect(finished.code).toBe(1);
    expect(finished.stderr).toContain("Internal error [code: 10013]");
    expect(account.state()).toEqual(EMPTY);
  },
);

it("continues where it failed: created resources are kept, and the code is not deployed before the migrations", async () => {
  using account = recordedAccount({ ...EMPTY, databases: ["order-operations"], queues: ["order-operations-deliveries"] });
  const failed = await account.deploy([], { FAIL: "d1 migrations apply" });
  expect(sequence(failed)).toEqual([WHOAMI, ...LOOK_UPS, CREATE_SLOW_QUEUE, CREATE_DEAD_LETTER_QUEUE, MIGRATE]);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("wrangler d1 migrations apply DB --remote") as string });
  expect(failed.stdout).not.toContain("MASTER_SECRET");
  const done = await account.deploy();
  expect(sequence(done)).toEqual([WHOAMI, ...LOOK_UPS, MIGRATE, "deploy --secrets-file FILE"]);
});

it("prints the secrets of a deployment that failed after its upload, and none of one that failed before", async () => {
  using account = recordedAccount(EMPTY);
  const before = await account.deploy([], { FAIL: "deploy" });
  expect(before.code).toBe(1);
  expect(before.stdout).not.toContain("MASTER_SECRET=");
  const after = await account.deploy([], { FAIL: "deploy", LATE: "true" });
  expect(after.code).toBe(1);
  for (const value of Object.values(account.state().secrets ?? { none: "" })) expect(occurrences(after.stdout, value)).toBe(1);
  expect(Object.keys(account.state().secrets ?? {})).toEqual(["MASTER_SECRET", "OPERATOR_TOKEN"]);
});

it("writes no secret to a build log, and uses the secrets of the build environment", async () => {
  using account = recordedAccount(EMPTY);
  const OPERATOR_TOKEN = "an operator token that the builder was given";
  expect((await account.deploy([], { CI: "true", OPERATOR_TOKEN: "short" })).stderr).toContain("OPERATOR_TOKEN must have at least 32");
  const finished = await account.deploy([], { CI: "true", OPERATOR_TOKEN });
  expect(finished.code).toBe(0);
  expect(account.state().secrets).toMatchObject({ OPERATOR_TOKEN });
  for (const value of Object.values(account.state().secrets ?? { none: "" }))
    expect(finished.stdout + finished.stderr).not.toContain(value);
  expect(finished.stdout).toContain("Set random values for MASTER_SECRET.");
  // The builder knows the operator token that was given, so nobody has to replace it.
  expect(finished.stdout).not.toContain("wrangler secret put OPERATOR_TOKEN");
  using other = recordedAccount(EMPTY);
  const withoutToken = await other.deploy([], { CI: "true" });
  expect(withoutToken.stdout).toContain("Set random values for MASTER_SECRET and OPERATOR_TOKEN.");
  expect(withoutToken.stdout).toContain("wrangler secret put OPERATOR_TOKEN");
});

it("leaves no secret on the disk if it is killed during the deployment", async () => {
  using account = recordedAccount(EMPTY);
  let path = "";
  let wasThere = false;
  const ended = await account.deploy([], { HANG: "true" }, (stdout, child) => {
    // Only once, because later output is printed after the file was deleted.
    if (path !== "") return;
    [, path = ""] = /Hanging with (\S+)\n/.exec(stdout) ?? [];
    if (path === "") return;
    wasThere = existsSync(path);
    child.kill("SIGTERM");
  });
  expect({ code: ended.code, wasThere, exists: existsSync(path) }).toEqual({ code: 1, wasThere: true, exists: false });
});
