import { newEvent } from "../../events/new-event";
import type { ItemValues, OrderValues } from "./row-values.sql.ts";
import type { OrderToCreate, OrderToUpdate } from "./write.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { toAmount } from "../../../platform/values/money";
import { invalid } from "../../../platform/api-error";
import { momentText } from "../../../platform/values/zone";
import { Catalog } from "../../products/catalog";
import { completeItem } from "./catalog-fields";
import { MAX_ORDER_ITEMS } from "../order-limits";
import type { IncomingOrder } from "./incoming-order";
import { MONEY_FIELDS, totalsWarnings } from "../order-amounts";
import type { AuditReason } from "../audit-reasons";
import { isLive } from "../items/item-status";
import { quantityFulfilled } from "../items/quantity-fulfilled";
import type { FulfilledOf } from "../items/fulfilled-quantities";
import { changesLines, taxChange } from "../line-tax";
import { changedFieldNames, itemFieldNames, type MergedItem, mergeItem, withStatusOfUnits } from "./merged-item";
import { copiedValues, itemsTotalOf, itemValues, orderDate, orderValues, omittedItem } from "./ingest-values";
import { affectsWords, itemWords, orderWords } from "./search-words";

/** An incoming order, its store, the hash of its payload, and when it last changed at its source. */
interface Payload {
  order: IncomingOrder;
  store: { id: number; name: string; currency: string };
  hash: string;
  sourceUpdatedAt: number | null;
  /** Whether implausible values are stored and audited instead of rejected (docs/spec/orders.md#implausible-values). */
  isFact?: boolean;
  /** Why the order needs an audit, besides its values. */
  reasons?: readonly AuditReason[];
  /** What products supply to items that lack it. Default: nothing. */
  catalog?: Catalog;
}

