import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MappedOrder, SourceState } from "../../../src/resources/connections/platforms/adapter.ts";
import { inForm, randomOf } from "../../kit/form.ts";
import { until } from "../crash/crashing-worker.ts";
import { builtWorker } from "../server/built-worker.ts";
import { openShop, type Shop } from "../server/shop.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { follow, expectEqual as expectEqualLife, type StoredRows } from "./lives/compare.ts";
import { START, storedMetadata } from "./lives/shop-life.ts";
import { type LossyShop, startLossyBigcommerce, startLossyShopify, startLossyWooCommerce } from "./lossy-shops.ts";
import { type PlannedDeliveries, planDeliveries } from "./planned-deliveries.ts";

const ORDERS = inForm({ test: 200, long: 200, full: 2000 });
/** Fewer than the 2,000 pending messages that an inbox accepts. */
const MAX_WAITING = 500;
/** The number of deliveries that the shop signs with a wrong secret, and that it omits before its webhook is enabled again. */
const WRONGLY_SIGNED = 8;
const OMITTED = Math.floor(ORDERS / 20);
/** The number of other deliveries before a failed one is retried. */
const RETRY_AFTER_COUNT = 20;
const SECRET = "shared-secret-of-the-shop";

const folder = temporaryFolder();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker(await builtWorker(), folder.path);
});
afterAll(async () => {
  await worker?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** A connection of the shop. */
interface Connection {
  id: string;
  url: string;
}

/** The states of orders as they arrived, by their numbers. */
type Arrivals = Map<number, number[]>;

/** Waits until all messages of the inbox are processed. */
async function waitUntilProcessed(connection: Connection): Promise<void> {
  await until(async () => {
    const waiting = await worker.rows(
      "select id from connection_inbox where connection_id = ? and status = 'pending' limit 1",
      connection.id,
    );
    expect(waiting).toEqual([]);
  });
}

/**
 * Delivers all, as the platform does. Returns the states that have arrived, how long each response took, in ms, how many deliveries the
 * platform omitted while its webhook was disabled, and how many exceeded the limit of deliveries.
 */
async function deliverAll(connection: Connection, lossy: LossyShop, { deliveries, lastStates }: PlannedDeliveries) {
  const waiting = [...deliveries];
  const arrivals: Arrivals = new Map();
  const durations: number[] = [];
  /** Orders with a message that may not be processed yet, because messages of one inbox are processed concurrently. */
  const unprocessed = new Set<number>();
  const wrongFrom = Math.floor(deliveries.length / 3);
  let [sent, failures, omitted, wrong, limited] = [0, 0, 0, 0, 0];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { orderId, state, payload, event, retries, isSafe } = next;
    if (lossy.disables && failures >= 5 && omitted < OMITTED && !isSafe) {
      omitted += 1;
      continue;
    }
    if (unprocessed.has(orderId) || unprocessed.size >= MAX_WAITING) {
      await waitUntilProcessed(connection);
      unprocessed.clear();
    }
    const isWrong = sent >= wrongFrom && wrong < WRONGLY_SIGNED && retries === 0 && !isSafe && !(lossy.disables && omitted > 0);
    const body = JSON.stringify(payload);
    const headers = { "Content-Type": "application/json", ...lossy.headers(body, event, isWrong ? "another-secret-of-the-shop" : SECRET) };
    const started = performance.now();
    const response = await fetch(connection.url, { method: "POST", body, headers });
    const { received } = (await response.json()) as { received?: string };
    durations.push(performance.now() - started);
    if (received === "limited") {
      // It is left out with 200 until a minute is over (docs/spec/connections.md#limits-of-deliveries), like one that is lost.
      limited += 1;
      if (isSafe) await delay(1000);
      if (isSafe) waiting.unshift(next);
      continue;
    }
    sent += 1;
    wrong += isWrong ? 1 : 0;
    expect({ event, status: response.status }).toEqual({ event, status: isWrong ? 401 : 200 });
    if (!isSafe) failures = response.ok ? 0 : failures + 1;
    if (response.ok) {
      // What is read after an event is the last state of its order.
      const arrived = lossy.read === undefined ? state : (lastStates.get(orderId) ?? 0);
      arrivals.set(orderId, [...(arrivals.get(orderId) ?? []), arrived]);
      unprocessed.add(orderId);
    } else if (retries < lossy.retries) waiting.splice(RETRY_AFTER_COUNT, 0, { ...next, retries: retries + 1 });
  }
  await waitUntilProcessed(connection);
  return { arrivals, durations: durations.toSorted((a, b) => a - b), omitted, limited };
}

/** The status of an order that is created in each state. Null: none is created. */
const NEW_STATUS: Readonly<Record<SourceState, string | null>> = {
  unpaid: null,
  cancelled_unpaid: null,
  open: "New",
  complete: "Complete",
  cancelled: "Cancelled",
};

type Health = Record<"gaps_found" | "gaps_filled" | "last_error" | "last_reconciled_at", unknown>;

/** Runs the cron job when the connection is due until everything is read, however often the shop rejects. Returns the health, and the number of runs with an error. */
async function reconcileAll(shop: Shop, connection: Connection): Promise<{ health: Health; errors: number }> {
  let errors = 0;
  for (let runs = 0; runs < ORDERS; runs += 1) {
    const [due] = await worker.rows("select reconcile_at from connections where id = ?", connection.id);
    await worker.runCron(Math.max(Date.now(), Number(due?.["reconcile_at"])));
    const health: Health = (await shop.v2(`/connections/${connection.id}`)).body;
    if (health.last_error === null && health.last_reconciled_at !== null) return { health, errors };
    if (health.last_error !== null) errors += 1;
  }
  throw new Error("The reconciliation does not end.");
}

const AMOUNTS = new Set(["total_amount", "subtotal", "shipping_cost", "discount", "tax", "fees", "refund_amount", "price"]);

/** A field of the mapped order as it is stored. Null and an empty list clear it. */
function storedValue(name: string, value: unknown): unknown {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (AMOUNTS.has(name)) return Math.round(Number(value) * 10_000);
  if (name === "date" && typeof value === "string") return Date.parse(value);
  if (name === "metadata") return storedMetadata(value as Record<string, string>);
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === "boolean" ? Number(value) : value;
}

const storedFields = (fields: object, omitted: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (omitted.includes(name) ? [] : [[name, storedValue(name, value)]])));

