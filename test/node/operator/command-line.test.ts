import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedWorker } from "../server/built-worker.ts";
import { type RunningWorker, temporaryFolder } from "../server/worker.ts";
import { runOperator } from "./run-operator.ts";

let worker: RunningWorker;
beforeAll(async () => {
  worker = await sharedWorker();
});

describe("the command line", () => {
  it.each([
    [[], "Expected a command"],
    [["export", "x", "--to", "folder"], "ID must be a whole number."],
    [["export", "1"], "--to is missing."],
    [["restore"], "FOLDER is missing."],
    [["restore", "folder", "--into", "1", "--new-id"], "exclude each other"],
    [["restore", "/nowhere"], "has no export"],
    [["export", "999999", "--to", "/tmp"], "Not found."],
  ])("prints the error of %j, without the advice to run it again", async (args, message) => {
    const run = await runOperator(worker.url, args);
    expect(run).toMatchObject({ code: 2, output: expect.stringContaining(message) });
    expect(run.output).not.toContain("Run the command again");
  });

  it("creates no folder for the export of an organization that does not exist", async () => {
    using parent = temporaryFolder();
    const folder = join(parent.path, "backup-999999");
    const run = await runOperator(worker.url, ["export", "999999", "--to", folder]);
    expect(run).toMatchObject({ code: 2, output: expect.stringContaining("Not found.") });
    expect(existsSync(folder)).toBe(false);
  });
});
