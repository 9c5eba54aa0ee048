import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { V1_SCOPES, V2_SCOPES } from "../src/platform/http/scopes.ts";
import type { FreshBuild } from "../test/node/server/build.ts";
import { modulesOf } from "../test/node/server/worker-options.ts";
import { OPERATOR_TOKEN } from "../test/node/server/worker.ts";
import { type OrganizationSeed, fillOrders } from "./orders.ts";

const SECRETS = { MASTER_SECRET: "a-master-secret-for-benchmarks-0123456789", OPERATOR_TOKEN, ENVIRONMENT: "development" };

/** One organization of the bench. */
export interface Shop extends OrganizationSeed {
  key: string;
  token: string;
}

/** The real Worker and the bare one in one workerd, on one database. */
export interface Stage extends AsyncDisposable {
  real: URL;
  bare: URL;
  /** Another build of the Worker beside them; null if there is none. */
  other: URL | null;
  /** By size: a small one to compare with, and the requested one. */
  shops: { small: Shop; large: Shop };
  /** CPU seconds of workerd so far. */
  cpu: () => number;
  /** The log line of the request with this id of the caller's. */
  logged: (id: string) => Promise<LogLine>;
}

/** What a request cost, as the Worker logs it. */
export interface LogLine {
  d1_trips: number;
  gate_calls: number;
  rows_read: number;
  rows_written: number;
}

/** Orders of the organization that the other is compared with. */
export const SMALL = 10_000;

interface Scripts {
  real: FreshBuild;
  bare: FreshBuild;
  /** The file of another build of the Worker, which runs beside the real one. */
  other?: string;
}

interface Running extends AsyncDisposable, Pick<Stage, "real" | "bare" | "other" | "cpu" | "logged"> {
  miniflare: Miniflare;
}

async function start({ real, bare, other }: Scripts, state: string): Promise<Running> {
  const lines = new Map<string, LogLine>();
  const listen = (line: string) => {
    if (!line.startsWith("{")) return void process.stderr.write(`${line}\n`);
    const parsed = JSON.parse(line) as LogLine & { client_request_id: string | null };
    if (parsed.client_request_id !== null) lines.set(parsed.client_request_id, parsed);
  };
  const shared = { bindings: SECRETS, unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };
  // A queue has one consumer.
  const { queueConsumers: _, ...unconsumed } = bare.options;
  const options = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.ERROR),
    resourcePersistencePath: state,
    handleStructuredLogs: ({ message }) => listen(message),
    workers: [
      { ...real.options, ...shared, ...modulesOf(real), name: "order-operations" },
      {
        ...unconsumed,
        ...shared,
        ...modulesOf(bare),
        name: "bare",
        durableObjects: {
          GATE: { className: "Gate", scriptName: "order-operations", useSQLite: true },
          BARE: { className: "BareGate", useSQLite: true },
        },
      },
      ...(other === undefined ? [] : [{ ...unconsumed, ...shared, ...modulesOf({ modules: [other] }), name: "other" }]),
    ],
  });
  options.enableDevRegistry = false;
  const miniflare = new Miniflare(options);
  await miniflare.ready;
  const pid = Number(execFileSync("pgrep", ["-P", String(process.pid), "workerd"]).toString());
  return {
    miniflare,
    real: await miniflare.unsafeGetDirectURL("order-operations"),
    bare: await miniflare.unsafeGetDirectURL("bare"),
    other: other === undefined ? null : await miniflare.unsafeGetDirectURL("other"),
    cpu: () => cpuOf(pid),
    logged: (id) => lineOf(lines, id),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}

async function lineOf(lines: ReadonlyMap<string, LogLine>, id: string): Promise<LogLine> {
  for (let waited = 0; waited < 200; waited += 1) {
    const line = lines.get(id);
    if (line !== undefined) return line;
    await wait(10);
  }
  throw new Error("A request left no line in the log.");
}

/** CPU time of all threads of a process, in s. The kernel states it in ns for a thread, but only in hundredths of a second for a process. */
function cpuOf(pid: number): number {
  const threads = globSync(`/proc/${pid}/task/*/schedstat`);
  return threads.reduce((sum, file) => sum + Number(readFileSync(file, "utf8").split(" ")[0]), 0) / 1e9;
}

/** Makes an organization through the operator API, with three stores and credentials that may do everything. */
async function openShop(url: URL, orders: number): Promise<Shop> {
  const operate = async (path: string, body: unknown): Promise<{ id: number; secret: string }> => {
    const answer = await fetch(new URL(`/operator${path}`, url), {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number; secret: string };
  };
  const { id } = await operate("/organizations", { name: `${orders} orders` });
  const stores: number[] = [];
  for (const name of ["Gift", "Etsy", "Shop"]) stores.push((await operate(`/organizations/${id}/stores`, { name, platform: "custom" })).id);
  const credential = async (kind: string, scopes: object) => {
    const wanted = { kind, name: kind, scopes: Object.keys(scopes), rate_limit: 1_000_000 };
    return (await operate(`/organizations/${id}/credentials`, wanted)).secret;
  };
  return {
    organization: id,
    stores,
    orders,
    key: await credential("api_key", V1_SCOPES),
    token: await credential("api_token", V2_SCOPES),
  };
}

/** Sets the stage in a state folder: its database is filled first, unless it has been before. */
export async function setStage(scripts: Scripts, state: string, orders: number, told: (text: string) => void): Promise<Stage> {
  const file = join(state, "bench.json");
  if (!existsSync(file)) {
    mkdirSync(state, { recursive: true });
    const shops = await withTables(scripts, state, async (url) => ({
      small: await openShop(url, SMALL),
      large: await openShop(url, orders),
    }));
    const database = globSync(join(state, "d1/miniflare-D1DatabaseObject/*.sqlite")).find((name) => !name.includes("metadata"));
    fillOrders(database ?? "", [shops.small, shops.large], (count) => told(`${count} of ${SMALL + orders} orders`));
    writeFileSync(file, JSON.stringify(shops));
  }
  const shops = JSON.parse(readFileSync(file, "utf8")) as Stage["shops"];
  if (shops.large.orders !== orders) throw new Error(`${state} holds ${shops.large.orders} orders.`);
  return { ...(await start(scripts, state)), shops };
}

/** Makes the tables of an empty database, and something in them. */
async function withTables<T>(scripts: Scripts, state: string, act: (url: URL) => Promise<T>): Promise<T> {
  await using running = await start(scripts, state);
  const database = await running.miniflare.getD1Database("DB", "order-operations");
  await database.batch(scripts.real.database.migrations.map((statement) => database.prepare(statement)));
  return await act(running.real);
}
