import type { Change } from "../../model/change.ts";
import type { SentAmounts, SentItem, SentOrder } from "../../model/create.ts";
import { NOW, type Order } from "../../model/order.ts";
import { sumsOf } from "../../model/totals.ts";
import type { ItemPatch } from "../../model/update.ts";

/** Random changes of an order. */

export const CURRENCIES = ["JPY", "KWD", "VND", "USD", "EUR"];

/** Products with a cost in one currency. Items have their SKUs also in lower case, because SKUs match in any letter case. */
export const PRODUCTS = CURRENCIES.map((currency, index) => ({ sku: `Sku-${currency}`, currency, cost: BigInt(index * 12_345 + 1) }));

/** "waiting for Ann" is a custom status. In this and the other lists, what occurs more than once is drawn more often. */
const ITEM_STATUSES =
  "New/Need Design/Sent to Supplier/In Production/On Hold/Reprint/waiting for Ann/Shipped/Shipped/Delivered/Delivered/Cancelled/Cancelled/Refunded/Refunded".split(
    "/",
  );
const ORDER_STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"];
const FULFILLMENT_STATUSES = [
  "label_created",
  "in_transit",
  "in_transit",
  "delivered",
  "exception",
  "lost",
  "returned_to_sender",
  "cancelled",
];

const REPORTED_STATUSES = [
  ...FULFILLMENT_STATUSES,
  "in_transit",
  "out_for_delivery",
  "available_for_pickup",
  "delivery_attempted",
  "delivered",
  "delivered",
  "unknown",
];
const SUPPLIERS = ["Acme", "Hà Nội Print", null];

/** Carriers report times on some days, in any order. */
const FIRST_REPORT = Date.parse("2026-01-31T00:00:00Z");
const REPORT_HOURS = 5 * 24;
const HOUR_MS = 3_600_000;

export class Draw {
  readonly #random: () => number;
  constructor(random: () => number) {
    this.#random = random;
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  of<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("Nothing to draw from.");
    return value;
  }

  /** A field that is sent in a share of the cases. */
  maybe<Name extends string, Value>(name: Name, share: number, value: () => Value): { [K in Name]?: Value } {
    return (this.chance(share) ? { [name]: value() } : {}) as { [K in Name]?: Value };
  }

