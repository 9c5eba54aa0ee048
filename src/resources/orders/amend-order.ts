import type { OrgReader } from "../../platform/db/org-db";
import type { AuditReason } from "./audit-reasons";
import type { StoredItem } from "./rows.sql.ts";
import type { ItemValues } from "./ingest/row-values.sql.ts";
import { ITEM_TEXTS } from "./text-columns";
import type { IncomingItem, IncomingOrder } from "./ingest/incoming-order";
import { completeItem } from "./ingest/catalog-fields";
import { assertOrderItemCount, lineChanges, orderUpdate, type PlannedUpdate, type FulfilledParts } from "./ingest/ingest-changes";
import {
  copiedValues,
  goodsColumns,
  itemsTotalOf,
  itemValues,
  mergedTexts,
  orderDate,
  orderValues,
  pick,
  removedItem,
  storedValues,
  toBit,
} from "./ingest/ingest-values";
import { isLive } from "./items/item-status";
import { statusColumns } from "./items/progress.sql.ts";
import { type ItemUnits, refundedUnits } from "./items/units-left";
import { type MergedItem, mergeItem, withStatusOfUnits } from "./ingest/merged-item";
import { lineTax } from "./line-tax";
import { MONEY_FIELDS, totalsWarnings } from "./order-amounts";
import { Catalog } from "../products/catalog";

/** A patch of an order. An absent field does not change, and null clears it. Its status, store and items cannot be patched. */
export type OrderPatch = Omit<IncomingOrder, "store" | "external_id" | "status" | "items">;

export type ItemPatch = Omit<IncomingItem, "external_id" | "status" | "price" | "name"> & {
  name?: string | undefined;
  price?: number | undefined;
};

/** The refunded units of an item after a refund, and whether it becomes Refunded. */
export type ItemRefund = Pick<ItemUnits, "cancelled_quantity" | "refunded_quantity"> & { isRefunded: boolean };

/** A patch of an order, or a change of its items. `hash` replaces its `source_hash`, if a payload that is ingested has the patch. */
interface Patches {
  order?: OrderPatch;
  /** The patch of one item, by its id, or its removal from the order. */
  item?: { id: number; patch: ItemPatch | "remove" };
  /** The patches of several items, by their ids. */
  items?: ReadonlyMap<number, ItemPatch>;
  newItem?: IncomingItem;
  /** What is refunded of items, by their ids. */
  refunded?: ReadonlyMap<number, ItemRefund>;
  /** The products with which `newItem` is completed. */
  catalog?: Catalog;
  hash?: string;
  /** Why the order needs an audit. */
  reasons?: readonly AuditReason[];
}

/** Applies a patch to an order, or changes its items. Returns null if nothing changes. */
export function amendOrder(org: OrgReader, stored: FulfilledParts, patches: Patches): PlannedUpdate | null {
  const { order } = stored;
  const { order: patch = {}, item, hash = order.source_hash, reasons = [] } = patches;
  const items = amendedItems(org, stored, patches);
  const lines = lineChanges(order.tax, items);
  const all = items.map(({ values }) => values);
  // The subtotal, the tax and the total follow the items (docs/spec/orders.md#changed-items). The stored total stays if nothing of it changes.
  const changesTotal = lines.changesLines || lines.taxChange.difference !== 0 || IN_TOTAL.some((name) => patch[name] !== undefined);
  const subtotal = order.subtotal + itemsTotalChange(items);
  const totals = changesTotal ? { subtotal } : { subtotal, total_amount: order.total_amount };
  // No patch has a store or items: `orderValues` takes these from its context.
  const incoming = { ...totals, ...patch, store: "", external_id: order.external_id, items: [] };
  const { values, totalsMatch } = orderValues(org, incoming, {
    ...lines,
    store: { id: order.store_id, currency: order.currency },
    items: all,
    itemsTotals: patch.subtotal === undefined ? [] : itemsOfPatchedSubtotal(all).map(itemsTotalOf),
    hash,
    sourceUpdatedAt: order.source_updated_at,
    stored: order,
    reasons,
  });
  const update = orderUpdate(org, stored, { values, items, itemId: item?.id ?? null });
  return update.changedFields.length === 0 ? null : { update, warnings: totalsWarnings(totalsMatch) };
}

const IN_TOTAL = [...MONEY_FIELDS, "fees", "taxes_included"] as const;

function amendedItems(org: OrgReader, { order, items, fulfilledOf }: FulfilledParts, patches: Patches): MergedItem[] {
  const { order: patch = {}, item, items: itemPatches, newItem, refunded, catalog = new Catalog() } = patches;
  const copiedColumns = copiedValues(order.store_id, orderDate(org, patch, order));
  const amended = items.map((row) => {
    const itemPatch = row.id === item?.id ? item.patch : itemPatches?.get(row.id);
    const changed = itemPatch === undefined ? {} : changedValues(org, row, itemPatch);
    const values = { ...storedValues(row), ...copiedColumns, ...changed, ...refundedValues(org, row, refunded?.get(row.id)) };
    return mergeItem(withStatusOfUnits(values, row, fulfilledOf), row);
  });
  if (newItem !== undefined) {
    const context = { incoming: newItem, stored: undefined, currency: order.currency, catalog };
    amended.push(mergeItem(completeItem({ ...copiedColumns, ...itemValues(org, newItem) }, context), undefined));
  }
  assertOrderItemCount(amended.length, items.length);
  return amended;
}

/** By how much a change changes the total of the items. Throws 400 Bad Request if that exceeds the maximum total. */
function itemsTotalChange(items: readonly MergedItem[]): number {
  const changed = items.filter(({ values, storedItem }) =>
    (["price", "quantity", "is_removed"] as const).some((name) => values[name] !== storedItem?.[name]),
  );
  return itemsTotalOf(changed.map(({ values }) => values)) - itemsTotalOf(changed.flatMap(({ storedItem }) => storedItem ?? []));
}

/** The groups of items of which a patched subtotal may be the sum: those that were not removed, all, or the live ones. */
function itemsOfPatchedSubtotal(items: readonly ItemValues[]): (readonly ItemValues[])[] {
  return [items, items.map((item) => ({ ...item, is_removed: 0 as const })), items.filter(({ status }) => isLive(status))];
}

/** The item's fields after a refund of units, with its next version and update time. */
function refundedValues(org: OrgReader, { version, progress }: StoredItem, refund: ItemRefund | undefined) {
  if (refund === undefined) return {};
  const { isRefunded, ...units } = refund;
  return { ...units, ...(isRefunded && statusColumns("Refunded", progress)), version: version + 1, updated_at: org.now };
}

/** The item's fields after a patch or its removal, with its next version and update time. */
function changedValues(org: OrgReader, stored: StoredItem, patch: ItemPatch | "remove") {
  if (patch === "remove") {
    const { status, is_removed, version, updated_at } = removedItem(org, stored);
    return { status, is_removed, version, updated_at };
  }
  const line = { quantity: patch.quantity ?? stored.quantity, price: patch.price ?? stored.price };
  const name = patch.name ?? stored.name;
  return {
    name,
    ...goodsColumns(pick(toBit(patch.requires_shipping), stored.requires_shipping), name),
    ...line,
    ...refundedUnits(line.quantity, stored),
    tax: lineTax(patch.tax, line, stored),
    cost: pick(patch.cost, stored.cost),
    is_gift: pick(toBit(patch.is_gift), stored.is_gift),
    ...mergedTexts(ITEM_TEXTS, patch, stored),
    version: stored.version + 1,
    updated_at: org.now,
  };
}
