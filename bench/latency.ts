/**
 * How long a request takes far from the database: the real Worker with injected latencies, and a stand-in for a replica of D1
 * (bench/latency/replica.ts). One request at a time; medians. Real distances vary: only the sum of the round trips is measured here.
 *
 *     npm run bench:latency -- [--far=280] [--near=10] [--samples=25] [--json]
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { V1_SCOPES } from "../src/platform/http/scopes.ts";
import { build } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN, startWorker, temporaryFolder } from "../test/node/server/worker.ts";
import { quantile } from "./pressure.ts";

const { values } = parseArgs({
  options: {
    far: { type: "string", default: "280" },
    near: { type: "string", default: "10" },
    samples: { type: "string", default: "25" },
    json: { type: "boolean", default: false },
  },
});
const [far, near, samples] = [values.far, values.near, values.samples].map(Number) as [number, number, number];
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

async function post(url: URL, path: string, headers: Record<string, string>, body: unknown): Promise<{ id: number; secret: string }> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? { id: 0, secret: "" } : ((await response.json()) as { id: number; secret: string });
}

interface Shop {
  /** Reads from the primary. */
  secret: string;
  /** Reads from the nearest replica. */
  nearestSecret: string;
  orderId: number;
}

/** An organization with one order. */
async function openShop(url: URL): Promise<Shop> {
  const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { id } = await post(url, "/operator/organizations", operator, { name: "Lab" });
  const credentials = `/operator/organizations/${id}/credentials`;
  await post(url, `/operator/organizations/${id}/stores`, operator, { name: "Gift", platform: "custom" });
  const key = { kind: "api_key", name: "lab", scopes: Object.keys(V1_SCOPES), rate_limit: 1_000_000 };
  const { secret } = await post(url, credentials, operator, key);
  const { secret: nearestSecret } = await post(url, credentials, operator, { ...key, reads: "nearest" });
  const token = await post(url, credentials, operator, { kind: "api_token", name: "lab", scopes: ["orders:write"] });
  const order = { store: "Gift", items: [{ name: "Mug", price: 1 }] };
  const { id: orderId } = await post(url, "/api/v2/orders", { Authorization: `Bearer ${token.secret}` }, order);
  return { secret, nearestSecret, orderId };
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
    LAGGING_REPLICA: { className: "LaggingReplica", useSQLite: true },
  },
};
await using worker = await startWorker({ ...built, options }, join(folder.path, "state"), {}, { direct: true });
const url = new URL(worker.url);
await post(url, "/lab/tables", {}, built.database.migrations);
const shop = await openShop(url);

// Each of these moves the Worker's clock on by a minute: after five, the gate knows that no unrecorded write is running.
for (let minute = 0; minute < 7; minute += 1) await send(url, shop, { request: "read of a replica", gate: "near", isCached: false });

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
