import { newEvent } from "../../events/new-event";
import type { ItemValues, OrderToCreate, OrderToUpdate, OrderValues } from "./write.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { invalid } from "../../platform/api-error";
import { momentText } from "../../platform/values/zone";
import { MAX_ORDER_ITEMS } from "../order-limits";
import type { IncomingOrder } from "./incoming-order";
import { affectsWords, droppedItem, itemsTotalOf, itemValues, itemWords, orderDate, orderValues, orderWords } from "./ingest-values";

interface Store {
  id: number;
  name: string;
  currency: string;
}

/** Plans a new order and its order.created event. The batch assigns the order's id. */
export function planCreate(
  org: OrgReader,
  incoming: IncomingOrder,
  store: Store,
  hash: string,
): { create: OrderToCreate; totalsMatch: boolean } {
  const date = orderDate(org, incoming);
  const items = incoming.items.map((item) => itemValues(org, item, store.id, date));
  const { values, totalsMatch } = orderValues(org, incoming, store, { all: items, itemsTotals: [itemsTotalOf(items)] }, hash);
  const event = newEvent(org, "order.created", {
    sequence: 1,
    order_id: 0,
    external_id: values.external_id,
    store_id: store.id,
    store_name: store.name,
    status: values.status,
    currency: values.currency,
    total_amount: toAmount(values.total_amount),
    item_count: items.length,
    date: momentText(values.date),
    created_at: momentText(values.created_at),
  });
  return {
    totalsMatch,
    create: {
      values,
      words: () => orderWords(org, values, items, []),
      items: items.map((item) => ({ values: item, words: () => itemWords(org, values, item) })),
      event,
    },
  };
}

/** A stored order with its items and the tracking numbers of its fulfillments. */
export interface StoredParts {
  order: StoredOrder;
  items: readonly StoredItem[];
  trackingNumbers: readonly (string | null)[];
}

/** Plans the update of an order that its source sends again. Returns null if nothing changes. */
export function planUpdate(
  org: OrgReader,
  incoming: IncomingOrder,
  store: Store,
  hash: string,
  { order: stored, items: storedItems, trackingNumbers }: StoredParts,
): { update: OrderToUpdate; totalsMatch: boolean } | null {
  const date = orderDate(org, incoming, stored);
  const matched = matchItems(incoming, storedItems);
  const sentItems = matched.pairs.map(({ item, storedItem }) => mergeItem(itemValues(org, item, store.id, date, storedItem), storedItem));
  const items = [...sentItems, ...matched.dropped.map((storedItem) => mergeItem(droppedItem(org, storedItem, date), storedItem))];
  assertItemCount(items.length, storedItems.length);
  const rows = { all: items.map((item) => item.values), itemsTotals: [itemsTotalOf(sentItems.map((item) => item.values))] };
  const { values, totalsMatch } = orderValues(org, incoming, store, rows, hash, stored);
  const orderFields = changedFieldNames(values, stored);
  const changedFields = [...orderFields, ...(items.some(({ changed }) => changed) ? ["items"] : [])];
  if (changedFields.length === 0) return null;
  const wordsOf = (item: ItemValues) => () => itemWords(org, values, item);
  const reindexed = affectsWords(orderFields) ? items.filter(({ changed }) => !changed) : [];
  return {
    totalsMatch,
    update: {
      id: stored.id,
      itemId: null,
      version: stored.version,
      values,
      words: () => orderWords(org, values, rows.all, trackingNumbers),
      changedFields,
      updatedItems: items.flatMap(({ storedItem, values: item, changed }) =>
        storedItem !== undefined && changed ? [{ id: storedItem.id, values: item, words: wordsOf(item) }] : [],
      ),
      reindexedItems: reindexed.flatMap(({ storedItem, values: item }) =>
        storedItem === undefined ? [] : [{ id: storedItem.id, words: wordsOf(item) }],
      ),
      newItems: items.flatMap(({ storedItem, values: item }) => (storedItem === undefined ? [{ values: item, words: wordsOf(item) }] : [])),
      event: orderUpdatedEvent(org, stored.id, values, changedFields),
    },
  };
}

/** The order.updated event for an order's new values (docs/spec/events.md#payloads). */
export function orderUpdatedEvent(org: OrgReader, orderId: number, { event_sequence, version }: OrderValues, changedFields: string[]) {
  const fields = { sequence: event_sequence, order_id: orderId, changed_fields: changedFields, version, updated_at: momentText(org.now) };
  return newEvent(org, "order.updated", fields);
}

/** Throws 400 if an update gives an order too many items. An update that adds none is accepted. */
function assertItemCount(count: number, stored: number): void {
  if (count <= MAX_ORDER_ITEMS || count <= stored) return;
  const message = `An order has at most ${MAX_ORDER_ITEMS} items. This includes items that are cancelled because the source no longer sends them.`;
  throw invalid("items", "too_many_items", message);
}

/** Pairs incoming and stored items by external id. Items with the same external id, or without one, are paired by position. */
function matchItems(incoming: IncomingOrder, stored: readonly StoredItem[]) {
  const unmatched = Map.groupBy(stored, (item) => item.external_id);
  const pairs = incoming.items.map((item) => ({ item, storedItem: unmatched.get(item.external_id ?? null)?.shift() }));
  return { pairs, dropped: [...unmatched.values()].flat() };
}

/** The new values of an item, and whether they differ from the stored ones. */
interface MergedItem {
  /** Undefined for a new item. */
  storedItem: StoredItem | undefined;
  values: ItemValues;
  changed: boolean;
}

/** Keeps the stored version and update time of an item that does not change. */
function mergeItem(values: ItemValues, storedItem: StoredItem | undefined): MergedItem {
  if (storedItem === undefined || changedFieldNames(values, storedItem).length > 0) return { storedItem, values, changed: true };
  return { storedItem, values: { ...values, version: storedItem.version, updated_at: storedItem.updated_at }, changed: false };
}

const INTERNAL_COLUMNS: ReadonlySet<string> = new Set([
  "version",
  "event_sequence",
  "updated_at",
  "source_hash",
  "item_count",
  "text_bytes",
  "missing_sku",
  "missing_design",
  "missing_cost",
  "has_live_items",
  "refunded_tax",
  "production_cost",
  "order_day",
]);

/** The names of the fields in which two rows differ, except internal columns. */
export function changedFieldNames(after: OrderValues | ItemValues, before: StoredOrder | StoredItem): string[] {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (INTERNAL_COLUMNS.has(name) || stored.get(name) === value ? [] : [name]));
}
