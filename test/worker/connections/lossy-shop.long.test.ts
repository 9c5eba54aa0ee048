import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MappedOrder, SourceState } from "../../../src/connections/platforms/adapter";
import { reconcile } from "../../../src/connections/reconcile/reconcile";
import { aShop, rows, type Shop } from "../../kit/client";
import { inForm, randomOf } from "../../kit/form";
import { inboxOf, processInbox } from "./fixtures";
import { aLossyShopify, aLossyWooCommerce, type LossyShop } from "./lossy-shops";

const ORDERS = inForm({ test: 60, long: 200, full: 2000 });
/** The queue of these tests does not process messages by itself, and an inbox that is full accepts no more. */
const PROCESSED_AT_ONCE = 500;
/** How many deliveries the shop signs with a wrong secret, and how many it leaves out before its webhook is enabled again. */
const WRONGLY_SIGNED = 8;
const DISABLED = Math.floor(ORDERS / 20);

afterEach(() => vi.restoreAllMocks());

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

/** What a shop has to deliver: 5% are lost, 5% are repeated, and every fifth is late. Returns the last state of each order too. */
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
      const at = second + (random() < 0.2 ? Math.floor(random() * 200) : 0);
      const delivery = { orderId, state, payload, event: `${orderId}/${state}`, at, retries: 0 };
      if (chance >= 0.05) deliveries.push(delivery);
      if (chance > 0.95) deliveries.push({ ...delivery, at: at + 3 });
    }
  }
  return { deliveries: deliveries.toSorted((a, b) => a.at - b.at), lastStates };
}

/** The states of orders as they arrived, and what each meant for the order. */
type Arrivals = Map<number, { state: number; meaning: SourceState }[]>;

/** Delivers all, as the platform does. Returns the states that have arrived, and how long each response took, in ms. */
async function deliverAll(shop: Shop, lossy: LossyShop, deliveries: readonly Delivery[]) {
  const waiting = [...deliveries];
  const arrivals: Arrivals = new Map();
  const durations: number[] = [];
  const wrongFrom = Math.floor(deliveries.length / 3);
  let [sent, failures, left] = [0, 0, 0];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { orderId, state, payload, event, retries } = next;
    if (lossy.disables && failures >= 5 && left < DISABLED) {
      left += 1;
      continue;
    }
    const isWrong = sent >= wrongFrom && sent < wrongFrom + WRONGLY_SIGNED && retries === 0 && !(lossy.disables && left > 0);
    const to = isWrong ? { ...lossy.connection, secret: "another-secret-of-the-shop" } : lossy.connection;
    const started = performance.now();
    const { status } = await lossy.deliver(payload, event, to);
    durations.push(performance.now() - started);
    sent += 1;
    expect([event, status]).toEqual([event, isWrong ? 401 : 200]);
    failures = status === 200 ? 0 : failures + 1;
    if (status === 200) arrivals.set(orderId, [...(arrivals.get(orderId) ?? []), { state, meaning: meaningOf(lossy, payload) }]);
    else if (retries < lossy.retries) waiting.splice(20, 0, { ...next, retries: retries + 1 });
    if (sent % PROCESSED_AT_ONCE === 0) await processInbox(shop, lossy.connection);
  }
  await processInbox(shop, lossy.connection);
  return { arrivals, durations: durations.toSorted((a, b) => a - b), left };
}

function meaningOf({ adapter }: LossyShop, payload: unknown): SourceState {
  const mapped = adapter.map(payload);
  return mapped.kind === "order" ? mapped.order.state : "cancelled";
}

const NEW_STATUS: Readonly<Record<Exclude<SourceState, "unpaid">, string>> = { open: "New", complete: "Complete", cancelled: "Cancelled" };

/** The status by the documented map (docs/spec/connections.md#statuses): the first state decides, and then only a newer cancellation. */
function expectedStatus(states: readonly { state: number; meaning: SourceState }[]): string | null {
  let [status, newest]: [string | null, number] = [null, -1];
  for (const { state, meaning } of states) {
    if (state <= newest) continue;
    newest = state;
    if (status === null) status = meaning === "unpaid" ? null : NEW_STATUS[meaning];
    else if (meaning === "cancelled" && status === "New") status = "Cancelled";
  }
  return status;
}

type Health = Record<"gaps_found" | "gaps_filled" | "last_error" | "last_reconciled_at", unknown>;

/** Reconciles until all is read, however often the shop refuses. Returns the health, and how often it had to begin again. */
async function reconcileAll(shop: Shop, { connection }: LossyShop): Promise<{ health: Health; errors: number }> {
  for (let errors = 0; errors < ORDERS; errors += 1) {
    await reconcile(env, { id: connection.id, organization_id: shop.id }, Date.now() + 600_000);
    const health = (await shop.v2(`/connections/${connection.id}`)).body as Health;
    if (health.last_error === null && health.last_reconciled_at !== null) return { health, errors };
  }
  throw new Error("The reconciliation does not end.");
}

const AMOUNTS = new Set(["total_amount", "subtotal", "shipping_cost", "discount", "tax", "fees", "refund_amount", "price"]);

/** A field of the mapped order as it is stored. */
function storedValue(name: string, value: unknown): unknown {
  if (AMOUNTS.has(name)) return Math.round(Number(value) * 10_000);
  if (name === "date") return Date.parse(String(value));
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === "boolean" ? Number(value) : value;
}

const storedFields = (fields: object, omitted: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (omitted.includes(name) ? [] : [[name, storedValue(name, value)]])));

/** Compares every field that is mapped, of the order and its items, with what is stored. */
async function mustBeEqual(shop: Shop, orders: readonly MappedOrder[]): Promise<Map<string, Record<string, unknown>>> {
  const stored = await rows("select * from orders where organization_id = ?", shop.id);
  const items = Map.groupBy(
    await rows("select * from order_items where organization_id = ? order by id", shop.id),
    ({ order_id }) => order_id,
  );
  const byId = new Map(stored.map((row) => [String(row["external_id"]), row]));
  expect([byId.size, stored.length]).toEqual([ORDERS, ORDERS]);
  for (const { body, updatedAt } of orders) {
    const row = byId.get(body.external_id);
    // The status follows the map, and changes of it are judged by what happened before (docs/spec/connections.md#statuses).
    expect(row).toMatchObject({ ...storedFields(body, ["items", "status"]), source_updated_at: updatedAt });
    expect(items.get(row?.["id"])).toMatchObject(body.items.map((item) => storedFields(item, [])));
  }
  return byId;
}

const percentile = (sorted: readonly number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

describe.each([
  ["WooCommerce", aLossyWooCommerce],
  ["Shopify", aLossyShopify],
] as const)("%s", (name, open) => {
  it("loses, repeats, delays and reorders its webhooks, and its API fails: our orders equal its orders, and the gaps are exact", async () => {
    const shop = await aShop();
    const lossy = await open(shop);
    await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), lossy.connection.id);
    const { deliveries, lastStates } = planned(lossy, randomOf(`lossy ${name}`));
    const { arrivals, durations, left } = await deliverAll(shop, lossy, deliveries);
    // A webhook that was disabled delivers nothing, one that is retried loses nothing more.
    expect(left).toBe(lossy.disables ? DISABLED : 0);
    expect((await inboxOf(lossy.connection)).filter(({ status }) => status !== "processed")).toEqual([]);
    const gaps = [...lastStates].filter(([orderId, last]) => !(arrivals.get(orderId) ?? []).some(({ state }) => state === last)).length;
    expect(gaps).toBeGreaterThan(0);

    const { health, errors } = await reconcileAll(shop, lossy);
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
