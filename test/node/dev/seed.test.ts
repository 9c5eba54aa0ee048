import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ensureDemo } from "../../../cli/dev/seed.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";

it("makes a demo organization once, and anew where the database does not know the one of an old demo.json", async () => {
  const { url } = await sharedWorker();
  using folder = temporaryFolder();
  const file = join(folder.path, "demo.json");
  const first = await ensureDemo(url, OPERATOR_TOKEN, folder.path);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await ensureDemo(url, OPERATOR_TOKEN, folder.path)).toEqual(first);

  writeFileSync(file, JSON.stringify({ ...first, api_token: first.api_token.replace(/.{6}$/, "000000") }));
  const anew = await ensureDemo(url, OPERATOR_TOKEN, folder.path);
  expect(anew.organization_id).not.toBe(first.organization_id);
  const answer = await fetch(`${url}/api/v2/orders`, { headers: { Authorization: `Bearer ${anew.api_token}` } });
  expect(answer.status).toBe(200);
});
