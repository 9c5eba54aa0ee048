import type { OrgReader } from "../platform/db/org-db";
import type { StoredItem } from "./rows.sql.ts";
import { ITEM_TEXTS } from "./text-columns";
import type { IncomingItem, IncomingOrder } from "./ingest/incoming-order";
import { changedFieldNames, mergeItem, orderUpdate, type PlannedUpdate, type StoredParts } from "./ingest/ingest-changes";
import { copiedValues, itemsTotalOf, orderDate, orderValues, pick, storedValues, toBit } from "./ingest/ingest-values";
import { isLive } from "./items/item-status";
import { MONEY_FIELDS, totalsWarnings } from "./order-amounts";
import { recordOf } from "../platform/values/record";

/** A patch of an order. An absent field does not change, and null clears it. Its status, store and items cannot be patched. */
export type OrderPatch = Omit<IncomingOrder, "store" | "external_id" | "status" | "items">;

/** A patch of an item. Its status, quantity and price cannot be patched. */
export type ItemPatch = Omit<IncomingItem, "external_id" | "status" | "quantity" | "price" | "name"> & { name?: string | undefined };

/** A patch of an order, of one of its items, or of several by id. `hash` replaces the order's payload hash. */
interface Patches {
  order?: OrderPatch;
  item?: { id: number; patch: ItemPatch };
  items?: ReadonlyMap<number, ItemPatch>;
  hash?: string;
}

/** Applies a patch to an order, or to its items. Returns null if nothing changes. */
export function amendOrder(
  org: OrgReader,
  stored: StoredParts,
  { order: patch = {}, item, items: itemPatches = new Map(), hash }: Patches,
): PlannedUpdate | null {
  const { order } = stored;
  const copied = copiedValues(org, order.store_id, orderDate(org, patch, order));
  const items = stored.items.map((row) => {
    const unpatched = { ...storedValues(row), ...copied, ...(patch.date === undefined && { order_day: row.order_day }) };
    const itemPatch = row.id === item?.id ? item.patch : itemPatches.get(row.id);
    return mergeItem(itemPatch === undefined ? unpatched : { ...unpatched, ...patchedValues(org, row, itemPatch) }, row);
  });
  const all = items.map(({ values }) => values);

  // `taxes_included` decides how the total is computed, so a change of it computes the total again.
  const { taxes_included: included } = patch;
  const changesTaxesIncluded = typeof included === "boolean" && Number(included) !== order.taxes_included;
  const changesAmounts = changesTaxesIncluded || [...MONEY_FIELDS, "fees" as const].some((name) => patch[name] !== undefined);
  const storedTotals = { subtotal: order.subtotal, ...(!changesAmounts && { total_amount: order.total_amount }) };
  const incoming = { ...storedTotals, ...patch, store: "", external_id: order.external_id, items: [] };
  const { values, totalsMatch } = orderValues(org, incoming, {
    store: { id: order.store_id, currency: order.currency },
    items: all,
    // A patched subtotal may be the sum of all items or of the live ones.
    itemsTotals: patch.subtotal === undefined ? [] : [all, all.filter(({ status }) => isLive(status))].map(itemsTotalOf),
    hash: hash ?? order.source_hash,
    sourceUpdatedAt: order.source_updated_at,
    stored: order,
  });
  // Amounts that this patch does not change were checked when they were written.
  if (!changesAmounts) values.requires_audit = pick(toBit(patch.requires_audit), order.requires_audit);

  const patchedItem = items.find(({ storedItem }) => storedItem?.id === item?.id);
  const itemFields = patchedItem?.storedItem === undefined ? [] : changedFieldNames(patchedItem.values, patchedItem.storedItem);
  const changesItems = items.some(({ changed, storedItem }) => changed && storedItem !== undefined && itemPatches.has(storedItem.id));
  const changedFields = [
    ...changedFieldNames(values, order),
    ...itemFields.map((name) => `items.${name}`),
    ...(changesItems ? ["items"] : []),
  ];
  if (changedFields.length === 0) return null;
  return {
    warnings: totalsWarnings(totalsMatch || !changesAmounts),
    update: orderUpdate(org, stored, { values, items, changedFields, itemId: item?.id ?? null }),
  };
}

/** The item's fields after the patch, with its next version and update time. */
function patchedValues(org: OrgReader, stored: StoredItem, patch: ItemPatch) {
  return {
    name: patch.name ?? stored.name,
    cost: pick(patch.cost, stored.cost),
    is_gift: pick(toBit(patch.is_gift), stored.is_gift),
    ...recordOf(ITEM_TEXTS, (text) => pick(patch[text], stored[text])),
    version: stored.version + 1,
    updated_at: org.now,
  };
}