  /** An amount up to a limit, with all four decimal places, in cents, or whole. */
  upTo(limit: bigint): bigint {
    const amount = BigInt(Math.floor(this.#random() * Number(limit + 1n)));
    const unit = this.of([1n, 1n, 100n, 10_000n]);
    return (amount / unit) * unit;
  }

  /** Mostly ordinary amounts, sometimes 0, a fraction of a cent, or as large as in VND. */
  amount(): bigint {
    return this.upTo(this.of([0n, 99n, 50_000n, 5_000_000n, 5_000_000n, 5_000_000n, 90_000_000_000n, 40_000_000_000_000n]));
  }

  currency(): string {
    return this.of(CURRENCIES);
  }
}

const quantity = (draw: Draw): bigint => BigInt(draw.of([1, 1, 1, 2, 3, 7]));
const cost = (draw: Draw): bigint | null => (draw.chance(0.2) ? null : draw.amount());

/** The tax of a line or an order: at most a share of its amount. */
const taxOf = (draw: Draw, whole: bigint): bigint => draw.upTo(whole > 0n ? whole / draw.of([4n, 10n]) : 0n);

function item(draw: Draw, currency: string, externalId: string | undefined): SentItem {
  const sent = { quantity: quantity(draw), price: draw.chance(0.03) ? -draw.upTo(50_000n) : draw.amount() };
  return {
    ...(externalId !== undefined && { externalId }),
    ...(draw.chance(0.8) ? sent : { price: sent.price }),
    ...draw.maybe("cost", 0.6, () => cost(draw)),
    ...draw.maybe("tax", 0.3, () => (draw.chance(0.2) ? null : taxOf(draw, sent.price * sent.quantity))),
    ...draw.maybe("sku", 0.4, () => (draw.chance(0.7) ? `sku-${currency}` : draw.of(PRODUCTS).sku)),
    ...draw.maybe("status", 0.2, () => draw.of(ITEM_STATUSES)),
  };
}

/** Amounts and flags of a request about an order with this total. */
function amounts(draw: Draw, share: number, total: bigint): SentAmounts {
  const tax = draw.maybe("tax", share, () => taxOf(draw, total));
  const refund = draw.maybe("refund", share / 2, () => (draw.chance(0.2) ? null : draw.upTo(total > 0n ? total + total / 9n : 10n)));
  // The refund is sometimes a little more than the total, which only a shop may send (onImplausible). Its tax is sometimes a little more than
  // the smaller one of the tax and the refund, which is rejected.
  const limit = (tax.tax ?? total / 20n) < (refund.refund ?? 0n) ? (tax.tax ?? total / 20n) : (refund.refund ?? 0n);
  return {
    ...draw.maybe("shipping", share, () => draw.upTo(200_000n)),
    ...draw.maybe("fees", share / 2, () => (draw.chance(0.3) ? null : draw.upTo(50_000n))),
    ...draw.maybe("discount", share, () => draw.upTo(total > 0n ? total / draw.of([1n, 4n, 10n]) : 100n)),
    ...tax,
    ...draw.maybe("taxesIncluded", share / 2, () => draw.of([true, false, null])),
    ...refund,
    ...draw.maybe("refundTax", share / 4, () => (draw.chance(0.2) ? null : draw.upTo(limit > 0n ? limit + limit / 9n : 1n))),
    ...draw.maybe("isRefunded", share / 8, () => draw.of([true, false, null])),
    ...draw.maybe("requiresAudit", share / 3, () => draw.of([true, false, false, null])),
  };
}

/** Adds a subtotal and a total to amounts: correct ones, or any. */
function withTotals(draw: Draw, sent: SentAmounts, share: number, subtotal: bigint): SentAmounts {
  const own = draw.maybe("subtotal", share / 3, () => (draw.chance(0.5) ? subtotal : subtotal + draw.upTo(30_000n)));
  const { tax = 0n, shipping = 0n, fees = null, discount = 0n, taxesIncluded = null } = sent;
  const sums = sumsOf({ subtotal: own.subtotal ?? subtotal, tax, shipping, fees, discount }, taxesIncluded);
  return { ...sent, ...own, ...draw.maybe("total", share / 2, () => (draw.chance(0.7) ? draw.of(sums) : draw.amount())) };
}

/** The sum of the lines of a request with their defaults. */
const linesTotal = (items: readonly SentItem[]): bigint => items.reduce((sum, { price, quantity: count = 1n }) => sum + price * count, 0n);

export function drawOrder(draw: Draw): SentOrder {
  const currency = draw.currency();
  const hasIds = draw.chance(0.7);
  const items = Array.from({ length: draw.of([1, 2, 2, 3, 4]) }, (_, index) => item(draw, currency, hasIds ? `i${index}` : undefined));
  const total = linesTotal(items);
  return {
    currency,
    ...draw.maybe("status", 0.3, () => draw.of(ORDER_STATUSES)),
    ...withTotals(draw, amounts(draw, 0.4, total), 0.4, total),
    items,
    ...draw.maybe("onImplausible", 0.2, () => "audit" as const),
  };
}

function ingest(draw: Draw, { items, currency }: Order, at: number): Change {
  const again = items.flatMap((stored): SentItem[] => {
    if (draw.chance(0.2)) return [];
    return [
      {
        ...(stored.externalId !== null && { externalId: stored.externalId }),
        price: draw.chance(0.7) ? stored.price : draw.amount(),
        ...draw.maybe("quantity", 0.4, () => (draw.chance(0.5) ? stored.quantity : quantity(draw))),
        ...draw.maybe("cost", 0.3, () => cost(draw)),
        ...draw.maybe("tax", 0.2, () => (draw.chance(0.2) ? null : taxOf(draw, stored.price * stored.quantity))),
        ...draw.maybe("sku", 0.1, () => draw.of(PRODUCTS).sku),
      },
    ];
  });
  const hasIds = items.some(({ externalId }) => externalId !== null);
  const added = again.length === 0 || draw.chance(0.2) ? [item(draw, currency, hasIds ? `n${at}` : undefined)] : [];
  const sent = [...again, ...added];
  const total = linesTotal(sent);
  const order = { currency, ...withTotals(draw, amounts(draw, 0.15, total), 0.3, total), items: sent };
  return { kind: "ingest", order: { ...order, ...draw.maybe("onImplausible", 0.3, () => "audit" as const) } };
}

function update(draw: Draw, order: Order): Change {
  const patches = order.items.flatMap((stored): [number, ItemPatch][] => {
    if (!draw.chance(order.items.length > 2 ? 0.3 : 0.5)) return [];
    const patch = {
      ...draw.maybe("quantity", 0.4, () => quantity(draw)),
      ...draw.maybe("price", 0.4, () => (draw.chance(0.3) ? stored.price : draw.amount())),
      ...draw.maybe("cost", 0.3, () => cost(draw)),
      ...draw.maybe("tax", 0.2, () => (draw.chance(0.3) ? null : taxOf(draw, stored.price * stored.quantity))),
    };
    return Object.keys(patch).length === 0 ? [] : [[stored.index, patch]];
  });
  const isAboutItems = draw.chance(0.5) && patches.length > 0;
  const total = order.total;
  const sent = isAboutItems && draw.chance(0.7) ? {} : withTotals(draw, amounts(draw, 0.3, total), 0.3, order.subtotal);
  const isEmpty = Object.keys(sent).length === 0 && !isAboutItems;
  return { kind: "update", amounts: isEmpty ? { shipping: order.shipping } : sent, items: new Map(isAboutItems ? patches : []) };
}

function fulfillment(draw: Draw, { items }: Order): Change {
  // The others happen to a fulfillment later.
  const status = draw.of(FULFILLMENT_STATUSES.slice(0, 5));
  const number = draw.maybe("trackingNumber", 0.6, () => draw.of(["a", "b"]));
  if (draw.chance(0.5)) return { kind: "fulfillment", status, ...number };
  const chosen = items.filter(() => draw.chance(0.6));
  const lines = (chosen.length === 0 ? [draw.of(items)] : chosen).map(({ index }) => ({
    item: index,
    ...draw.maybe("quantity", 0.6, () => BigInt(draw.of([1, 1, 2]))),
  }));
  return { kind: "fulfillment", status, ...number, lines };
}

function carrierReport(draw: Draw, numbers: readonly string[]): Change {
  return {
    kind: "carrier_report",
    // No fulfillment has the number c.
    trackingNumber: draw.chance(0.05) ? "c" : draw.of(numbers),
    status: draw.of(REPORTED_STATUSES),
    at: draw.chance(0.1) ? NOW : FIRST_REPORT + draw.below(REPORT_HOURS) * HOUR_MS,
  };
}

/** Some items of an order, by their positions. */
function someItems(draw: Draw, { items }: Order): number[] {
  const some = items.filter(() => draw.chance(0.4)).map(({ index }) => index);
  return some.length === 0 ? [draw.below(items.length)] : some;
}

/** A status of some items. Shipped and Delivered are set for one item only, because they are rejected for an item on hold, and not for others. */
function itemStatus(draw: Draw, order: Order): Change {
  const [items, status] = [someItems(draw, order), draw.of(ITEM_STATUSES)];
  return { kind: "item_status", items: status === "Shipped" || status === "Delivered" ? items.slice(0, 1) : items, status };
}

function newItem(draw: Draw, order: Order, at: number): Change {
  const { externalId } = draw.of(order.items);
  // Sometimes the id of another item, which is rejected.
  const id = externalId === null || draw.chance(0.1) ? (externalId ?? undefined) : `a${at}`;
  // The request that adds an item has no status.
  const { status: _status, ...added } = item(draw, order.currency, id);
  return { kind: "add_item", item: added };
}

/** Any change of an order that people and programs make. `at` is its number in the history of the order. */
export function drawChange(draw: Draw, order: Order, at: number): Change {
  // The kinds of changes have different shares: the thresholds are cumulative percentages.
  const roll = draw.below(100);
  const numbers = order.fulfillments.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  if (roll < 24) return update(draw, order);
  if (roll < 35) return ingest(draw, order, at);
  if (roll < 42) return newItem(draw, order, at);
  if (roll < 49) return { kind: "remove_item", item: draw.below(order.items.length) };
  if (roll < 66) return itemStatus(draw, order);
  if (roll < 73) return { kind: "order_status", status: draw.of(ORDER_STATUSES), hasReason: draw.chance(0.7) };
  if (roll < 75) return { kind: "order_supplier", supplier: draw.of(SUPPLIERS) };
  if (roll < 77) return { kind: "item_supplier", items: someItems(draw, order), supplier: draw.of(SUPPLIERS) };
  if (roll < 87 || order.fulfillments.length === 0) return fulfillment(draw, order);
  if (roll < 91 || numbers.length === 0)
    return { kind: "fulfillment_status", fulfillment: draw.below(order.fulfillments.length), status: draw.of(FULFILLMENT_STATUSES) };
  return carrierReport(draw, numbers);
}
