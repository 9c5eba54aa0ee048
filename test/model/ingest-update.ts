import { assertLinesInRange, type Catalog, newItem, type SentItem, type SentOrder, suppliedCost } from "./create.ts";
import { fulfilledQuantity } from "./fulfillments.ts";
import { type ChangedItem, withLineTax } from "./line-tax.ts";
import { isLive, type Item, type Order, pick, Rejected } from "./order.ts";
import { isFinal, removed, withChanges } from "./update.ts";

/** docs/spec/orders.md#ingest-update */

/** Pairs sent items with stored ones by external id; those with the same one, or none, by their position. */
function pairItems(sent: readonly SentItem[], stored: readonly Item[]): { pairs: [SentItem, Item | undefined][]; dropped: Item[] } {
  const left = [...stored];
  const pairs = sent.map((item): [SentItem, Item | undefined] => {
    const at = left.findIndex(({ externalId }) => externalId === (item.externalId ?? null));
    return [item, at === -1 ? undefined : left.splice(at, 1)[0]];
  });
  return { pairs, dropped: left };
}

/** A stored item that its source sends again. Its status stays. */
function sentAgain(before: Item, sent: SentItem, { currency, catalog }: { currency: string; catalog: Catalog }): Item {
  const sku = sent.sku ?? before.sku;
  // A product supplies an item only if its SKU changes, ignoring case.
  const supplied =
    sku?.toLowerCase() !== before.sku?.toLowerCase() && sent.cost === undefined && before.cost === null
      ? suppliedCost({ ...before, sku }, currency, catalog)
      : undefined;
  const cost = supplied ?? pick(sent.cost, before.cost);
  return { ...before, sku, quantity: sent.quantity ?? before.quantity, price: sent.price, cost, isRemoved: false };
}

/** POST /orders with a known external id and `on_conflict: update`. */
export function ingestUpdate(stored: Order, sent: SentOrder, catalog: Catalog): Order {
  const { pairs, dropped } = pairItems(sent.items, stored.items);
  const isOfShop = sent.onImplausible === "audit";
  const context = { currency: stored.currency, catalog };
  let next = stored.items.length;
  let isBelow = false;
  const changed = pairs.map(([item, before]): ChangedItem => {
    if (before === undefined) return { before: null, after: newItem(item, next++, context), sentTax: item.tax };
    const after = sentAgain(before, item, context);
    isBelow ||= after.quantity !== before.quantity && after.quantity < fulfilledQuantity(stored, before.index);
    return { before, after, sentTax: item.tax };
  });
  assertLinesInRange(changed.map(withLineTax));
  if (isBelow && !isOfShop) throw new Rejected(409, "quantity_fulfilled");
  const left = dropped.flatMap((before): ChangedItem[] => {
    if (isFinal(before)) return [];
    const fulfilled = fulfilledQuantity(stored, before.index);
    if (fulfilled === 0n) return [{ before, after: removed(before), sentTax: undefined }];
    // Only what is in fulfillments is kept.
    return isLive(before) && fulfilled < before.quantity ? [{ before, after: { ...before, quantity: fulfilled }, sentTax: undefined }] : [];
  });
  const order = withChanges(stored, { amounts: sent, items: [...changed, ...left], sumsUp: true, isOfShop });
  return isBelow ? { ...order, requiresAudit: true } : order;
}
