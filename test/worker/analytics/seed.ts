import * as fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { asOperator, type Shop } from "../../kit/client";
import { moment as momentNearEdges } from "../../kit/order-seed";
import type { Model, ModelExpense, ModelOrder, ModelStore } from "./model";

export const ZONES = [
  "UTC",
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Apia",
  "Africa/Casablanca",
] as const;

export const day = fc
  .oneof(
    fc.integer({ min: Date.parse("2025-08-01"), max: Date.parse("2026-07-31") }),
    // Around clock changes, ends of years and of February, and within one month, so that many dates coincide.
    fc.constantFrom(...["2025-10-05", "2025-11-02", "2026-01-01", "2026-02-15", "2026-03-01", "2026-03-29", "2026-04-05"].map(Date.parse)),
    fc.integer({ min: Date.parse("2026-03-01"), max: Date.parse("2026-03-31") }),
  )
  .map((at) => new Date(at).toISOString().slice(0, 10));

/** Times at or near the beginning of a day in some time zone, and any others. */
export const moment = fc.oneof(
  momentNearEdges,
  fc
    .tuple(day, fc.constantFrom(...ZONES), fc.constantFrom(-1, 0, 1, -1_800_000, 1_800_000, 3_600_000))
    .map(([text, zone, by]) => Temporal.PlainDate.from(text).toZonedDateTime(zone).epochMilliseconds + by),
  day.map((text) => Date.parse(text) + 43_200_000),
);

const units = (most: number) => fc.integer({ min: 0, max: most });
const CURRENCIES = ["USD", "USD", "EUR", "JPY", "KWD"] as const;
const STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] as const;

/** The values of an ingested order. Money is in units of 1/10,000. */
const values = fc.record({
  date: moment,
  currency: fc.constantFrom(...CURRENCIES),
  tax: units(200_000),
  shipping: units(100_000),
  discount: fc.oneof(fc.constant(0), units(400_000)),
  /** Sometimes totals that do not add up. */
  subtotal: fc.option(units(900_000), { freq: 4, nil: null }),
  total: fc.option(fc.integer({ min: -500_000, max: 900_000 }), { freq: 4, nil: null }),
  refund: fc.option(fc.oneof(units(300_000), fc.constantFrom(0, 900_000)), { nil: null }),
  /** The part of the refund that the source states as tax, as a share of the maximum. */
  refundTaxShare: fc.option(fc.constantFrom(0, 0.5, 1), { freq: 3, nil: null }),
  taxesIncluded: fc.constantFrom(null, true, false),
  isRefunded: fc.option(fc.boolean(), { nil: null }),
  items: fc.tuple(
    fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.integer({ min: -10_000, max: 500_000 }),
      cost: fc.option(units(200_000), { freq: 3, nil: null }),
    }),
    fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      price: units(500_000),
      cost: fc.option(units(200_000), { freq: 3, nil: null }),
    }),
  ),
});
type Values = typeof values extends fc.Arbitrary<infer T> ? T : never;

const drawnOrder = fc.record({
  store: fc.nat({ max: 2 }),
  status: fc.constantFrom(...STATUSES),
  // The first item is live three times out of four.
  live: fc.tuple(fc.constantFrom(true, true, true, false), fc.boolean()),
  values,
});
/** Which of an order's two items are live. */
type Live = readonly [first: boolean, second: boolean];

const drawnExpense = fc.record({
  store: fc.nat({ max: 3 }),
  currency: fc.constantFrom(...CURRENCIES),
  category: fc.constantFrom("payroll", "rent", "Advertising", "own words"),
  date: day,
  amount: fc.oneof(fc.constant(0), units(3_000_000)),
});

/** The status of the nth item. */
function statusOf(live: Live, nth: number): "New" | "Refunded" | "Cancelled" {
  const [isFirstLive, isSecondLive] = live;
  if (nth === 0) return isFirstLive ? "New" : "Refunded";
  return isSecondLive ? "New" : "Cancelled";
}

/** The refund_tax with which an order is sent. */
function refundTaxOf({ tax, refund, refundTaxShare }: Values): number | null {
  return refundTaxShare === null ? null : Math.floor(Math.min(tax, refund ?? 0) * refundTaxShare);
}

const amount = (of: number | null): number | null => (of === null ? null : of / 10_000);

function orderBodyOf(store: ModelStore, id: string, given: Values, live: Live, status?: string) {
  const { items, ...order } = given;
  return {
    store: store.id,
    external_id: id,
    // A refund may exceed the total.
    on_implausible: "audit",
    ...(status !== undefined && { status }),
    date: new Date(order.date).toISOString(),
    currency: order.currency,
    tax: amount(order.tax),
    shipping_cost: amount(order.shipping),
    discount: amount(order.discount),
    ...(order.subtotal !== null && { subtotal: amount(order.subtotal) }),
    ...(order.total !== null && { total_amount: amount(order.total) }),
    taxes_included: order.taxesIncluded,
    refund_amount: amount(order.refund),
    refund_tax: amount(refundTaxOf(given)),
    is_refunded: order.isRefunded,
    items: items.map(({ quantity, price, cost }, nth) => ({
      external_id: String(nth),
      name: "Mug",
      quantity,
      price: amount(price),
      cost: amount(cost),
      status: statusOf(live, nth),
    })),
  };
}

