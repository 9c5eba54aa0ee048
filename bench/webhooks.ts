/**
 * What webhooks take from commit to arrival, and what a hanging endpoint costs its neighbours, on this machine: the real
 * Worker in workerd, receivers on loopback. Figures are for comparison within one run; none of them decides a test.
 *
 *     npm run bench -- webhooks [--seconds=30] [--rate=100]
 */
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Received, startReceiver } from "../test/node/server/receiver.ts";
import { orderBody, idempotencyKey, openShop, type Shop } from "../test/node/server/shop.ts";
import { build } from "../test/node/server/build.ts";
import { startWorker, temporaryFolder } from "../test/node/server/worker.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "30" }, rate: { type: "string", default: "100" } } });
const [SECONDS, RATE] = [Number(values.seconds), Number(values.rate)];
/**
 * The local queue serves one batch at a time (Cloudflare's, up to 250). Until its first timeout, a neighbour that hangs holds
 * it up for a second with each batch, and what has gathered meanwhile takes some more. That time is reported by itself.
 */
const SETTLING_MS = 20_000;
const NEIGHBOURS = 50;
/** Of one organization, with room to spare: fifty need several. */
const MAX_ENDPOINTS = 20;

/** Calls `act` `perSecond` times a second for some seconds, whatever each call takes; answers when all have ended. */
async function atRate(perSecond: number, seconds: number, act: () => Promise<unknown>): Promise<void> {
  const begun = Date.now();
  const calls: Promise<unknown>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await wait(Math.max(0, begun + (n * 1000) / perSecond - Date.now()));
    calls.push(act());
  }
  await Promise.all(calls);
}

/** ms from the commit's request to the arrival of its event, of those that occurred in a stretch of time. */
function delays(received: readonly Received[], since: number, before = Number.POSITIVE_INFINITY): number[] {
  return received
    .map(({ raw, at }) => ({ at, occurred: Date.parse((JSON.parse(raw.toString()) as { occurred_at: string }).occurred_at) }))
    .filter(({ occurred }) => occurred >= since && occurred < before)
    .map(({ at, occurred }) => at - occurred)
    .toSorted((a, b) => a - b);
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function told(name: string, sorted: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => `${quantile(sorted, q)} ms`);
  return `${name.padEnd(44)} n=${String(sorted.length).padEnd(6)} p50 ${p50}, p95 ${p95}, p99 ${p99}`;
}

async function until(done: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(100)) if (await done()) return true;
  return false;
}

async function order(shop: Shop): Promise<void> {
  const { status } = await shop.v2("/orders", orderBody(), idempotencyKey());
  if (status !== 201) throw new Error(`An order was answered with ${status}.`);
}

async function withWorker<T>(run: (url: string) => Promise<T>): Promise<T> {
  using folder = temporaryFolder();
  await using worker = await startWorker(built, `${folder.path}/state`);
  return await run(worker.url);
}

/** Orders at a steady rate to one receiver: every event arrives, each once. */
async function flow(): Promise<void> {
  await withWorker(async (url) => {
    const shop = await openShop(url);
    await using receiver = await startReceiver();
    await shop.webhook(receiver.url, ["order.created"]);
    const since = Date.now();
    await atRate(RATE, SECONDS, () => order(shop));
    const expected = RATE * SECONDS;
    const complete = await until(() => receiver.received.length >= expected, 60_000);
    const ids = new Set(receiver.received.map(({ raw }) => (JSON.parse(raw.toString()) as { event_id: string }).event_id));
    console.log(told(`${RATE} orders/s for ${SECONDS} s, one endpoint`, delays(receiver.received, since)));
    console.log(
      `  sent ${expected}, arrived ${ids.size}, doubled ${receiver.received.length - ids.size}${complete ? "" : ", NOT COMPLETE"}`,
    );
  });
}

/** Events to fifty healthy endpoints, and to one that hangs where there is one; the delays of the healthy ones, before and after settling. */
async function neighbourhood(hanging: boolean): Promise<{ first: number[]; settled: number[] }> {
  return await withWorker(async (url) => {
    await using healthy = await startReceiver();
    await using silent = await startReceiver(() => null);
    const targets = Array.from({ length: NEIGHBOURS }, (_, n) => `${healthy.url}/${n}`).concat(hanging ? [silent.url] : []);
    const shops: Shop[] = [];
    for (let from = 0; from < targets.length; from += MAX_ENDPOINTS) {
      const shop = await openShop(url);
      for (const target of targets.slice(from, from + MAX_ENDPOINTS)) await shop.webhook(target, ["order.created"]);
      shops.push(shop);
    }
    const settled = Date.now() + SETTLING_MS;
    await atRate(RATE / NEIGHBOURS, SECONDS + SETTLING_MS / 1000, () => Promise.all(shops.map(order)));
    await wait(2_000);
    return { first: delays(healthy.received, 0, settled), settled: delays(healthy.received, settled) };
  });
}

// In memory where there is such a folder: a disk's syncs would be measured instead of the Worker.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
using buildFolder = temporaryFolder();
const built = await build(buildFolder.path);
await flow();
const alone = await neighbourhood(false);
console.log(told(`${NEIGHBOURS} endpoints, ${RATE} deliveries/s`, alone.settled));
const beside = await neighbourhood(true);
console.log(told("beside one that hangs, settled", beside.settled));
console.log(`  p95 ratio ${(quantile(beside.settled, 0.95) / quantile(alone.settled, 0.95)).toFixed(2)}`);
console.log(told("beside one that hangs, the first 20 s", beside.first));
