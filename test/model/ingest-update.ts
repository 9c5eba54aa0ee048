import { assertLinesInRange, type Catalog, newItem, type SentItem, type SentOrder, suppliedCost } from "./create.ts";
import { fulfilledQuantity } from "./fulfillments.ts";
import { type ChangedItem, withLineTax } from "./line-tax.ts";
import { isLive, type Item, type Order, pick, Rejected } from "./order.ts";
import { isFinal, removedItem, withChanges } from "./update.ts";

/** docs/spec/orders.md#ingest-update */

/** Pairs sent items with stored ones by external id; those with the same one, or none, by their position. */
function pairItems(sent: readonly SentItem[], stored: readonly Item[]): { pairs: [SentItem, Item | undefined][]; dropped: Item[] } {
  const unpaired = [...stored];
  const pairs = sent.map((item): [SentItem, Item | undefined] => {
    const at = unpaired.findIndex(({ externalId }) => externalId === (item.externalId ?? null));
    return [item, at === -1 ? undefined : unpaired.splice(at, 1)[0]];
  });
  return { pairs, dropped: unpaired };
}

/** A stored item that its source sends again. Its status stays. */
function mergedItem(before: Item, sent: SentItem, { currency, catalog }: { currency: string; catalog: Catalog }): Item {
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
  let nextIndex = stored.items.length;
  let isBelowFulfilled = false;
  const changed = pairs.map(([item, before]): ChangedItem => {
    if (before === undefined) return { before: null, after: newItem(item, nextIndex++, context), sentTax: item.tax };
    const after = mergedItem(before, item, context);
    isBelowFulfilled ||= after.quantity !== before.quantity && after.quantity < fulfilledQuantity(stored, before.index);
    return { before, after, sentTax: item.tax };
  });
  assertLinesInRange(changed.map(withLineTax));
  if (isBelowFulfilled && !isOfShop) throw new Rejected(409, "quantity_fulfilled");
  const changedByDropping = dropped.flatMap((before): ChangedItem[] => {
    if (isFinal(before)) return [];
    const fulfilled = fulfilledQuantity(stored, before.index);
    if (fulfilled === 0n) return [{ before, after: removedItem(before), sentTax: undefined }];
    // Only what is in fulfillments is kept. A cancelled item keeps its quantity.
    return isLive(before) && fulfilled < before.quantity ? [{ before, after: { ...before, quantity: fulfilled }, sentTax: undefined }] : [];
  });
  const order = withChanges(stored, { amounts: sent, items: [...changed, ...changedByDropping], sumsUp: true, isOfShop });
  // What a shop adds to an order that has left is to be shipped.
  const hasLeft = stored.status === "Shipped" || stored.status === "Complete";
  const isAddedLate = isOfShop && hasLeft && changed.some(hasMoreUnits);
  return isBelowFulfilled || isAddedLate ? { ...order, requiresAudit: true } : order;
}

function hasMoreUnits({ before, after }: ChangedItem): boolean {
  if (before !== null && before.isRemoved && !after.isRemoved) return true;
  return isLive(after) && (before === null || after.quantity > before.quantity);
}
