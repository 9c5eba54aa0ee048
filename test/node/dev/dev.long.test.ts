import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";
import { afterAll, expect, it, onTestFailed, vi } from "vitest";
import { runDoctor } from "../doctor/run-doctor.ts";
import { runningOf, freePort, treeOf } from "../processes.ts";
import { copyProject } from "../server/project-copy.ts";
import { temporaryFolder } from "../server/worker.ts";

const folder = temporaryFolder();
const project = copyProject(join(folder.path, "project"));
/** One state for all tests but the last: each continues with what the earlier ones have left. */
const state = join(folder.path, "state");
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGTERM");
  folder[Symbol.dispose]();
});

function spawnDev(port: number, stateFolder: string, stdio: "pipe" | "ignore", options: string[] = []) {
  const args = ["cli/dev.ts", "--port", String(port), "--state", stateFolder, ...options];
  const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", stdio, stdio] });
  started.push(child);
  return { child, ended: new Promise<number | null>((settle) => child.once("close", settle)) };
}

/** Starts the service and waits for its greeting. */
async function startDev(...options: string[]) {
  const port = await freePort();
  const { child, ended } = spawnDev(port, state, "pipe", options);
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
  return { port, child, stdout, ended, output: () => stdout, stderr: () => stderr };
}

/** The calls in a greeting as arguments of fetch. */
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

/** Ends the service, and checks that none of its processes is left. Returns the exit code. */
async function end(dev: Awaited<ReturnType<typeof startDev>>, signal: NodeJS.Signals) {
  const pids = treeOf(dev.child.pid ?? -1);
  // At least itself, wrangler, esbuild and workerd.
  expect(pids.length).toBeGreaterThan(3);
  dev.child.kill(signal);
  const code = await dev.ended;
  expect(runningOf(pids)).toEqual([]);
  return code;
}