async function storedRows(shop: Shop): Promise<StoredRows> {
  const of = async (table: string) => await worker.rows(`select * from ${table} where organization_id = ? order by id`, shop.id);
  const byOrder = (all: readonly Record<string, unknown>[]) => Map.groupBy(all, ({ order_id }) => order_id);
  return { orders: await of("orders"), items: byOrder(await of("order_items")), fulfillments: byOrder(await of("fulfillments")) };
}

/** Compares every field that is mapped, of the order and its items, with what is stored. Only the last states of these orders are known. */
function expectEqualMapped({ orders, items }: StoredRows, mapped: readonly MappedOrder[]): void {
  expect(orders).toHaveLength(ORDERS);
  for (const { body, updatedAt, state } of mapped) {
    const row = orders.find((each) => each["external_id"] === body.external_id);
    const fields = storedFields(body, ["items", "status"]);
    expect(row).toMatchObject({ ...fields, source_updated_at: updatedAt, status: NEW_STATUS[state] });
    expect(items.get(row?.["id"])).toMatchObject(body.items.map((item) => storedFields(item, [])));
  }
}

const HOUR_MS = 3_600_000;

const percentile = (sorted: readonly number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

/** Connects the store of a shop to a stand-in, as if before its first order. */
async function connect(shop: Shop, { api }: LossyShop, platform: string): Promise<Connection> {
  const { status, body } = await shop.v2("/connections", { store: shop.storeId, platform, webhook_secret: SECRET, api });
  expect(status, JSON.stringify(body)).toBe(201);
  await worker.rows("update connections set created_at = ? where id = ?", START - HOUR_MS, body.id);
  return { id: body.id, url: worker.url + new URL(body.delivery_url).pathname };
}

describe.each([
  ["WooCommerce", "woocommerce", startLossyWooCommerce],
  ["Shopify", "shopify", startLossyShopify],
  ["BigCommerce", "bigcommerce", startLossyBigcommerce],
] as const)("%s", (name, platform, start) => {
  it("with lost, repeated, late and reordered webhooks and a failing API, our orders equal its orders, and the gaps are exact", async () => {
    await using lossy = await start();
    const shop = await openShop(worker.url);
    const connection = await connect(shop, lossy, platform);
    const planned = planDeliveries(lossy, ORDERS, randomOf(`lossy ${name}`));
    const { arrivals, durations, omitted, limited } = await deliverAll(connection, lossy, planned);
    // A webhook that was disabled delivers nothing, one that is retried loses nothing more.
    expect(omitted).toBe(lossy.disables ? OMITTED : 0);
    const inbox = await worker.rows("select status, reason from connection_inbox where connection_id = ?", connection.id);
    expect(inbox.filter(({ status }) => status !== "processed" && status !== "ignored")).toEqual([]);
    const lives = [...planned.lastStates].map(([orderId, last]) => {
      const states = planned.states.get(orderId) ?? [];
      const arrived = arrivals.get(orderId) ?? [];
      const numbered = (numbers: readonly number[]) =>
        numbers.flatMap((each) => states.slice(each, each + 1).map((state) => ({ number: each, state })));
      // The shop has no order that was deleted, so it is not read.
      const isRead = states.at(-1)?.isDeleted !== true && !arrived.includes(last);
      const followed = follow(numbered(isRead ? [...arrived, last] : arrived));
      return { orderId, followed, isGap: isRead && (states.length === 0 || followed.newest === last) };
    });
    const gaps = lives.filter(({ isGap }) => isGap).length;
    expect(gaps).toBeGreaterThan(0);

    const { health, errors } = await reconcileAll(shop, connection);
    expect(health).toMatchObject({ gaps_found: gaps, gaps_filled: gaps });
    expect(errors).toBeGreaterThan(0);
    const stored = await storedRows(shop);
    if (lossy.begin === undefined) expectEqualMapped(stored, lossy.orders());
    else for (const { orderId, followed } of lives) expectEqualLife(stored, String(orderId), followed);
    const statuses = Map.groupBy(stored.orders, ({ status }) => status);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(["Cancelled", "New"]));
    console.info(
      `${name}: ${ORDERS} orders (${[...statuses].map(([status, { length }]) => `${length} ${String(status)}`).join(", ")}), ${gaps} gaps; ` +
        `${durations.length} deliveries, ${limited} of them beyond the limit; response in ms: p50 ${percentile(durations, 0.5)}, p99 ${percentile(durations, 0.99)}`,
    );
  }, 1_800_000);
});
