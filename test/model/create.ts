import { areImplausible } from "./audit.ts";
import { inSubtotal, isLive, type Item, lineTotal, type Order, Rejected } from "./order.ts";
import { type SentRefund, withRefund } from "./refund.ts";
import { withItemStatus } from "./status.ts";
import { computedTotal } from "./totals.ts";
import { isInRange, sum, type Units } from "./units.ts";

/** An item as a source sends it. An absent field is not sent. */
export interface SentItem {
  externalId?: string;
  quantity?: bigint;
  price: Units;
  cost?: Units | null;
  tax?: Units | null;
  sku?: string;
  status?: string;
}

/** The amounts and flags of a request. */
export interface SentAmounts extends Omit<SentRefund, "isOfShop"> {
  subtotal?: Units;
  tax?: Units;
  shipping?: Units;
  fees?: Units | null;
  discount?: Units;
  total?: Units;
  taxesIncluded?: boolean | null;
  isRefunded?: boolean | null;
  requiresAudit?: boolean | null;
}

/** An order as a source sends it. */
export interface SentOrder extends SentAmounts {
  currency: string;
  status?: string;
  items: readonly SentItem[];
  /** For what a shop states: a refund above the total, or a quantity below what is in fulfillments, is stored and audited, not rejected. */
  onImplausible?: "audit";
}

/** The costs of products by SKU (docs/spec/catalog.md#matching). */
export type Catalog = ReadonlyMap<string, { cost: Units; currency: string }>;

/** The cost that the product of an item supplies; undefined if there is none. */
export function suppliedCost(item: Pick<Item, "sku" | "status">, currency: string, catalog: Catalog): Units | undefined {
  const product = item.sku === null ? undefined : catalog.get(item.sku.toLowerCase());
  return product?.currency === currency && isLive(item) ? product.cost : undefined;
}

/** A new item of an order. */
export function newItem(sent: SentItem, index: number, { currency, catalog }: { currency: string; catalog: Catalog }): Item {
  const { externalId = null, quantity = 1n, price, tax = null, sku = null, status = "New" } = sent;
  const cost = sent.cost === undefined ? (suppliedCost({ sku, status }, currency, catalog) ?? null) : sent.cost;
  const stored = { index, externalId, quantity, price, cost, tax, sku, supplier: null };
  return withItemStatus({ ...stored, status, isRemoved: false, wasSent: false, wasShipped: false }, status);
}

/** Throws if an amount of a line is too large (docs/spec/amounts-and-figures.md#amounts). */
export function assertLinesInRange(items: readonly Item[]): void {
  if (!items.every((item) => isInRange(lineTotal(item)) && isInRange(item.tax ?? 0n))) throw new Rejected(400, "too_big");
}

/** Throws if an amount is too large. */
export function assertInRange({ items, subtotal, tax, total }: Pick<Order, "items" | "subtotal" | "tax" | "total">): void {
  const costs = items.map(({ cost, quantity }) => (cost ?? 0n) * quantity);
  assertLinesInRange(items);
  const amounts = [sum(items.map(inSubtotal)), sum(costs), subtotal, tax, total];
  if (!amounts.every(isInRange)) throw new Rejected(400, "too_big");
}

/** POST /orders. */
export function createOrder(sent: SentOrder, catalog: Catalog): Order {
  const { currency, taxesIncluded = null, fees = null, shipping = 0n, discount = 0n } = sent;
  const items = sent.items.map((item, index) => newItem(item, index, { currency, catalog }));
  const subtotal = sent.subtotal ?? sum(items.map(inSubtotal));
  const tax = sent.tax ?? sum(items.map((item) => item.tax ?? 0n));
  const parts = { subtotal, tax, shipping, fees, discount };
  const order: Order = {
    ...parts,
    total: sent.total ?? computedTotal(parts, taxesIncluded, null),
    currency,
    status: sent.status ?? "New",
    taxesIncluded,
    refund: null,
    refundTax: null,
    refundedTax: 0n,
    isRefunded: sent.isRefunded ?? null,
    requiresAudit: sent.requiresAudit ?? null,
    items,
    fulfillments: [],
  };
  assertInRange(order);
  const refunded = withRefund(order, null, { ...sent, isOfShop: sent.onImplausible === "audit" });
  return areImplausible(refunded, { stored: null, subtotal: "items" }) ? { ...refunded, requiresAudit: true } : refunded;
}

/** POST /orders/{id}/reprint (docs/spec/orders.md#reprints). */
export function reprintOf({ currency, items }: Order): Order {
  const reprinted = items.filter(isLive);
  if (reprinted.length === 0) throw new Rejected(400, "nothing_to_reprint");
  const sent = reprinted.map(({ quantity, cost, sku }): SentItem => ({ quantity, price: 0n, cost, ...(sku !== null && { sku }) }));
  const reprint = createOrder({ currency, items: sent }, new Map());
  return { ...reprint, items: reprint.items.map((item, index) => ({ ...item, supplier: reprinted[index]?.supplier ?? null })) };
}
