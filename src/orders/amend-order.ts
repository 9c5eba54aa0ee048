import type { OrderToUpdate } from "./ingest/write.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { StoredItem, StoredOrder } from "./rows.sql.ts";
import { ITEM_TEXTS } from "./text-columns";
import type { IncomingItem, IncomingOrder } from "./ingest/incoming-order";
import { changedFieldNames, orderUpdatedEvent } from "./ingest/ingest-changes";
import {
  affectsWords,
  itemsTotalOf,
  itemWords,
  orderDate,
  orderValues,
  orderWords,
  pick,
  storedValues,
  toBit,
} from "./ingest/ingest-values";
import { isLive } from "./items/item-status";
import { MONEY_FIELDS } from "./order-amounts";
import { recordOf } from "../platform/values/record";
import { dayNumber } from "../platform/values/zone";

/** A patch of an order. An absent field does not change, and null clears it. Its status, store and items cannot be patched. */
export type OrderPatch = Omit<IncomingOrder, "store" | "external_id" | "status" | "items">;

/** A patch of an item. Its status, quantity and price cannot be patched. */
export type ItemPatch = Omit<IncomingItem, "external_id" | "status" | "quantity" | "price" | "name"> & { name?: string | undefined };

/** A stored order with its items and the tracking numbers of its fulfillments. */
export interface AmendableOrder {
  order: StoredOrder;
  items: readonly StoredItem[];
  fulfillments: readonly { tracking_number: string | null }[];
}

/** Applies a patch to an order, or to one of its items. Returns null if nothing changes. `totalsMatch`: the patched amounts add up. */
export function amendOrder(
  org: OrgReader,
  { order, items, fulfillments }: AmendableOrder,
  patch: OrderPatch,
  item?: { id: number; patch: ItemPatch },
): { update: OrderToUpdate; totalsMatch: boolean } | null {
  const date = orderDate(org, patch, order);
  const day = dayNumber(date, org.organization.timezone);
  const rows = items.map((row) => {
    const redated = { ...storedValues(row), order_date: date, order_day: patch.date === undefined ? row.order_day : day };
    return { row, values: row.id === item?.id ? { ...redated, ...mergedItem(org, row, item.patch) } : redated };
  });
  const all = rows.map(({ values }) => values);

  // `taxes_included` defines which sum the total must be, so changing it computes the total again.
  const { taxes_included: included } = patch;
  const changesTaxesIncluded = typeof included === "boolean" && Number(included) !== order.taxes_included;
  const changesAmounts = changesTaxesIncluded || MONEY_FIELDS.some((name) => patch[name] !== undefined);
  const storedTotals = { subtotal: order.subtotal, ...(!changesAmounts && { total_amount: order.total_amount }) };
  const incoming = { ...storedTotals, ...patch, store: "", external_id: order.external_id, items: [] };
  const store = { id: order.store_id, currency: order.currency };
  // A patched subtotal may be the sum of all items or of the live ones.
  const itemsTotals = patch.subtotal === undefined ? [] : [all, all.filter(({ status }) => isLive(status))].map(itemsTotalOf);
  const merged = orderValues(org, incoming, store, { all, itemsTotals }, order.source_hash, order);
  const totalsMatch = merged.totalsMatch || !changesAmounts;
  // Amounts that this patch does not change were checked when they were written.
  const requiresAudit = changesAmounts ? merged.values.requires_audit : pick(toBit(patch.requires_audit), order.requires_audit);
  const values = { ...merged.values, requires_audit: requiresAudit ?? null };

  const orderFields = changedFieldNames(values, order);
  const itemFields = rows.flatMap(({ row, values: to }) =>
    row.id === item?.id ? changedFieldNames(to, row).map((name) => `items.${name}`) : [],
  );
  const changedFields = [...orderFields, ...itemFields];
  if (changedFields.length === 0) return null;

  const changedRows = rows.filter(({ row, values: to }) => changedFieldNames(to, row).length > 0);
  const reindexed = affectsWords(orderFields) ? rows.filter((row) => !changedRows.includes(row)) : [];
  return {
    totalsMatch,
    update: {
      id: order.id,
      itemId: item?.id ?? null,
      version: order.version,
      values,
      words: () =>
        orderWords(
          org,
          values,
          all,
          fulfillments.map(({ tracking_number }) => tracking_number),
        ),
      changedFields,
      updatedItems: changedRows.map(({ row, values: to }) => ({ id: row.id, values: to, words: () => itemWords(org, values, to) })),
      reindexedItems: reindexed.map(({ row, values: to }) => ({ id: row.id, words: () => itemWords(org, values, to) })),
      newItems: [],
      event: orderUpdatedEvent(org, order.id, values, changedFields),
    },
  };
}

/** The item's fields after the patch, with its next version and update time. */
function mergedItem(org: OrgReader, stored: StoredItem, patch: ItemPatch) {
  return {
    name: patch.name ?? stored.name,
    cost: pick(patch.cost, stored.cost),
    is_gift: pick(toBit(patch.is_gift), stored.is_gift),
    ...recordOf(ITEM_TEXTS, (text) => pick(patch[text], stored[text])),
    version: stored.version + 1,
    updated_at: org.now,
  };
}
