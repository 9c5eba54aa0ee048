import type { OrderToUpdate } from "./ingest/write.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { StoredItem, StoredOrder } from "./rows.sql.ts";
import { ITEM_TEXTS } from "./text-columns";
import type { IncomingItem, IncomingOrder } from "./ingest/incoming-order";
import { changedFieldNames, orderUpdatedEvent } from "./ingest/ingest-changes";
import { bit, changesWords, itemsTotalOf, itemWords, orderDate, orderValues, orderWords, said, storedValues } from "./ingest/ingest-values";
import { isLive } from "./items/item-status";
import { MONEY_FIELDS } from "./order-amounts";
import { recordOf } from "../platform/values/record";
import { dayNumber } from "../platform/values/zone";

/** A merge into an order: absent is unchanged, null clears. Its status, store and items have ways of their own. */
export type OrderPatch = Omit<IncomingOrder, "store" | "external_id" | "status" | "items">;

/** A merge into an item; its status, quantity and price have ways of their own. */
export type ItemPatch = Omit<IncomingItem, "external_id" | "status" | "quantity" | "price" | "name"> & { name?: string | undefined };

/** An order as it is stored, with what belongs to it. */
export interface AmendableOrder {
  order: StoredOrder;
  items: readonly StoredItem[];
  fulfillments: readonly { tracking_number: string | null }[];
}

/** What a merge makes of an order, or of one item of it; null where nothing changes. `totalsMatch`: its amounts add up. */
export function amendOrder(
  org: OrgReader,
  { order, items, fulfillments }: AmendableOrder,
  patch: OrderPatch,
  item?: { id: number; patch: ItemPatch },
): { update: OrderToUpdate; totalsMatch: boolean } | null {
  const date = orderDate(org, patch, order);
  const day = dayNumber(date, org.organization.timezone);
  const rows = items.map((row) => {
    const moved = { ...storedValues(row), order_date: date, order_day: patch.date === undefined ? row.order_day : day };
    return { row, values: row.id === item?.id ? { ...moved, ...mergedItem(org, row, item.patch) } : moved };
  });
  const all = rows.map(({ values }) => values);

  // Which sum a total must be is a part of it: who says so, has it computed again.
  const { taxes_included: included } = patch;
  const saysIncluded = typeof included === "boolean" && Number(included) !== order.taxes_included;
  const touchesMoney = saysIncluded || MONEY_FIELDS.some((name) => patch[name] !== undefined);
  const kept = { subtotal: order.subtotal, ...(!touchesMoney && { total_amount: order.total_amount }) };
  const incoming = { ...kept, ...patch, store: "", external_id: order.external_id, items: [] };
  const store = { id: order.store_id, currency: order.currency };
  // Whoever says a subtotal may mean all items, or those that are still to be had.
  const itemsTotals = patch.subtotal === undefined ? [] : [all, all.filter(({ status }) => isLive(status))].map(itemsTotalOf);
  const merged = orderValues(org, incoming, store, { all, itemsTotals }, order.source_hash, order);
  const totalsMatch = merged.totalsMatch || !touchesMoney;
  // Amounts that nobody touches now were judged when they came in.
  const audit = touchesMoney ? merged.values.requires_audit : said(bit(patch.requires_audit), order.requires_audit);
  const values = { ...merged.values, requires_audit: audit ?? null };

  const orderFields = changedFieldNames(values, order);
  const itemFields = rows.flatMap(({ row, values: to }) =>
    row.id === item?.id ? changedFieldNames(to, row).map((name) => `items.${name}`) : [],
  );
  const changedFields = [...orderFields, ...itemFields];
  if (changedFields.length === 0) return null;

  const changes = ({ row, values: to }: (typeof rows)[number]) => changedFieldNames(to, row).length > 0;
  const reworded = changesWords(orderFields) ? rows.filter((one) => !changes(one)) : [];
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
      kept: rows.filter(changes).map(({ row, values: to }) => ({ id: row.id, values: to, words: () => itemWords(org, values, to) })),
      reindexed: reworded.map(({ row, values: to }) => ({ id: row.id, words: () => itemWords(org, values, to) })),
      added: [],
      event: orderUpdatedEvent(org, order.id, values, changedFields),
    },
  };
}

/** The fields of an item that a patch speaks of, and that it has changed now. */
function mergedItem(org: OrgReader, stored: StoredItem, patch: ItemPatch) {
  return {
    name: patch.name ?? stored.name,
    cost: said(patch.cost, stored.cost),
    is_gift: said(bit(patch.is_gift), stored.is_gift),
    ...recordOf(ITEM_TEXTS, (text) => said(patch[text], stored[text])),
    version: stored.version + 1,
    updated_at: org.now,
  };
}
