import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MappedOrder, SourceState } from "../../../src/resources/connections/platforms/adapter.ts";
import { inForm, randomOf } from "../../kit/form.ts";
import { until } from "../crash/crashing-worker.ts";
import { builtWorker } from "../server/built-worker.ts";
import { openShop, type Shop } from "../server/shop.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { type LossyShop, startLossyBigcommerce, startLossyShopify, startLossyWooCommerce } from "./lossy-shops.ts";

const ORDERS = inForm({ test: 60, long: 200, full: 2000 });
/** An inbox accepts 2,000 pending messages. */
const MAX_WAITING = 500;
/** The number of deliveries that the shop signs with a wrong secret, and that it omits before its webhook is enabled again. */
const WRONGLY_SIGNED = 8;
const DISABLED = Math.floor(ORDERS / 20);
/** The time between the states of an order in seconds, and the maximum delay of a delivery, so that later ones overtake it. */
const APART = 100;
const LATEST = 300;
const SECRET = "shared-secret-of-the-shop";
/** The interval of the cron trigger, after which a connection is due again after an error. */
const CRON_MS = 60_000;

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

interface Delivery {
  orderId: number;
  /** The number of the order's state, from 0. */
  state: number;
  payload: unknown;
  event: string;
  /** When it is delivered, in seconds. */
  at: number;
  retries: number;
}

/** The deliveries of a shop: 5% are lost, 5% are repeated, and every fifth is late. Also returns the last state of each order. */
function planned({ changes, put }: LossyShop, random: () => number): { deliveries: Delivery[]; lastStates: Map<number, number> } {
  const deliveries: Delivery[] = [];
  const lastStates = new Map<number, number>();
  let second = 0;
  for (let orderId = 1; orderId <= ORDERS; orderId += 1) {
    const fields: Record<string, unknown> = {};
    const last = Math.floor(random() * 4);
    lastStates.set(orderId, last);
    for (let state = 0; state <= last; state += 1) {
      if (state > 0) Object.assign(fields, changes[Math.floor(random() * changes.length)]);
      second += 1;
      const payload = structuredClone(put(orderId, second, fields));
      const chance = random();
      const at = orderId + state * APART + (random() < 0.2 ? Math.floor(random() * LATEST) : 0);
      const delivery = { orderId, state, payload, event: `${orderId}/${state}`, at, retries: 0 };
      if (chance >= 0.05) deliveries.push(delivery);
      if (chance > 0.95) deliveries.push({ ...delivery, at: at + 3 });
    }
  }
  return { deliveries: deliveries.toSorted((a, b) => a.at - b.at), lastStates };
}

/** The states of orders in the order of their arrival, and the meaning of each. */
type Arrivals = Map<number, { state: number; meaning: SourceState }[]>;

/** Waits until all messages of the inbox are processed. */
async function processed(connection: Connection): Promise<void> {
  await until(async () => {
    const waiting = await worker.rows(
      "select id from connection_inbox where connection_id = ? and status = 'pending' limit 1",
      connection.id,
    );
    expect(waiting).toEqual([]);
  });
}

/** Sends all deliveries as the platform does. Returns the states that have arrived, and the time of each response in ms. */
async function deliverAll(
  connection: Connection,
  lossy: LossyShop,
  { deliveries, lastStates }: { deliveries: readonly Delivery[]; lastStates: ReadonlyMap<number, number> },
) {
  const waiting = [...deliveries];
  const arrivals: Arrivals = new Map();
  const durations: number[] = [];
  /** Orders with a message that may not be processed yet, because messages of one inbox are processed concurrently. */
  const unprocessed = new Set<number>();
  const wrongFrom = Math.floor(deliveries.length / 3);
  let [sent, failures, left] = [0, 0, 0];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { orderId, state, payload, event, retries } = next;
    if (lossy.disables && failures >= 5 && left < DISABLED) {
      left += 1;
      continue;
    }
    if (unprocessed.has(orderId) || unprocessed.size >= MAX_WAITING) {
      await processed(connection);
      unprocessed.clear();
    }
    const isWrong = sent >= wrongFrom && sent < wrongFrom + WRONGLY_SIGNED && retries === 0 && !(lossy.disables && left > 0);
    const body = JSON.stringify(payload);
    const headers = { "Content-Type": "application/json", ...lossy.headers(body, event, isWrong ? "another-secret-of-the-shop" : SECRET) };
    const started = performance.now();
    const response = await fetch(connection.url, { method: "POST", body, headers });
    await response.text();
    durations.push(performance.now() - started);
    sent += 1;
    expect([event, response.status]).toEqual([event, isWrong ? 401 : 200]);
    failures = response.ok ? 0 : failures + 1;
    if (response.ok) {
      // A read after an event returns the last state of its order.
      const arrived =
        lossy.read === undefined
          ? { state, meaning: meaningOf(lossy, payload) }
          : { state: lastStates.get(orderId) ?? 0, meaning: meaningOf(lossy, lossy.read(orderId)) };
      arrivals.set(orderId, [...(arrivals.get(orderId) ?? []), arrived]);
      unprocessed.add(orderId);
    } else if (retries < lossy.retries) waiting.splice(20, 0, { ...next, retries: retries + 1 });
  }
  await processed(connection);
  return { arrivals, durations: durations.toSorted((a, b) => a - b), left };
}

function meaningOf({ map }: LossyShop, payload: unknown): SourceState {
  const mapped = map(payload);
  return mapped.kind === "order" ? mapped.order.state : "cancelled";
}

