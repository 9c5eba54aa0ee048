import { newEvent } from "../../events/new-event";
import type { ItemValues, OrderToCreate, OrderToUpdate, OrderValues } from "./write.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { invalid } from "../../platform/api-error";
import { momentText } from "../../platform/values/zone";
import { Catalog } from "../../products/catalog";
import { completeItem } from "./catalog-fields";
import { DERIVED_COLUMNS } from "../derived-columns.sql.ts";
import { MAX_ORDER_ITEMS } from "../order-limits";
import type { IncomingOrder } from "./incoming-order";
import { totalsWarnings } from "../order-amounts";
import {
  affectsWords,
  copiedValues,
  droppedItem,
  itemsTotalOf,
  itemValues,
  itemWords,
  orderDate,
  orderValues,
  orderWords,
} from "./ingest-values";

/** An incoming order, its store, the hash of its payload, and when it last changed at its source. */
interface Payload {
  order: IncomingOrder;
  store: { id: number; name: string; currency: string };
  hash: string;
  sourceUpdatedAt: number | null;
  /** What products supply to items that lack it. Default: nothing. */
  catalog?: Catalog;
}

/** Plans a new order and its order.created event. The batch assigns the order's id. */
export function planCreate(
  org: OrgReader,
  { order, store, hash, sourceUpdatedAt, catalog = new Catalog() }: Payload,
): { create: OrderToCreate; warnings: string[] } {
  const copied = copiedValues(store.id, orderDate(org, order));
  const currency = order.currency ?? store.currency;
  const items = order.items.map((item) =>
    completeItem({ ...copied, ...itemValues(org, item) }, { incoming: item, stored: undefined, currency, catalog }),
  );
  const { values, totalsMatch } = orderValues(org, order, { store, items, itemsTotals: [itemsTotalOf(items)], hash, sourceUpdatedAt });
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
    warnings: totalsWarnings(totalsMatch),
    create: {
      values,
      words: () => orderWords(org.organization.id, values, { items, fulfillments: [] }),
      items: items.map((item) => ({ values: item, words: () => itemWords(org.organization.id, values, item) })),
      event,
    },
  };
}

/** A stored order with its items and the tracking numbers of its fulfillments. */
export interface StoredParts {
  order: StoredOrder;
  items: readonly StoredItem[];
  fulfillments: readonly { tracking_number: string | null }[];
}

/** A planned update, and its warnings. */
export interface PlannedUpdate {
  update: OrderToUpdate;
  warnings: string[];
}

/** Plans the update of an order that its source sends again. Returns null if nothing changes. */
export function planUpdate(
  org: OrgReader,
  before: StoredParts,
  { order, store, hash, sourceUpdatedAt, catalog = new Catalog() }: Payload,
): PlannedUpdate | null {
  const stored = before.order;
  const copied = copiedValues(store.id, orderDate(org, order, stored));
  const { pairs, dropped } = matchItems(order, before.items);
  const currency = order.currency ?? stored.currency;
  const sentItems = pairs.map(({ item, storedItem }) => {
    const sent = { ...copied, ...itemValues(org, item, storedItem) };
    return mergeItem(completeItem(sent, { incoming: item, stored: storedItem, currency, catalog }), storedItem);
  });
  const items = [...sentItems, ...dropped.map((storedItem) => mergeItem({ ...droppedItem(org, storedItem), ...copied }, storedItem))];
  assertItemCount(items.length, before.items.length);
  const itemsTotals = [itemsTotalOf(sentItems.map((item) => item.values))];
  const all = items.map((item) => item.values);
  const { values, totalsMatch } = orderValues(org, order, { store, items: all, itemsTotals, hash, sourceUpdatedAt, stored });
  const changedFields = [...changedFieldNames(values, stored), ...(items.some(({ changed }) => changed) ? ["items"] : [])];
  if (changedFields.length === 0) return null;
  return { update: orderUpdate(org, before, { values, items, changedFields, itemId: null }), warnings: totalsWarnings(totalsMatch) };
}

/** The new values of an order and all its items. */
interface NewValues {
  values: OrderValues;
  items: readonly MergedItem[];
  changedFields: string[];
  /** The item that changes, if the change is about a single one. Else null. */
  itemId: number | null;
}

/** The update of a stored order to new values, with its order.updated event (docs/spec/events.md#payloads). */
export function orderUpdate(
  org: OrgReader,
  { order: { id, version }, fulfillments }: StoredParts,
  { values, items, changedFields, itemId }: NewValues,
): OrderToUpdate {
  const rows = items.map((item) => ({ ...item, words: () => itemWords(org.organization.id, values, item.values) }));
  const storedRows = rows.flatMap(({ storedItem, ...row }) => (storedItem === undefined ? [] : [{ id: storedItem.id, ...row }]));
  return {
    id,
    itemId,
    version,
    values,
    words: () => orderWords(org.organization.id, values, { items: items.map((item) => item.values), fulfillments }),
    changedFields,
    updatedItems: storedRows.filter(({ changed }) => changed),
    reindexedItems: affectsWords(changedFields) ? storedRows.filter(({ changed }) => !changed) : [],
    newItems: rows.filter(({ storedItem }) => storedItem === undefined),
    event: newEvent(org, "order.updated", {
      sequence: values.event_sequence,
      order_id: id,
      changed_fields: changedFields,
      version: values.version,
      updated_at: momentText(org.now),
    }),
  };
}

/** Throws 400 Bad Request if an update gives an order too many items. An update that adds none is accepted. */
export function assertItemCount(count: number, stored: number): void {
  if (count <= MAX_ORDER_ITEMS || count <= stored) return;
  const message = `An order has at most ${MAX_ORDER_ITEMS} items. This includes cancelled items, also those that the source no longer sends.`;
  throw invalid("items", "too_many_items", message);
}

/** Pairs incoming and stored items by external id. Items with the same external id, or without one, are paired by position. */
export function matchItems(incoming: IncomingOrder, stored: readonly StoredItem[]) {
  const unmatched = Map.groupBy(stored, (item) => item.external_id);
  const pairs = incoming.items.map((item) => ({ item, storedItem: unmatched.get(item.external_id ?? null)?.shift() }));
  return { pairs, dropped: [...unmatched.values()].flat() };
}

/** The new values of an item, and whether they differ from the stored ones. */
export interface MergedItem {
  /** Undefined for a new item. */
  storedItem: StoredItem | undefined;
  values: ItemValues;
  changed: boolean;
}

/** Keeps the stored version and update time of an item that does not change. */
export function mergeItem(values: ItemValues, storedItem: StoredItem | undefined): MergedItem {
  const changed =
    storedItem === undefined || values.is_removed !== storedItem.is_removed || changedFieldNames(values, storedItem).length > 0;
  if (changed) return { storedItem, values, changed };
  return { storedItem, values: { ...values, version: storedItem.version, updated_at: storedItem.updated_at }, changed: false };
}

const INTERNAL_COLUMNS: ReadonlySet<string> = new Set([
  "version",
  "event_sequence",
  "updated_at",
  "source_hash",
  "source_updated_at",
  "item_count",
  "text_bytes",
  ...DERIVED_COLUMNS,
  "refunded_tax",
  "is_removed",
  "progress",
]);

/** The names of the fields in which two rows differ, except internal columns. */
export function changedFieldNames(after: OrderValues | ItemValues, before: StoredOrder | StoredItem): string[] {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (INTERNAL_COLUMNS.has(name) || stored.get(name) === value ? [] : [name]));
}
