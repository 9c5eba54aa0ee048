import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFailed } from "vitest";
import { startTree } from "../../../cli/dev/process-tree.ts";
import { waitUntilLive } from "../../../cli/dev/listening.ts";
import { freePort } from "../processes.ts";
import { copyProject } from "../server/project-copy.ts";
import { temporaryFolder } from "../server/worker.ts";

const folder = temporaryFolder();
/** Like a clone after `npm install`: no `.dev.vars`, no state, no built files. The second test continues with what the first one has written. */
const project = copyProject(join(folder.path, "project"));
afterAll(() => folder[Symbol.dispose]());

/** Starts `npx wrangler dev` with only a port. */
async function startWranglerDev() {
  const port = await freePort();
  const { MASTER_SECRET: _master, OPERATOR_TOKEN: _operator, ...env } = process.env;
  const args = ["--no-install", "wrangler", "dev", "--port", String(port), "--inspector-port", "0", "--show-interactive-dev-session=false"];
  const tree = startTree("npx", args, { cwd: project, env: { ...env, CLOUDFLARE_CF_FETCH_ENABLED: "false" } });
  let output = "";
  for (const stream of [tree.child.stdout, tree.child.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  onTestFailed(() => void process.stderr.write(output));
  const url = `http://127.0.0.1:${port}`;
  const ended = new AbortController();
  void tree.ended.finally(() => ended.abort());
  expect(await waitUntilLive(url, ended.signal)).toBe(true);
  return { url, stop: async () => await tree.stop(), output: () => output };
}

const operatorToken = () => /^OPERATOR_TOKEN=(.+)$/m.exec(readFileSync(join(project, ".dev.vars"), "utf8"))?.[1];

async function createOrganization(url: string) {
  const response = await fetch(`${url}/operator/organizations`, {
    method: "POST",
    headers: { Authorization: `Bearer ${operatorToken()}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Shop" }),
  });
  return { status: response.status, body: (await response.json()) as { id?: number } };
}

it("`npx wrangler dev` serves a fresh clone, and keeps secrets and data for the next run", async () => {
  const first = await startWranglerDev();
  expect(await createOrganization(first.url)).toMatchObject({ status: 201, body: { id: 1 } });
  expect((await fetch(`${first.url}/docs`)).status).toBe(200);
  await first.stop();
  const vars = readFileSync(join(project, ".dev.vars"), "utf8");

  const second = await startWranglerDev();
  expect(await createOrganization(second.url)).toMatchObject({ status: 201, body: { id: 2 } });
  expect(second.output()).not.toContain("Wrote .dev.vars");
  await second.stop();
  expect(readFileSync(join(project, ".dev.vars"), "utf8")).toBe(vars);
});

it("`npm run dev` serves the same database, and passes on the settings that wrangler does not read itself", async () => {
  const vars = join(project, ".dev.vars");
  // The format from before wrangler.toml was production's, with an optional setting that closes the API.
  writeFileSync(vars, `${readFileSync(vars, "utf8").replace("ENVIRONMENT=development\n", "")}MAINTENANCE=true\n`);
  const port = await freePort();
  const child = spawn(process.execPath, ["cli/dev.ts", "--port", String(port)], { cwd: project, stdio: "ignore" });
  const ended = new Promise<number | null>((settle) => child.once("close", settle));
  onTestFailed(() => void child.kill("SIGTERM"));
  const url = `http://127.0.0.1:${port}`;
  expect(await waitUntilLive(url, AbortSignal.timeout(120_000))).toBe(true);
  const created = await createOrganization(url);
  expect(created.status).toBe(201);
  expect(created.body.id).toBeGreaterThan(2);
  expect((await fetch(`${url}/orders`, { headers: { "x-api-key": "any" } })).status).toBe(503);
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
});