const NEW_STATUS: Readonly<Record<SourceState, string | null>> = {
  unpaid: null,
  cancelled_unpaid: null,
  open: "New",
  complete: "Complete",
  cancelled: "Cancelled",
};

/**
 * The status by the documented mapping (docs/spec/connections.md#statuses): the first state decides, and after that only a newer
 * cancellation and the end of one.
 */
function expectedStatus(states: readonly { state: number; meaning: SourceState }[]): string | null {
  let [status, newest]: [string | null, number] = [null, -1];
  for (const { state, meaning } of states) {
    if (state <= newest) continue;
    newest = state;
    const isCancelled = meaning === "cancelled" || meaning === "cancelled_unpaid";
    if (status === null) status = NEW_STATUS[meaning];
    else if (isCancelled && status === "New") status = "Cancelled";
    else if (!isCancelled && meaning !== "unpaid" && status === "Cancelled") status = "New";
  }
  return status;
}

type Health = Record<"gaps_found" | "gaps_filled" | "last_error" | "last_reconciled_at", unknown>;

/** Runs the cron job until everything is read, however often the shop rejects. Returns the health, and the number of restarts. */
async function reconcileAll(shop: Shop, connection: Connection): Promise<{ health: Health; errors: number }> {
  const start = Date.now();
  for (let errors = 0; errors < ORDERS; errors += 1) {
    await worker.runCron(start + (errors + 1) * CRON_MS);
    const health: Health = (await shop.v2(`/connections/${connection.id}`)).body;
    if (health.last_error === null && health.last_reconciled_at !== null) return { health, errors };
  }
  throw new Error("The reconciliation does not end.");
}

const AMOUNTS = new Set(["total_amount", "subtotal", "shipping_cost", "discount", "tax", "fees", "refund_amount", "price"]);

/** A field of the mapped order as it is stored. Null and an empty list clear it. */
function storedValue(name: string, value: unknown): unknown {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (AMOUNTS.has(name)) return Math.round(Number(value) * 10_000);
  if (name === "date" && typeof value === "string") return Date.parse(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === "boolean" ? Number(value) : value;
}

const storedFields = (fields: object, omitted: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (omitted.includes(name) ? [] : [[name, storedValue(name, value)]])));

/** Compares every mapped field of the order and its items with the stored ones. */
async function mustBeEqual(shop: Shop, orders: readonly MappedOrder[]): Promise<Map<string, Record<string, unknown>>> {
  const stored = await worker.rows("select * from orders where organization_id = ?", shop.id);
  const items = Map.groupBy(
    await worker.rows("select * from order_items where organization_id = ? order by id", shop.id),
    ({ order_id }) => order_id,
  );
  const byId = new Map(stored.map((row) => [String(row["external_id"]), row]));
  expect([byId.size, stored.length]).toEqual([ORDERS, ORDERS]);
  for (const { body, updatedAt } of orders) {
    const row = byId.get(body.external_id);
    // The status follows the mapping, and its changes depend on earlier states (docs/spec/connections.md#statuses).
    expect(row).toMatchObject({ ...storedFields(body, ["items", "status"]), source_updated_at: updatedAt });
    expect(items.get(row?.["id"])).toMatchObject(body.items.map((item) => storedFields(item, [])));
  }
  return byId;
}

const percentile = (sorted: readonly number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

/** Connects the store of a shop to a stand-in, as if before its first order. */
async function connect(shop: Shop, { api }: LossyShop, platform: string): Promise<Connection> {
  const { status, body } = await shop.v2("/connections", { store: shop.storeId, platform, webhook_secret: SECRET, api });
  expect(status, JSON.stringify(body)).toBe(201);
  await worker.rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), body.id);
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
    const { deliveries, lastStates } = planned(lossy, randomOf(`lossy ${name}`));
    const { arrivals, durations, left } = await deliverAll(connection, lossy, { deliveries, lastStates });
    // A disabled webhook delivers nothing, and a retried one loses nothing more.
    expect(left).toBe(lossy.disables ? DISABLED : 0);
    const inbox = await worker.rows("select status, reason from connection_inbox where connection_id = ?", connection.id);
    expect(inbox.filter(({ status }) => status !== "processed")).toEqual([]);
    const gaps = [...lastStates].filter(([orderId, last]) => !(arrivals.get(orderId) ?? []).some(({ state }) => state === last)).length;
    expect(gaps).toBeGreaterThan(0);

    const { health, errors } = await reconcileAll(shop, connection);
    expect(health).toMatchObject({ gaps_found: gaps, gaps_filled: gaps });
    expect(errors).toBeGreaterThan(0);
    const orders = lossy.orders();
    const stored = await mustBeEqual(shop, orders);
    const statuses = new Map<unknown, number>();
    for (const { body, state: meaning } of orders) {
      const orderId = Number(body.external_id);
      const states = [...(arrivals.get(orderId) ?? []), { state: lastStates.get(orderId) ?? 0, meaning }];
      const status = stored.get(body.external_id)?.["status"];
      expect([orderId, status]).toEqual([orderId, expectedStatus(states)]);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].toSorted()).toEqual(expect.arrayContaining(["Cancelled", "New"]));
    console.info(
      `${name}: ${ORDERS} orders (${[...statuses].map(([status, count]) => `${count} ${String(status)}`).join(", ")}), ${gaps} gaps; ` +
        `${durations.length} deliveries, response in ms: p50 ${percentile(durations, 0.5)}, p99 ${percentile(durations, 0.99)}`,
    );
  }, 1_800_000);
});
