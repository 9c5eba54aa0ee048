/**
 * How long a request takes far from the database: the real Worker with injected latencies, and a stand-in for a replica of D1
 * (bench/latency/replication.ts). One request at a time; medians. Real distances vary: only the sum of the round trips is measured here.
 *
 *     npm run bench -- latency [--far=280] [--near=10] [--samples=25] [--json]
 *     npm run bench -- latency --pairs=10000
 *
 * With --pairs, it counts stale reads instead: so many writes, each followed by a read, for several lags of the replica, with no distance.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { V1_SCOPES } from "../src/platform/http/scopes.ts";
import { build } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN, startWorker, temporaryFolder } from "../test/node/server/worker.ts";
import { type Caller, measureLimit, measurePairs, measureRevocations, type Operate } from "./latency/pairs.ts";
import { quantile } from "./pressure.ts";

const { values } = parseArgs({
  options: {
    far: { type: "string", default: "280" },
    near: { type: "string", default: "10" },
    samples: { type: "string", default: "25" },
    pairs: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
});
const [far, near, samples] = [values.far, values.near, values.samples].map(Number) as [number, number, number];
const pairs = Number(values.pairs);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

interface Case {
  request: "read" | "read of a replica" | "write with a key";
  gate: "near" | "far";
  /** Whether the isolate has the credential's record. */
  isCached: boolean;
}

const CASES: Case[] = (["read", "read of a replica", "write with a key"] as const).flatMap((request) =>
  (["near", "far"] as const).flatMap((gate) => [true, false].map((isCached) => ({ request, gate, isCached }))),
);

const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}` };

async function post(url: URL, path: string, headers: Record<string, string>, body: unknown = {}): Promise<{ id: number; secret: string }> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? { id: 0, secret: "" } : ((await response.json()) as { id: number; secret: string });
}

interface Shop {
  id: number;
  /** Reads from the primary. */
  secret: string;
  /** Reads from the nearest replica. */
  nearestSecret: string;
  orderId: number;
}

/** An organization with one order. */
async function openShop(url: URL): Promise<Shop> {
  const { id } = await post(url, "/operator/organizations", operator, { name: "Lab" });
  const credentials = `/operator/organizations/${id}/credentials`;
  await post(url, `/operator/organizations/${id}/stores`, operator, { name: "Gift", platform: "custom" });
  const key = { kind: "api_key", name: "lab", scopes: Object.keys(V1_SCOPES), rate_limit: 1_000_000 };
  const { secret } = await post(url, credentials, operator, key);
  const { secret: nearestSecret } = await post(url, credentials, operator, { ...key, reads: "nearest" });
  const token = await post(url, credentials, operator, { kind: "api_token", name: "lab", scopes: ["orders:write"] });
  const order = { store: "Gift", items: [{ name: "Mug", price: 1 }] };
  const { id: orderId } = await post(url, "/api/v2/orders", { Authorization: `Bearer ${token.secret}` }, order);
  return { id, secret, nearestSecret, orderId };
}

/** Sends one request; how long it took, in ms. */
async function send(url: URL, { secret, nearestSecret, orderId }: Shop, { request, gate, isCached }: Case): Promise<number> {
  const headers: Record<string, string> = {
    "x-api-key": request === "read" ? secret : nearestSecret,
    "x-lab-primary": String(far),
    "x-lab-replica": String(near),
    "x-lab-gate": String(gate === "near" ? near : far),
    ...(!isCached && { "x-lab-uncached": "1" }),
  };
  const isWrite = request === "write with a key";
  const writing = { method: "POST", body: '{"content":"Wrapped as a gift."}' };
  const began = performance.now();
  const response = await fetch(new URL(`/orders/${orderId}${isWrite ? "/notes" : ""}`, url), {
    ...(isWrite && writing),
    headers: { ...headers, ...(isWrite && { "Content-Type": "application/json", "Idempotency-Key": randomUUID() }) },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return performance.now() - began;
}

const LAGS_MS = [0, 100, 1000];
const CALLERS = 8;

/** Counts the stale reads, the admissions above a limit and the requests that a revocation did not stop, for each lag. */
async function countStaleReads(url: URL, { id }: Shop): Promise<void> {
  const credentials = `/operator/organizations/${id}/credentials`;
  const operate: Operate = async (path, body) => await post(url, `/operator/organizations/${path}`, operator, body);
  const callers: Caller[] = [];
  for (let nth = 0; nth < CALLERS; nth += 1) {
    const settings = { kind: "api_token", name: "lab", scopes: ["orders:read", "orders:write"], rate_limit: 1_000_000, reads: "nearest" };
    const { secret } = await post(url, credentials, operator, settings);
    const order = { store: "Gift", items: [{ name: "Mug", price: 1 }] };
    callers.push({ secret, orderId: (await post(url, "/api/v2/orders", { Authorization: `Bearer ${secret}` }, order)).id });
  }
  for (const lagMs of LAGS_MS) {
    for (const isAcross of [false, true]) {
      const { stale, replica, primary } = await measurePairs(url, { callers, pairs, lagMs, isAcross });
      const who = isAcross ? "another credential, with the token" : "the same credential";
      say(`lag ${lagMs} ms, ${pairs} pairs, ${who}: ${stale} stale reads (${replica} from the replica, ${primary} from the primary)`);
    }
    const checked = { operate, organizationId: id, lagMs };
    say(`lag ${lagMs} ms: ${await measureLimit(url, checked)} admissions above the limit`);
    say(`lag ${lagMs} ms: ${await measureRevocations(url, checked)} requests accepted after a revocation`);
  }
}

/** Measures each kind of request. */
async function measureLatency(url: URL, shop: Shop): Promise<void> {
  const measured: (Case & { p50: number; p90: number })[] = [];
  say(`far = ${far} ms, near = ${near} ms, ${samples} requests each, the replica is near`);
  for (const one of CASES) {
    const times: number[] = [];
    // The first ones warm up: the code, the cache and the gate.
    for (let nth = -2; nth < samples; nth += 1) {
      const ms = await send(url, shop, one);
      if (nth >= 0) times.push(ms);
    }
    const [p50, p90] = [quantile(times, 0.5), quantile(times, 0.9)];
    measured.push({ ...one, p50, p90 });
    say(
      `${one.request}, gate ${one.gate}, credential ${one.isCached ? "cached" : "not cached"}: p50 ${p50.toFixed(0)} ms, p90 ${p90.toFixed(0)} ms`,
    );
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ far, near, samples, measured }, null, 2)}\n`);
}

// What the tools say goes beside the JSON, not into it.
console.log = console.error;
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
using folder = temporaryFolder();
say("Building …");
const built = await build(join(folder.path, "lab"), "bench/latency/worker.ts");
const options = {
  ...built.options,
  d1Databases: { DB: "primary", REPLICA: "replica" },
  durableObjects: {
    GATE: { className: "Gate", useSQLite: true },
    // The stand-in keeps its state in memory.
    REPLICAS: { className: "Replicas", useSQLite: true, unsafePreventEviction: true },
  },
};
await using worker = await startWorker({ ...built, options }, join(folder.path, "state"), {}, { direct: true });
const url = new URL(worker.url);
await post(url, "/lab/tables", {}, built.database.migrations);
const shop = await openShop(url);

if (pairs > 0) await countStaleReads(url, shop);
else await measureLatency(url, shop);
