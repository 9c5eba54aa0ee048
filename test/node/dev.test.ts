import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, onTestFailed } from "vitest";
import { countPlainly, SLICE } from "./import/count-plainly.ts";
import { runImporter, temporaryFolder } from "./import/run-import.ts";
import { alive, freePort, treeOf } from "./processes.ts";

const state = mkdtempSync(join(tmpdir(), "order-dev-"));
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGTERM");
});

/** Starts the service and waits for its greeting, or its end. */
async function startDev(port: number, folder = state) {
  const child = spawn(process.execPath, ["cli/dev.ts", "--port", String(port), "--state", folder], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((settle) => child.once("close", settle));
  const greeted = new Promise<void>((settle) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes("Ctrl-C ends it.")) settle();
    });
  });
  onTestFailed(() => {
    process.stderr.write(`${stdout}\n${stderr}\n`);
  });
  await Promise.race([greeted, ended]);
  return { child, stdout, ended, stderr: () => stderr };
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

interface Loaded {
  external_id: string;
  total_amount: number;
  items: { quantity: number }[];
}

/** What the API says of the orders in the shop that was imported to, in the terms of countPlainly. */
async function loadedOrders(url: string, token: string) {
  const response = await fetch(`${url}/api/v2/orders?limit=200`, { headers: { Authorization: `Bearer ${token}` } });
  const { data, has_more } = (await response.json()) as { data: Loaded[]; has_more: boolean };
  expect(has_more).toBe(false);
  const imported = data.filter(({ external_id }) => external_id !== "1001");
  return new Map(
    imported.map(({ external_id, items, total_amount }) => [
      external_id,
      {
        items: items.length,
        units: items.reduce((sum, { quantity }) => sum + quantity, 0),
        thousandths: Math.round(total_amount * 1000),
      },
    ]),
  );
}

it("serves, seeds and prints calls that work; keeps everything; leaves nothing running", async () => {
  const first = await startDev(await freePort());
  const [create, list, ...others] = printedCalls(first.stdout);
  if (create === undefined || list === undefined) throw new Error("The greeting shows no calls.");
  expect(others).toEqual([]);
  expect(await call(create)).toMatchObject({ status: 201, body: { external_id: "1001" } });
  // Pasted twice, it is the same order.
  expect(await call(create)).toMatchObject({ status: 200, body: { external_id: "1001" } });
  expect((await call(list)).body.data).toHaveLength(1);
  expect(statSync(join(state, "demo.json")).mode & 0o777).toBe(0o600);
  expect(statSync(".dev.vars").mode & 0o777).toBe(0o600);
  const demo = readFileSync(join(state, "demo.json"), "utf8");
  expect(await end(first, "SIGTERM")).toBe(143);

  const port = await freePort();
  const second = await startDev(port);
  const again = printedCalls(second.stdout);
  expect(again[1]?.init).toEqual(list.init);
  expect(again[1]?.url).toContain(`:${port}/`);
  expect((await call(again[1] ?? list)).body.data).toHaveLength(1);
  const key = ({ api_key, api_token, organization_id }: Record<string, unknown>) => [api_key, api_token, organization_id];
  expect(key(JSON.parse(readFileSync(join(state, "demo.json"), "utf8")))).toEqual(key(JSON.parse(demo)));

  const slice = join(process.cwd(), "test/fixtures/online-retail-slice.csv");
  const { api_token } = JSON.parse(demo) as { api_token: string };
  const args = [slice, "--format", "online-retail", "--store", "gift", "--url", `http://127.0.0.1:${port}`, "--token", api_token];
  const folder = temporaryFolder();
  expect((await runImporter(folder, [...args, "--dry-run"])).stdout).toMatch(/^orders +52 created, .* 0 failed$/m);
  expect((await call(again[1] ?? list)).body.data).toHaveLength(1);
  expect((await runImporter(folder, args)).stdout).toMatch(/^orders +52 created, .* 0 failed$/m);
  expect(await loadedOrders(`http://127.0.0.1:${port}`, api_token)).toEqual(countPlainly().orders);
  expect(await runImporter(folder, args)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^orders +0 created, 0 updated, 52 unchanged, 0 skipped, 0 failed$/m) as string,
  });
  expect(await end(second, "SIGINT")).toBe(130);
  expect(second.stderr()).toBe("");
});

