import { newEvent } from "../../events/new-event";
import type { ItemValues, OrderToCreate, OrderToUpdate, OrderValues } from "./write.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { invalid } from "../../platform/api-error";
import { momentText } from "../../platform/values/zone";
import { MAX_ORDER_ITEMS } from "../order-limits";
import type { IncomingOrder } from "./incoming-order";
import { affectsItemWords, droppedItem, itemsTotalOf, itemValues, itemWords, orderDate, orderValues, orderWords } from "./ingest-values";

interface Store {
  id: number;
  name: string;
  currency: string;
}

/** A new order as it will be written, with its order.created event (the id is filled in by the batch). */
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

/** An order as it is stored, with what belongs to it. */
export interface StoredParts {
  order: StoredOrder;
  items: readonly StoredItem[];
  /** Of its fulfillments. */
  trackingNumbers: readonly (string | null)[];
}

/** What an order becomes when its source sends it again; null where nothing of it changes. */
export function planUpdate(
  org: OrgReader,
  incoming: IncomingOrder,
  store: Store,
  hash: string,
  { order: stored, items: storedItems, trackingNumbers }: StoredParts,
): { update: OrderToUpdate; totalsMatch: boolean } | null {
  const date = orderDate(org, incoming, stored);
  const matched = matchItems(incoming, storedItems);
  const sent = matched.pairs.map(({ item, at }) => mergeItem(itemValues(org, item, store.id, date, at), at));
  const items = [...sent, ...matched.dropped.map((at) => mergeItem(droppedItem(org, at, date), at))];
  assertItemCount(items.length, storedItems.length);
  const rows = { all: items.map((item) => item.values), itemsTotals: [itemsTotalOf(sent.map((item) => item.values))] };
  const { values, totalsMatch } = orderValues(org, incoming, store, rows, hash, stored);
  const orderFields = changedFieldNames(values, stored);
  const changedFields = [...orderFields, ...(items.some(({ changed }) => changed) ? ["items"] : [])];
  if (changedFields.length === 0) return null;
  const words = (item: ItemValues) => () => itemWords(org, values, item);
  const reworded = affectsItemWords(orderFields) ? items.filter(({ changed }) => !changed) : [];
  return {
    totalsMatch,
    update: {
      id: stored.id,
      itemId: null,
      version: stored.version,
      values,
      words: () => orderWords(org, values, rows.all, trackingNumbers),
      changedFields,
      updatedItems: items.flatMap(({ at, values: item, changed }) =>
        at !== undefined && changed ? [{ id: at.id, values: item, words: words(item) }] : [],
      ),
      reindexedItems: reworded.flatMap(({ at, values: item }) => (at === undefined ? [] : [{ id: at.id, words: words(item) }])),
      newItems: items.flatMap(({ at, values: item }) => (at === undefined ? [{ values: item, words: words(item) }] : [])),
      event: orderUpdatedEvent(org, stored.id, values, changedFields),
    },
  };
}

/** order.updated (docs/spec/events.md#payloads), of an order as it is written now. */
export function orderUpdatedEvent(org: OrgReader, orderId: number, { event_sequence, version }: OrderValues, changedFields: string[]) {
  const fields = { sequence: event_sequence, order_id: orderId, changed_fields: changedFields, version, updated_at: momentText(org.now) };
  return newEvent(org, "order.updated", fields);
}

/** Throws 400 for an update that leaves an order with too many items. One that adds none is accepted. */
function assertItemCount(count: number, stored: number): void {
  if (count <= MAX_ORDER_ITEMS || count <= stored) return;
  const message = `An order has at most ${MAX_ORDER_ITEMS} items. This includes items that are cancelled because the source no longer sends them.`;
  throw invalid("items", "too_many_items", message);
}

/** Items by their external id, those of one id in their order; those without one by their place among the ones without. */
function matchItems(incoming: IncomingOrder, stored: readonly StoredItem[]) {
  const left = Map.groupBy(stored, (item) => item.external_id);
  const pairs = incoming.items.map((item) => ({ item, at: left.get(item.external_id ?? null)?.shift() }));
  return { pairs, dropped: [...left.values()].flat() };
}

/** What an item becomes, and whether that is something else than it was. */
interface MergedItem {
  /** Undefined for a new one. */
  at: StoredItem | undefined;
  values: ItemValues;
  changed: boolean;
}

/** An item that stays as it was keeps its version. */
function mergeItem(values: ItemValues, at: StoredItem | undefined): MergedItem {
  if (at === undefined || changedFieldNames(values, at).length > 0) return { at, values, changed: true };
  return { at, values: { ...values, version: at.version, updated_at: at.updated_at }, changed: false };
}

const BOOKKEEPING: ReadonlySet<string> = new Set([
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

/** Names of the fields in which two rows differ, bookkeeping aside. */
export function changedFieldNames(after: OrderValues | ItemValues, before: StoredOrder | StoredItem): string[] {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (BOOKKEEPING.has(name) || stored.get(name) === value ? [] : [name]));
}
