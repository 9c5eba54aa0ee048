import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFailed, vi } from "vitest";
import { alive, freePort, treeOf } from "../processes.ts";
import { copyProject } from "../server/project-copy.ts";
import { temporaryFolder } from "../server/worker.ts";

const folder = temporaryFolder();
const project = copyProject(join(folder.path, "project"));
const state = join(folder.path, "state");
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGTERM");
  folder[Symbol.dispose]();
});

function spawnDev(port: number, stateFolder: string, stdio: "pipe" | "ignore") {
  const args = ["cli/dev.ts", "--port", String(port), "--state", stateFolder];
  const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", stdio, stdio] });
  started.push(child);
  return { child, ended: new Promise<number | null>((settle) => child.once("close", settle)) };
}

/** Starts the service and waits for its greeting. */
async function startDev() {
  const port = await freePort();
  const { child, ended } = spawnDev(port, state, "pipe");
  let [stdout, stderr] = ["", ""];
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const greeted = new Promise<void>((settle) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes("Press Ctrl-C to stop.")) settle();
    });
  });
  onTestFailed(() => {
    process.stderr.write(`${stdout}\n${stderr}\n`);
  });
  await Promise.race([greeted, ended]);
  return { port, child, stdout, ended, stderr: () => stderr };
}

/** The calls that a greeting shows, as fetch takes them. */
function printedCalls(greeting: string): { url: string; init: RequestInit }[] {
  return [...greeting.matchAll(/^ {2}curl ((?:.*\\\n)*.*)$/gm)].map(([, command = ""]) => {
    const url = /https?:[^\s']+/.exec(command)?.[0] ?? "";
    const headers = [...command.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name = "", value = ""]): [string, string] => [name, value]);
    const body = /-d '([^']*)'/.exec(command)?.[1];
    const method = /-X (\w+)/.exec(command)?.[1] ?? (body === undefined ? "GET" : "POST");
    return { url, init: { method, headers, ...(body !== undefined && { body }) } };
  });
}

async function call({ url, init }: { url: string; init: RequestInit }) {
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as { data?: { id: number }[]; id?: number; external_id?: string } };
}

async function end(dev: Awaited<ReturnType<typeof startDev>>, signal: NodeJS.Signals) {
  const pids = treeOf(dev.child.pid ?? -1);
  expect(pids.length).toBeGreaterThan(3);
  dev.child.kill(signal);
  const code = await dev.ended;
  expect(alive(pids)).toEqual([]);
  return code;
}

it("serves, seeds and prints calls that work; keeps everything; leaves nothing running", async () => {
  const first = await startDev();
  const [create, list, ...others] = printedCalls(first.stdout);
  if (create === undefined || list === undefined) throw new Error("The greeting shows no calls.");
  expect(others).toEqual([]);
  expect(await call(create)).toMatchObject({ status: 201, body: { external_id: "1001" } });
  // Pasted twice, it is the same order.
  expect(await call(create)).toMatchObject({ status: 200, body: { external_id: "1001" } });
  expect((await call(list)).body.data).toHaveLength(1);
  expect(statSync(join(state, "demo.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(project, ".dev.vars")).mode & 0o777).toBe(0o600);
  const demo = readFileSync(join(state, "demo.json"), "utf8");
  expect(await end(first, "SIGTERM")).toBe(143);

  const second = await startDev();
  const again = printedCalls(second.stdout);
  expect(again[1]?.init).toEqual(list.init);
  expect(again[1]?.url).toContain(`:${second.port}/`);
  expect((await call(again[1] ?? list)).body.data).toHaveLength(1);
  const key = ({ api_key, api_token, organization_id }: Record<string, unknown>) => [api_key, api_token, organization_id];
  expect(key(JSON.parse(readFileSync(join(state, "demo.json"), "utf8")))).toEqual(key(JSON.parse(demo)));
  expect(await end(second, "SIGINT")).toBe(130);
  expect(second.stderr()).toBe("");
});

it("can be ended while it is starting", async () => {
  const { child, ended } = spawnDev(await freePort(), join(folder.path, "ended"), "ignore");
  // Itself, and wrangler, which migrates the database.
  const pids = await vi.waitFor(() => {
    const tree = treeOf(child.pid ?? -1);
    expect(tree.length).toBeGreaterThan(1);
    return tree;
  }, 60_000);
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(alive(pids)).toEqual([]);
  expect(existsSync(join(folder.path, "ended/demo.json"))).toBe(false);
});