/** The invoices of the slice as countPlainly has them, each with the day that London's clocks showed at its first row. */
function datedInvoices() {
  const days = new Map<string, string>();
  for (const line of readFileSync(SLICE, "utf8").trimEnd().split("\n").slice(1).toReversed()) {
    const [invoice = ""] = line.split(",");
    days.set(invoice, /,(\d{4}-\d{2}-\d{2}) \d{2}:/.exec(line)?.[1] ?? "");
  }
  return [...countPlainly().orders].map(([invoice, sums]) => ({
    ...sums,
    day: days.get(invoice) ?? "",
    isCancelled: invoice.startsWith("C"),
  }));
}

it("sums up what was imported as plain counting does, by day and in all", async () => {
  const port = await freePort();
  const dev = await startDev(port);
  const { api_token } = JSON.parse(readFileSync(join(state, "demo.json"), "utf8")) as { api_token: string };
  const summary = async (query: string) => {
    const url = `http://127.0.0.1:${port}/api/v2/analytics/summary?timezone=Europe/London&currency=GBP&${query}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${api_token}` } });
    const { currencies } = (await response.json()) as { currencies: { orders: Record<string, number>; revenue: { gross: number } }[] };
    return currencies.map(({ orders: { count, items, cancelled }, revenue }) => {
      const thousandths = Math.round(revenue.gross * 1000);
      return { count, items, cancelled, thousandths };
    });
  };
  const invoices = datedInvoices();
  const counted = (of: typeof invoices) => {
    const kept = of.filter(({ isCancelled }) => !isCancelled);
    const sum = (value: (one: (typeof invoices)[number]) => number) => kept.reduce((total, one) => total + value(one), 0);
    const [items, thousandths] = [sum((one) => one.items), sum((one) => one.thousandths)];
    return { count: kept.length, items, cancelled: of.length - kept.length, thousandths };
  };
  // All of the file, and so not the order that the greeting's call has made; then each day that it has invoices of.
  expect(await summary("period=custom&from=2010-12-01&to=2011-12-31")).toEqual([counted(invoices)]);
  for (const [day, of] of Map.groupBy(invoices, (invoice) => invoice.day)) {
    expect(await summary(`period=custom&from=${day}&to=${day}`), day).toEqual([counted(of)]);
  }
  await end(dev, "SIGTERM");
});

it("seeds anew where the database is gone, also beside an old demo.json", async () => {
  const before = readFileSync(join(state, "demo.json"), "utf8");
  rmSync(join(state, "v3"), { recursive: true });
  const dev = await startDev(await freePort());
  const [create] = printedCalls(dev.stdout);
  expect(create === undefined ? null : (await call(create)).status).toBe(201);
  expect(readFileSync(join(state, "demo.json"), "utf8")).not.toBe(before);
  await end(dev, "SIGTERM");
});

it("can be ended at any time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "order-dev-"));
  const child = spawn(process.execPath, ["cli/dev.ts", "--port", String(await freePort()), "--state", folder], { stdio: "ignore" });
  started.push(child);
  const ended = new Promise<number | null>((settle) => child.once("close", settle));
  await new Promise((later) => setTimeout(later, 1500));
  const pids = treeOf(child.pid ?? -1);
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(alive(pids)).toEqual([]);
  expect(existsSync(join(folder, "demo.json"))).toBe(false);
});

it("says so where the port is in use", async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((ready) => other.listen(port, "127.0.0.1", ready));
  const dev = await startDev(port);
  expect(await dev.ended).toBe(1);
  expect(dev.stderr()).toMatch(`Port ${port} is in use.`);
  other.close();
});
