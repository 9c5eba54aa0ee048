import { expect, it } from "vitest";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN } from "../server/worker.ts";
import { EMPTY, recordedAccount } from "./run-deploy.ts";

/** A deployment ends with a check of what runs at its address. */

const DEPLOYED = { ...EMPTY, databases: ["order-operations"], secrets: { MASTER_SECRET: "", OPERATOR_TOKEN: "" } };

it("checks the deployment, and succeeds if everything works", async () => {
  const { url, directoryRows } = await sharedWorker();
  using account = recordedAccount(DEPLOYED);
  const before = await directoryRows("select id from organizations");
  const { code, stdout, stderr } = await account.deploy(["--url", url], { OPERATOR_TOKEN });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/Deployed: http:[\s\S]*webhook +delivered in [\s\S]*Everything works\./);
  expect(stdout).not.toContain(OPERATOR_TOKEN);
  expect(await directoryRows("select id from organizations")).toEqual(before);
});

it("fails if a check fails, and reports that the version is deployed", async () => {
  const { url } = await sharedWorker();
  using account = recordedAccount(EMPTY);
  // It generates a token that this Worker does not have.
  const { code, stdout } = await account.deploy(["--url", url]);
  expect({ code, deployments: account.state().deployments }).toEqual({ code: 1, deployments: 1 });
  expect(stdout).toMatch(/operator token +rejected +accepted +NOT OK/);
  expect(stdout).toContain("The new version is deployed.");
});

it("prints how to check it if the operator token is not known", async () => {
  const { url } = await sharedWorker();
  using account = recordedAccount(DEPLOYED);
  const { code, stdout } = await account.deploy(["--url", url], { OPERATOR_TOKEN: "" });
  expect(code).toBe(0);
  expect(stdout).toContain(`OPERATOR_TOKEN=… npm run doctor -- --url ${url}`);
});

it("checks nothing with --no-doctor", async () => {
  using account = recordedAccount(EMPTY);
  const { code, stdout } = await account.deploy(["--no-doctor", "--url", "http://127.0.0.1:9"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining("doctor") });
});
