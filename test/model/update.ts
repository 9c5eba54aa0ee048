import { areImplausible } from "./audit.ts";
import { assertInRange, type Catalog, newItem, type SentAmounts, type SentItem } from "./create.ts";
import { fulfilledQuantity } from "./fulfillments.ts";
import { type ChangedItem, taxDifference, withLineTax } from "./line-tax.ts";
import { inSubtotal, isLive, type Item, type Order, pick, Rejected } from "./order.ts";
import { withRefund } from "./refund.ts";
import { computedTotal } from "./totals.ts";
import { sum } from "./units.ts";

/** A patch of an item. An absent field does not change. */
export type ItemPatch = Partial<Pick<SentItem, "quantity" | "price" | "cost" | "tax">>;

/** The statuses that an item keeps when it leaves the order. */
const FINAL = new Set(["Shipped", "Delivered", "Refunded"]);
export const isFinal = ({ status }: Item): boolean => FINAL.has(status);

/** The changes of a request to an order. */
interface Changes {
  amounts: SentAmounts;
  items: readonly ChangedItem[];
  /** Whether a subtotal that is not sent is the sum of the items. Otherwise it changes by the difference. */
  sumsUp: boolean;
  isOfShop: boolean;
}

const AMOUNTS = ["subtotal", "tax", "shipping", "fees", "discount", "taxesIncluded"] as const;

/** The order after a change of its amounts and its items (docs/spec/orders.md#changed-items). */
export function withChanges(stored: Order, { amounts, items: changed, sumsUp, isOfShop }: Changes): Order {
  const after = new Map(changed.map((item) => [item.after.index, withLineTax(item)]));
  const items = [
    ...stored.items.map((item) => after.get(item.index) ?? item),
    ...changed.filter(({ before }) => before === null).map(withLineTax),
  ];
  const before = (item: Item) => (item.index < stored.items.length ? inSubtotal(stored.items[item.index] ?? item) : 0n);
  const taxes = taxDifference(stored.tax, stored.items, changed);
  const difference = sum(items.map((item) => inSubtotal(item) - before(item)));
  const changesLines = items.some((item) => inSubtotal(item) !== before(item)) || taxes.difference !== 0n;

  const subtotal = amounts.subtotal ?? (sumsUp ? sum(items.map(inSubtotal)) : stored.subtotal + difference);
  const parts = {
    subtotal,
    tax: amounts.tax ?? stored.tax + taxes.difference,
    shipping: amounts.shipping ?? stored.shipping,
    fees: pick(amounts.fees, stored.fees),
    discount: amounts.discount ?? stored.discount,
  };
  const taxesIncluded = pick(amounts.taxesIncluded, stored.taxesIncluded);
  const isComputed = changesLines || subtotal !== stored.subtotal || AMOUNTS.some((name) => amounts[name] !== undefined);
  const computed = isComputed ? computedTotal(parts, taxesIncluded, stored) : stored.total;
  const order: Order = {
    ...stored,
    ...parts,
    items,
    taxesIncluded,
    total: amounts.total ?? computed,
    isRefunded: pick(amounts.isRefunded, stored.isRefunded),
    requiresAudit: pick(amounts.requiresAudit, stored.requiresAudit),
  };
  assertInRange(order);
  // If the refund tax exceeds the tax after a change of the items, it is computed from then on.
  const limit = order.tax > 0n ? order.tax : 0n;
  const isObsolete = amounts.tax === undefined && (stored.refundTax ?? 0n) > limit;
  const refunded = withRefund(order, isObsolete ? { ...stored, refundTax: null } : stored, { ...amounts, isOfShop });
  const isShared = amounts.tax === undefined && taxes.shared !== 0n;
  const comparedOfPatch = amounts.subtotal === undefined ? "kept" : "sent";
  const compared = sumsUp ? "items" : comparedOfPatch;
  return isShared || areImplausible(refunded, { stored, subtotal: compared }) ? { ...refunded, requiresAudit: true } : refunded;
}

/** Throws if a patch of an item is not allowed (docs/spec/items.md#quantity-and-price). */
function assertPatch(item: Item, { quantity, price }: ItemPatch, order: Order): void {
  const changesQuantity = quantity !== undefined && quantity !== item.quantity;
  if (!changesQuantity && (price === undefined || price === item.price)) return;
  if (!isLive(item)) throw new Rejected(409, "item_not_live");
  if (changesQuantity && quantity < fulfilledQuantity(order, item.index)) throw new Rejected(409, "quantity_fulfilled");
}

/** PATCH of an order and of its items, by their positions. */
export function updateOrder(stored: Order, amounts: SentAmounts, patches: ReadonlyMap<number, ItemPatch>): Order {
  const items = stored.items.flatMap((before): ChangedItem[] => {
    const patch = patches.get(before.index);
    if (patch === undefined) return [];
    assertPatch(before, patch, stored);
    const { quantity = before.quantity, price = before.price } = patch;
    return [{ before, after: { ...before, quantity, price, cost: pick(patch.cost, before.cost) }, sentTax: patch.tax }];
  });
  return withChanges(stored, { amounts, items, sumsUp: false, isOfShop: false });
}

/** POST /orders/{id}/items (docs/spec/items.md#add-an-item). */
export function addItem(stored: Order, sent: SentItem, catalog: Catalog): Order {
  if (sent.externalId !== undefined && stored.items.some(({ externalId }) => externalId === sent.externalId)) {
    throw new Rejected(409, "external_id_taken");
  }
  const after = newItem(sent, stored.items.length, { currency: stored.currency, catalog });
  return withChanges(stored, { amounts: {}, items: [{ before: null, after, sentTax: sent.tax }], sumsUp: false, isOfShop: false });
}

/** An item that no longer belongs to the order. */
export const removedItem = (item: Item): Item => ({ ...item, isRemoved: true, status: isFinal(item) ? item.status : "Cancelled" });

/** DELETE /order-items/{id} (docs/spec/items.md#remove-an-item). */
export function removeItem(stored: Order, index: number): Order {
  const before = stored.items[index];
  if (before === undefined || before.status === "Cancelled") return stored;
  if (isFinal(before) || fulfilledQuantity(stored, index) > 0n) throw new Rejected(409, "item_not_removable");
  return withChanges(stored, {
    amounts: {},
    items: [{ before, after: removedItem(before), sentTax: undefined }],
    sumsUp: false,
    isOfShop: false,
  });
}

/** An update of several orders changes only the values that differ from those of GET (docs/spec/orders.md#bulk-updates). */
export function withoutUnchanged(stored: Order, update: { kind: "update"; amounts: SentAmounts; items: ReadonlyMap<number, ItemPatch> }) {
  const { refund } = update.amounts;
  // A refund tax belongs to the refund that it is sent with, also if it equals the tax in the last one.
  const changesRefund = refund !== undefined && refund !== stored.refund;
  const amounts = Object.fromEntries(
    Object.entries(update.amounts).filter(
      ([name, value]) => (name === "refundTax" && changesRefund) || stored[name as keyof Order] !== value,
    ),
  );
  const items = [...update.items].map(([index, patch]): [number, ItemPatch] => {
    const item = stored.items[index];
    const differs = Object.entries(patch).filter(([name, value]) => item?.[name as keyof Item] !== value);
    return [index, Object.fromEntries(differs)];
  });
  return { ...update, amounts: amounts as SentAmounts, items: new Map(items) };
}
