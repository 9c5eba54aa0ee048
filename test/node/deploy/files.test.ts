import { expect, it } from "vitest";
import { EMPTY, recordedAccount } from "./run-deploy.ts";
import { changes } from "./several-databases.ts";

it("creates and binds no bucket if it is not asked for", { tags: "long" }, async () => {
  using account = recordedAccount(EMPTY);
  expect(await account.deploy()).toMatchObject({ code: 0, stderr: "" });
  expect({ buckets: account.state().buckets, boundBuckets: account.state().boundBuckets }).toEqual({ buckets: {}, boundBuckets: [] });
  expect(account.state().secrets).not.toHaveProperty("FILES_BUCKET");
});

it("creates the bucket once, in the jurisdiction of the installation, and every later deployment keeps it", { tags: "long" }, async () => {
  using account = recordedAccount(EMPTY);
  expect(await account.deploy(["--files", "--jurisdiction", "eu"])).toMatchObject({ code: 0, stderr: "" });
  const bound = [{ binding: "FILES", bucket_name: "order-operations-files", jurisdiction: "eu" }];
  expect(account.state()).toMatchObject({ buckets: { "order-operations-files": "eu" }, boundBuckets: bound });
  expect(account.state().secrets).toMatchObject({ FILES_BUCKET: "order-operations-files" });

  const later = await account.deploy();
  expect({ code: later.code, calls: later.calls.filter((call) => call.startsWith("r2")) }).toEqual({ code: 0, calls: [] });
  expect(account.state().boundBuckets).toEqual(bound);
  // With the option, it is requested again, and the error that it exists is accepted.
  const again = await account.deploy(["--files"]);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(again.calls).toContain("r2 bucket create order-operations-files --jurisdiction eu");
  expect(account.state()).toMatchObject({ buckets: { "order-operations-files": "eu" }, boundBuckets: bound });
});

it("adds the bucket of another installation under its own name", { tags: "long" }, async () => {
  using account = recordedAccount(EMPTY);
  expect(await account.deploy(["--files", "--name", "staging"])).toMatchObject({ code: 0, stderr: "" });
  expect(Object.keys(account.state().buckets)).toEqual(["staging-files"]);
});

it("deploys nothing if the account has not enabled R2, and says what to do", async () => {
  using account = recordedAccount({ ...EMPTY, hasR2: false });
  const rejected = await account.deploy(["--files"]);
  expect({ code: rejected.code, changes: changes(rejected).filter((call) => call.startsWith("deploy")) }).toEqual({ code: 1, changes: [] });
  expect(rejected.stderr).toContain("The account has not enabled R2, which needs a payment method.");
});

it("names the bucket in a dry run", { tags: "long" }, async () => {
  using account = recordedAccount(EMPTY);
  const { code, stdout } = await account.deploy(["--files", "--dry-run"]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("order-operations-files, and create it if it does not exist"),
  });
  expect(account.state().buckets).toEqual({});
});