function modelOrderOf(store: ModelStore, given: Values, live: Live, status: string): ModelOrder {
  const { items, ...order } = given;
  const subtotal = order.subtotal ?? items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const refundTax = refundTaxOf(given);
  const total = order.total ?? subtotal + order.shipping - order.discount + (order.taxesIncluded === true ? 0 : order.tax);
  return {
    storeId: store.id,
    currency: order.currency,
    status,
    date: order.date,
    total: BigInt(total),
    subtotal: BigInt(subtotal),
    tax: BigInt(order.tax),
    shipping: BigInt(order.shipping),
    discount: BigInt(order.discount),
    refund: BigInt(order.refund ?? 0),
    refundTax: refundTax === null ? null : BigInt(refundTax),
    isRefunded: order.isRefunded === true,
    items: items.map(({ quantity, cost }, nth) => ({
      quantity,
      cost: cost === null ? null : BigInt(cost),
      status: statusOf(live, nth),
      isSent: false,
    })),
  };
}

/** The response to a request that must succeed. */
async function requireSuccess<T extends { status: number; text: string }>(response: Promise<T>): Promise<T> {
  const { status, text } = await response;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return await response;
}

/** Creates so many orders and expenses in a shop, always the same ones, and returns the model of them. */
export async function seed(shop: Shop, timezone: string, counts: { orders: number; expenses: number }): Promise<Model> {
  const createStore = (name: string, code: string | null): Promise<ModelStore> =>
    asOperator(`/organizations/${shop.id}/stores`, { name, code, platform: "custom" });
  const stores: ModelStore[] = [{ ...shop.store, code: "gift" }, await createStore("Zeta", "Alpha"), await createStore("alpha", null)];
  const storeAt = (index: number): ModelStore | undefined => stores[index];
  const at = (index: number): ModelStore => storeAt(index) ?? { ...shop.store, code: "gift" };

  const drawn = fc.sample(drawnOrder, { seed: 7, numRuns: counts.orders });
  const body = { orders: drawn.map((one, n) => orderBodyOf(at(one.store), `o-${n}`, one.values, one.live, one.status)) };
  await requireSuccess(shop.v2("/orders/bulk", { body }));

  const drawnExpenses = fc.sample(drawnExpense, { seed: 8, numRuns: counts.expenses });
  const bodies = drawnExpenses.map((one) => ({
    category: one.category,
    amount: amount(one.amount),
    currency: one.currency,
    date: one.date,
    store_id: storeAt(one.store)?.id ?? null,
  }));
  await requireSuccess(shop.v1("/expenses/bulk", { body: { expenses: bodies } }));
  return {
    timezone,
    stores,
    orders: drawn.map((one) => modelOrderOf(at(one.store), one.values, one.live, one.status)),
    expenses: drawnExpenses.map((one): ModelExpense => ({
      storeId: storeAt(one.store)?.id ?? null,
      currency: one.currency,
      isPayroll: one.category === "payroll",
      date: one.date,
      amount: BigInt(one.amount),
    })),
  };
}

/** Changes the rows of `seed` and the model: updates orders, sets statuses, changes and deletes expenses. */
export async function change(shop: Shop, model: Model): Promise<void> {
  const drawn = fc.sample(drawnOrder, { seed: 7, numRuns: model.orders.length });
  const updates = fc.sample(values, { seed: 9, numRuns: Math.ceil(model.orders.length / 3) });
  const orders = updates.map((update, nth) => {
    // An update with neither a total nor taxes_included keeps the stored taxes_included, which the model would have to store too.
    const changed = update.total === null && update.taxesIncluded === null ? { ...update, taxesIncluded: false } : update;
    const n = nth * 3;
    const [before, first] = [model.orders[n], drawn[n]];
    const store = model.stores.find(({ id }) => id === before?.storeId);
    if (before === undefined || first === undefined || store === undefined) throw new Error("no such order");
    model.orders[n] = modelOrderOf(store, changed, first.live, before.status);
    return orderBodyOf(store, `o-${n}`, changed, first.live);
  });
  await requireSuccess(shop.v2("/orders/bulk", { body: { orders, on_conflict: "update" } }));

  for (const [n, order] of model.orders.entries()) {
    if (n % 5 !== 1 || order.status === "Complete") continue;
    const [found] = (await requireSuccess(shop.v2(`/orders?external_id=o-${n}`))).body.data;
    // It is about to be cancelled.
    if (order.status === "In Production" || order.status === "Shipped") {
      for (const item of order.items) item.isSent ||= item.status !== "Cancelled";
    }
    order.status = order.status === "Cancelled" ? "New" : "Cancelled";
    await requireSuccess(shop.v2(`/orders/${found.id}/status`, { body: { status: order.status, reason: "a test" } }));
  }

  const { data } = (await requireSuccess(shop.v1("/expenses?sort=id:asc&page_size=200"))).body;
  const kept = model.expenses.slice();
  for (const [n, expense] of kept.entries()) {
    const path = `/expenses/${data[n].id}`;
    if (n % 4 === 0) {
      await requireSuccess(shop.v1(path, { method: "DELETE" }));
      model.expenses.splice(model.expenses.indexOf(expense), 1);
    } else if (n % 4 === 1) {
      const [amountNow, date] = [expense.amount + 12_345n, "2026-03-09"];
      await requireSuccess(
        shop.v1(path, { method: "PUT", body: { amount: Number(amountNow) / 10_000, date, store_id: null, category: "payroll" } }),
      );
      Object.assign(expense, { amount: amountNow, date, storeId: null, isPayroll: true });
    }
  }
}