it("serves a demo organization, prints calls that work, keeps its order and credentials, and leaves no process running", async () => {
  const first = await startDev("--empty");
  const [create, list, ...others] = printedCalls(first.stdout);
  if (create === undefined || list === undefined) throw new Error("The greeting shows no calls.");
  expect(others).toEqual([]);
  expect(await call(create)).toMatchObject({ status: 201, body: { external_id: "1001" } });
  // Running the command twice creates one order.
  expect(await call(create)).toMatchObject({ status: 200, body: { external_id: "1001" } });
  expect((await call(list)).body.data).toHaveLength(1);
  expect(statSync(state).mode & 0o777).toBe(0o700);
  expect(statSync(join(state, "demo.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(project, ".dev.vars")).mode & 0o777).toBe(0o600);
  const demo = readFileSync(join(state, "demo.json"), "utf8");
  const token = parseEnv(readFileSync(join(project, ".dev.vars"), "utf8"))["OPERATOR_TOKEN"] ?? "";
  expect(await runDoctor(`http://127.0.0.1:${first.port}`, { token })).toMatchObject({
    code: 0,
    findings: { removed: "everything | everything | ok" },
  });
  expect(await end(first, "SIGTERM")).toBe(143);

  const second = await startDev();
  const again = printedCalls(second.stdout);
  expect(again[1]?.init).toEqual(list.init);
  expect(again[1]?.url).toContain(`:${second.port}/`);
  expect((await call(again[1] ?? list)).body.data).toHaveLength(1);
  const kept = { ...(JSON.parse(demo) as Record<string, unknown>), url: `http://127.0.0.1:${second.port}` };
  expect(JSON.parse(readFileSync(join(state, "demo.json"), "utf8"))).toEqual(kept);
  expect(await end(second, "SIGINT")).toBe(130);
  expect(second.stderr()).toBe("");
});

/** The files of the local databases by number, and the last id of an order in each. */
function localDatabases(): { file: string; orders: number }[] {
  const files = globSync(join(state, "v3/d1/miniflare-D1DatabaseObject/*.sqlite")).filter((file) => !file.endsWith("/metadata.sqlite"));
  const read = files.map((file) => {
    using database = new DatabaseSync(file);
    return { file, orders: Number(database.prepare("select value from sequences where name = 'orders'").get()?.["value"]) };
  });
  return read.toSorted((one, other) => one.orders - other.orders);
}

it("adds databases to existing data, each with its own ids, and uses them in the next run", async () => {
  const first = await startDev("--databases", "3");
  const [create, list] = printedCalls(first.stdout);
  if (create === undefined || list === undefined) throw new Error("The greeting shows no calls.");
  expect((await call(list)).body.data).toHaveLength(1);
  expect(await end(first, "SIGTERM")).toBe(143);
  const [directory, second, ...others] = localDatabases();
  if (directory === undefined || second === undefined) throw new Error("There is no second database.");
  // The directory has the ids of the demo order and the doctor's order.
  expect([directory.orders, second.orders, ...others.map(({ orders }) => orders)]).toEqual([2, 2 ** 40, 2 ** 41]);

  // Moves the demo organization to the second database, without its order.
  {
    using database = new DatabaseSync(directory.file);
    database.prepare("attach ? as other").run(second.file);
    database.exec("insert into other.organizations select * from organizations; insert into other.stores select * from stores");
    database.exec("update organizations set database = 1");
  }
  const next = await startDev();
  const [again] = printedCalls(next.stdout);
  expect(await call(again ?? create)).toMatchObject({ status: 201, body: { external_id: "1001", id: 2 ** 40 + 1 } });
  expect(await end(next, "SIGTERM")).toBe(143);
  expect([first.stderr(), next.stderr()]).toEqual(["", ""]);
});

it("prints each request without its query, and each error with its positions in the source", async () => {
  const dev = await startDev();
  const url = `http://127.0.0.1:${dev.port}`;
  const { OPERATOR_TOKEN } = parseEnv(readFileSync(join(project, ".dev.vars"), "utf8"));
  const { organization_id: id, api_token: token } = JSON.parse(readFileSync(join(state, "demo.json"), "utf8")) as Record<string, string>;
  // The requests that created the demo organization are not printed.
  expect(dev.output()).not.toMatch(/^(?:GET|POST) /m);
  for (const path of ["/api/v2/orders?q=PRIVATE", "/api/v2/orders/999?q=PRIVATE"])
    await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
  await fetch(`${url}/in/PRIVATE0`, { method: "POST", body: "PRIVATE" });
  for (const { file } of localDatabases()) {
    using database = new DatabaseSync(file);
    database.exec("create trigger refuse before insert on credentials begin select raise(abort, 'rejected'); end");
  }
  const failed = await fetch(`${url}/operator/organizations/${id}/credentials`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "api_key", name: "PRIVATE", scopes: ["orders:read"] }),
  });
  expect(failed.status).toBe(500);
  const requestId = failed.headers.get("X-Request-Id") ?? "";
  await vi.waitFor(() => expect(dev.output()).toContain(requestId), 60_000);
  const requests = dev.output().slice(dev.output().indexOf("Press Ctrl-C")).split("\n").slice(1, -1);
  expect(requests.map((line) => line.replace(/\d+ ms/, "N ms"))).toEqual([
    "GET /api/v2/orders 200 N ms",
    "GET /api/v2/orders/999 404 not_found N ms",
    "POST /in/:token 404 not_found N ms",
    `POST /operator/organizations/${id}/credentials 500 internal_error N ms ${requestId}`,
  ]);
  await vi.waitFor(() => expect(dev.stderr()).toMatch(/ at async issueCredential /), 60_000);
  expect(dev.stderr()).toContain(
    `request.unexpected request_id=${requestId} route=/operator/organizations/:id/credentials\n  Error: D1_ERROR: rejected`,
  );
  const [, name, line = ""] = /^ {4}at async issueCredential \((src\/[\w./-]+):(\d+):\d+\)$/m.exec(dev.stderr()) ?? [];
  expect(readFileSync(name ?? "none", "utf8").split("\n")[Number(line) - 1]).toContain("createCredential(");
  for (const frame of dev.stderr().matchAll(/^ {4}at .*$/gm)) expect(frame[0]).toMatch(/^ {4}at (?:\S+ )*\(?src\//);
  expect(dev.output() + dev.stderr()).not.toMatch(/PRIVATE|wrangler/);
  expect(await end(dev, "SIGTERM")).toBe(143);
});

it("can be interrupted while it is starting", async () => {
  const { child, ended } = spawnDev(await freePort(), join(folder.path, "ended"), "ignore");
  // Itself, and wrangler, which migrates the database.
  const pids = await vi.waitFor(() => {
    const tree = treeOf(child.pid ?? -1);
    expect(tree.length).toBeGreaterThan(1);
    return tree;
  }, 60_000);
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(runningOf(pids)).toEqual([]);
  expect(existsSync(join(folder.path, "ended/demo.json"))).toBe(false);
});
