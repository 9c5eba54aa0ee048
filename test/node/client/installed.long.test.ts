import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtWithOneDatabase } from "../server/built-worker.ts";
import { startWorker, temporaryFolder } from "../server/worker.ts";
import { startFaultyProxy } from "./faulty-line.ts";
import { compile, installClient, runFiles, samplesOf } from "./installed.ts";
import { openOwnShop } from "./own-shop.ts";

it("the client is installed from its package, and all samples of its guide and its README compile strictly and run", async () => {
  using project = temporaryFolder();
  await installClient(project.path);
  const samples = ["docs/guide/client.md", "packages/client/README.md"].flatMap(samplesOf);
  expect(samples.length).toBeGreaterThan(8);
  const files = samples.map((sample, nth) => {
    const file = `sample-${nth}.ts`;
    writeFileSync(join(project.path, file), sample);
    return file;
  });
  // The samples name order 1: the first one of a new deployment.
  using state = temporaryFolder();
  await using worker = await startWorker(await builtWithOneDatabase(), state.path);
  const { baseUrl, token = "", apiKey = "" } = (await openOwnShop(worker)).options;
  // Lost types would let everything compile.
  writeFileSync(join(project.path, "wrong.ts"), `${samples[0]}\n// @ts-expect-error -- there is no such field\norder.colour;`);
  await compile(project.path, [...files, "wrong.ts"]);
  // The proxy uses fetch, so the responses to the samples are also checked against the OpenAPI documents.
  await using proxy = await startFaultyProxy(baseUrl, []);
  const output = await runFiles(project.path, files, { BASE: proxy.url, TOKEN: token, KEY: apiKey });
  // What two samples of the guide print: the text of a note, and the error of an unknown order.
  expect(output).toContain("Wrap it.");
  expect(output).toContain("404 not_found");
});
