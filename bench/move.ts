/**
 * Moves an organization to another database while it is read and written, and its webhooks are sent: how long the move takes, for how long
 * writes get 503, and whether anything is lost or doubled. The real Worker in workerd with two databases, a receiver on loopback.
 *
 *     npm run bench -- move [--orders=100000] [--rate=20]
 */
import { DatabaseSync } from "node:sqlite";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { build } from "../test/node/server/build.ts";
import { startReceiver } from "../test/node/server/receiver.ts";
import { orderBody, idempotencyKey, openShop, type Shop } from "../test/node/server/shop.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../test/node/server/worker.ts";
import { fillOrders } from "./orders.ts";
import { createTables, startWithDatabases } from "./several-databases.ts";

const { values } = parseArgs({ options: { orders: { type: "string", default: "100000" }, rate: { type: "string", default: "20" } } });
const [ORDERS, RATE] = [Number(values.orders), Number(values.rate)];

/** Writes the orders into the file of the database that has the organization. */
function fill(state: string, { id, storeId }: Shop): void {
  const files = globSync(join(state, "d1/miniflare-D1DatabaseObject/*.sqlite")).filter((name) => !name.includes("metadata"));
  const file = files.find((name) => {
    using database = new DatabaseSync(name, { readOnly: true });
    return database.prepare("select 1 from stores").get() !== undefined;
  });
  fillOrders(file ?? "", [{ organization: id, stores: [storeId], orders: ORDERS }], () => undefined);
}

/** What the load has met. */
interface Log {
  /** Order ids by external id. */
  created: Map<string, number>;
  /** When a write got a 503, ms since 1970. */
  rejectedAt: number[];
  /** Requests that failed in any other way. */
  failures: string[];
  /** ms of each request. */
  times: { write: number[]; read: number[] };
}

/** Writes and reads at a steady rate until the signal, and repeats each write under its key until it succeeds. */
async function load(shop: Shop, log: Log, signal: AbortSignal): Promise<void> {
  const running: Promise<void>[] = [];
  for (let nth = 0; !signal.aborted; nth += 1) {
    running.push(writeOrder(shop, log, `load-${nth}`), read(shop, log));
    await wait(1000 / RATE);
  }
  await Promise.all(running);
}

async function writeOrder(shop: Shop, log: Log, externalId: string): Promise<void> {
  const key = idempotencyKey();
  for (;;) {
    const start = Date.now();
    const { status, body } = await shop.v2("/orders", orderBody({ external_id: externalId }), key);
    log.times.write.push(Date.now() - start);
    if (status === 201) {
      if (log.created.has(externalId)) log.failures.push(`${externalId} was created twice`);
      log.created.set(externalId, (body as { id: number }).id);
      return;
    }
    if (status !== 503) return void log.failures.push(`a write got ${status} ${JSON.stringify(body)}`);
    log.rejectedAt.push(Date.now());
    await wait(200);
  }
}

async function read(shop: Shop, log: Log): Promise<void> {
  const start = Date.now();
  const { status } = await shop.v2("/orders?limit=20");
  log.times.read.push(Date.now() - start);
  if (status !== 200) log.failures.push(`a read got ${status}`);
}

async function move({ id }: Shop, url: string): Promise<string> {
  const response = await fetch(`${url}/operator/organizations/${id}/move`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ database: 1 }),
  });
  const { step, copying, problem } = (await response.json()) as { step: string; copying: string | null; problem: string | null };
  console.log(`  ${step} ${copying ?? ""} ${problem ?? ""}`);
  return step;
}

/** The ids of all orders in the feed of events, in its order. */
async function feed(shop: Shop): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor = ""; ;) {
    const { body } = await shop.v2(`/events?limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
    const page = body as { data: { event: string; order_id: number }[]; next_cursor: string; has_more: boolean };
    ids.push(...page.data.filter(({ event }) => event === "order.created").map(({ order_id }) => order_id));
    if (page.data.length < 100) return ids;
    cursor = page.next_cursor;
  }
}

// In memory where there is such a folder: a disk's syncs would be measured instead of the Worker.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
using folder = temporaryFolder();
const built = await build(join(folder.path, "build"));
const state = join(folder.path, "state");
let miniflare = await startWithDatabases(built, state, 2);
await createTables(built, miniflare, 2);
let url = (await miniflare.ready).origin;
let shop = await openShop(url, { database: 0 });
await miniflare.dispose();
fill(state, shop);
miniflare = await startWithDatabases(built, state, 2);
url = (await miniflare.ready).origin;
shop = shop.at(url);
await using receiver = await startReceiver();
await shop.webhook(receiver.url, ["order.created"]);

const log: Log = { created: new Map(), rejectedAt: [], failures: [], times: { write: [], read: [] } };
const stop = new AbortController();
const loaded = load(shop, log, stop.signal);
await wait(2_000);
const begun = Date.now();
while (!["moved", "settled", "done"].includes(await move(shop, url)));
const seconds = (Date.now() - begun) / 1000;
await wait(3_000);
stop.abort();
await loaded;

const { body } = await shop.v1("/orders?page_size=1");
const total = (body as { meta: { pagination: { total: number } } }).meta.pagination.total;
const ids = [...log.created.values()];
const inFeed = await feed(shop);
for (let waited = 0; waited < 120 && new Set(receiver.received.map(({ raw }) => raw.toString())).size < ids.length; waited += 1)
  await wait(1000);
const delivered = receiver.received.map(({ raw }) => (JSON.parse(raw.toString()) as { order_id: number }).order_id);
const closedMs = log.rejectedAt.length === 0 ? 0 : Math.max(...log.rejectedAt) - Math.min(...log.rejectedAt);
console.log(`${ORDERS} orders, ${RATE} writes and ${RATE} reads a second: moved in ${seconds.toFixed(1)} s`);
console.log(`  writes rejected with 503: ${log.rejectedAt.length}, over ${closedMs} ms; failures: ${log.failures.length}`);
const delays = receiver.received.map(({ raw, at }) => at - Date.parse((JSON.parse(raw.toString()) as { occurred_at: string }).occurred_at));
for (const [name, times] of [
  ["write", log.times.write],
  ["read", log.times.read],
  ["webhook", delays],
] as const) {
  console.log(
    `  ${name}: ${times.length}, p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms, longest ${quantile(times, 1)} ms`,
  );
}
console.log(
  `  created ${ids.length}, total ${total - ORDERS}; in the feed ${new Set(inFeed).size} of ${inFeed.length}, in order: ${String(isAscending(inFeed))}`,
);
console.log(`  webhooks: ${new Set(delivered).size} of ${ids.length} arrived, ${delivered.length - new Set(delivered).size} doubled`);
for (const [order, times] of doubled()) console.log(`  order ${order} was sent ${times}`);
for (const failure of new Set(log.failures)) console.log(`  ${failure}`);
await miniflare.dispose();

function quantile(times: readonly number[], q: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** The orders whose event arrived more than once: the number of each attempt, and its time since the move began. */
function doubled(): [order: number, attempts: string][] {
  const byOrder = Map.groupBy(receiver.received, ({ raw }) => (JSON.parse(raw.toString()) as { order_id: number }).order_id);
  return [...byOrder].flatMap(([order, all]): [number, string][] => {
    const attempts = all.map(({ headers, at }) => `${String(headers["x-service-attempt"])} at ${at - begun} ms`);
    return all.length > 1 ? [[order, attempts.join(", ")]] : [];
  });
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}