/** Plans a new order and its order.created event. The batch assigns the order's id. */
export function planCreate(
  org: OrgReader,
  { order, store, catalog = new Catalog(), ...payload }: Payload,
): { create: OrderToCreate; warnings: string[] } {
  const copiedColumns = copiedValues(store.id, orderDate(org, order));
  const currency = order.currency ?? store.currency;
  const items = order.items.map((item) =>
    completeItem({ ...copiedColumns, ...itemValues(org, item) }, { incoming: item, stored: undefined, currency, catalog }),
  );
  const { values, totalsMatch } = orderValues(org, order, {
    ...payload,
    ...lineChanges(
      0,
      items.map((item) => mergeItem(item, undefined)),
    ),
    store,
    items,
    itemsTotals: [itemsTotalOf(items)],
  });
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

/** The same with how many of each item are in fulfillments. */
export interface FulfilledParts extends StoredParts {
  fulfilledOf: FulfilledOf;
}

export interface PlannedUpdate {
  update: OrderToUpdate;
  warnings: string[];
}

/** Plans the update of an order that its source sends again. Returns null if nothing changes. */
export function planUpdate(
  org: OrgReader,
  before: FulfilledParts,
  { order, store, isFact = false, reasons = [], catalog = new Catalog(), ...payload }: Payload,
): PlannedUpdate | null {
  const { order: stored, fulfilledOf } = before;
  const copiedColumns = copiedValues(store.id, orderDate(org, order, stored));
  const currency = order.currency ?? stored.currency;
  const { pairs, dropped } = matchItems(order, before.items);
  const sentItems = pairs.map(({ item, storedItem }) => {
    const sent = { ...copiedColumns, ...itemValues(org, item, storedItem) };
    const complete = completeItem(sent, { incoming: item, stored: storedItem, currency, catalog });
    return mergeItem(withStatusOfUnits(complete, storedItem, fulfilledOf), storedItem);
  });
  const omittedItems = dropped.map((storedItem) => {
    const omitted = omittedItem(org, storedItem, fulfilledOf);
    const reduced = withStatusOfUnits(omitted, storedItem, fulfilledOf);
    return mergeItem({ ...reduced, ...copiedColumns }, storedItem);
  });
  const items = [...sentItems, ...omittedItems];
  assertOrderItemCount(items.length, before.items.length);
  const short = pairs.findIndex(({ storedItem }, index) => isShort(storedItem, sentItems[index]?.values, fulfilledOf));
  if (short !== -1 && !isFact)
    throw quantityFulfilled(fulfilledOf(pairs[short]?.storedItem?.id ?? 0).fulfilled, `items[${short}].quantity`);
  const all = items.map((item) => item.values);
  const changes = lineChanges(stored.tax, items);
  const subtotal = order.subtotal ?? itemsTotalOf(all);
  const changesTotal =
    subtotal !== stored.subtotal ||
    changes.changesLines ||
    changes.taxChange.difference !== 0 ||
    [...MONEY_FIELDS, "fees" as const, "taxes_included" as const].some((name) => order[name] !== undefined);
  // A total that the source has sent before stays, unless what it consists of changes (docs/spec/amounts-and-figures.md#recomputed-totals).
  const incoming = changesTotal ? order : { total_amount: stored.total_amount, ...order };
  const isAddedLate = isFact && (stored.status === "Shipped" || stored.status === "Complete") && items.some(hasMoreUnits);
  const { values, totalsMatch } = orderValues(org, incoming, {
    ...payload,
    ...changes,
    isFact,
    reasons: [...reasons, ...(short === -1 ? [] : ["quantity_fulfilled" as const]), ...(isAddedLate ? ["shop_added" as const] : [])],
    store,
    items: all,
    itemsTotals: [itemsTotalOf(all)],
    stored,
  });
  const update = orderUpdate(org, before, { values, items });
  return update.changedFields.length === 0 ? null : { update, warnings: totalsWarnings(totalsMatch) };
}

/** Whether an item of goods is new or taken back, or has more units than before, so that they are to be shipped. */
function hasMoreUnits({ values: { status, is_goods, is_removed, quantity }, storedItem }: MergedItem): boolean {
  const isTakenBack = storedItem?.is_removed === 1 && is_removed === 0;
  return is_goods === 1 && (isTakenBack || (isLive(status) && quantity > (storedItem?.quantity ?? 0)));
}

/** How a change of items changes the subtotal and the tax of their order. `tax` is its tax before. */
export function lineChanges(tax: number, items: readonly MergedItem[]) {
  return { changesLines: changesLines(items), taxChange: taxChange(tax, items) };
}

/** Whether an update lowers the quantity of an item below what is in fulfillments. */
function isShort(stored: StoredItem | undefined, item: ItemValues | undefined, fulfilledOf: FulfilledOf): boolean {
  if (stored === undefined || item === undefined || item.quantity === stored.quantity) return false;
  return item.quantity < fulfilledOf(stored.id).fulfilled;
}

interface NewValues {
  values: OrderValues;
  items: readonly MergedItem[];
  /** Names of other fields of the order that changed. */
  otherFields?: readonly string[];
  /** The item that the change is about: a single history entry names all fields. Null: it is about the order. */
  itemId?: number | null;
}

/**
 * The update of a stored order to new values, with its order.updated event and its history (docs/spec/events.md#changed-fields). Without changed
 * fields, nothing changes.
 */
export function orderUpdate(
  org: OrgReader,
  { order, fulfillments }: StoredParts,
  { values, items, otherFields = [], itemId = null }: NewValues,
): OrderToUpdate {
  const { id, version } = order;
  const orderFields = [...changedFieldNames(values, order), ...otherFields];
  if (items.some(({ storedItem }) => storedItem === undefined)) orderFields.push("items");
  const itemFields = items.flatMap(({ values: item, storedItem, changed }) =>
    storedItem === undefined || !changed ? [] : [{ itemId: storedItem.id, changedFields: itemFieldNames(item, storedItem) }],
  );
  // A new reason of an audit is named if it is all that changes.
  if (orderFields.length === 0 && itemFields.length === 0 && values.audit_reasons !== order.audit_reasons)
    orderFields.push("requires_audit");
  const changedFields = [...new Set([...orderFields, ...itemFields.flatMap((entry) => entry.changedFields)])];
  const ofOrder = { itemId: null, changedFields: orderFields };
  const history = itemId === null ? [ofOrder, ...itemFields] : [{ itemId, changedFields }];
  const rows = items.map((item) => ({ ...item, words: () => itemWords(org.organization.id, values, item.values) }));
  const storedRows = rows.flatMap(({ storedItem, ...row }) => (storedItem === undefined ? [] : [{ id: storedItem.id, ...row }]));
  return {
    id,
    history: history.filter((entry) => entry.changedFields.length > 0),
    version,
    values,
    followsItems: items.some(({ values: { status }, storedItem }) => storedItem !== undefined && status !== storedItem.status),
    changesCurrency: values.currency !== order.currency,
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
export function assertOrderItemCount(count: number, stored: number): void {
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
