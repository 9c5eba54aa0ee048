import type { ItemValues, OrderValues } from "./write.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { invalid, ApiError } from "../../../platform/api-error";
import { textBytes } from "../text-bytes.sql.ts";
import { ITEM_TEXTS, ORDER_TEXTS } from "../text-columns";
import { derivedColumns } from "../derived-columns.sql.ts";
import { searchedValues } from "../items/properties";
import { statusColumns } from "../items/progress.sql.ts";
import { MAX_ORDER_TEXT_BYTES } from "../order-limits";
import { sumOfLines } from "../../../platform/values/money";
import { recordOf } from "../../../platform/values/record";
import { indexWords } from "../../../platform/db/text/text-search";
import { normalizeTrackingNumber } from "../../../platform/values/tracking-number";
import { readMoment } from "../../../platform/values/zone";
import { amountReasons, amountTooLarge, assertRefundFits, differsInAmounts, orderAmounts, orderRefund } from "../order-amounts";
import { addReasons, type AuditReason } from "../audit-reasons";
import { lineTax, type TaxChange } from "../line-tax";
import { type IncomingItem, type IncomingOrder, ORDER_FLAGS } from "./incoming-order";

/** Converts a flag to its stored value. Null and undefined stay the same. */
export function toBit(flag: boolean | null | undefined): number | null | undefined {
  return typeof flag === "boolean" ? Number(flag) : flag;
}

/** Returns the incoming value if the source sent one, else the stored value, else null. */
export function pick<T>(incoming: T | null | undefined, stored: T | null | undefined): T | null {
  return incoming === undefined ? (stored ?? null) : incoming;
}

/** The date of an order in ms since 1970: from its source, else as stored, else now. */
export function orderDate(org: OrgReader, incoming: Pick<IncomingOrder, "date">, stored?: StoredOrder): number {
  if (incoming.date === undefined) return stored?.date ?? org.now;
  const date = readMoment(incoming.date, org.organization.timezone);
  if (date === null) throw invalid("date", "invalid_date", "Expected an RFC 3339 date-time or a date.");
  return date;
}

interface OrderContext {
  store: { id: number; currency: string };
  items: readonly ItemValues[];
  /** The sums that the subtotal may be. The first one is the default. If empty, any subtotal is accepted. */
  itemsTotals: readonly number[];
  /** How a change of the items changes the tax, unless it is sent. */
  taxChange: TaxChange;
  /** Whether what the lines add to the subtotal changes. */
  changesLines: boolean;
  /** Whether a refund above the total is stored instead of rejected. */
  isFact?: boolean;
  /** Why the order needs an audit, besides its amounts. */
  reasons?: readonly AuditReason[];
  hash: string | null;
  sourceUpdatedAt: number | null;
  stored?: StoredOrder;
}

/** What items add to the subtotal of their order: removed ones add nothing. Throws 400 Bad Request if it exceeds the maximum total. */
export function itemsTotalOf(items: readonly Pick<ItemValues, "price" | "quantity" | "is_removed">[]): number {
  const sum = sumOfLines(items.map(({ price, quantity, is_removed }) => [is_removed === 1 ? 0 : price, quantity]));
  if (sum === null) throw amountTooLarge();
  return sum;
}

/** Merges an incoming order into the stored one. The stored status does not change (docs/spec/orders.md#ingest-update). */
export function orderValues(
  org: OrgReader,
  incoming: IncomingOrder,
  { store, items, itemsTotals, hash, sourceUpdatedAt, stored, ...context }: OrderContext,
): { values: OrderValues; totalsMatch: boolean } {
  const taxesIncluded = pick(toBit(incoming.taxes_included), stored?.taxes_included);
  const tax = incoming.tax ?? (stored?.tax ?? 0) + context.taxChange.difference;
  const { totalsMatch, ...money } = orderAmounts({ ...incoming, tax }, { itemsTotals, taxesIncluded, stored });
  const texts = {
    external_id: incoming.external_id ?? null,
    ...recordOf(ORDER_TEXTS, (name) => pick(incoming[name], stored?.[name])),
  };
  const text_bytes = textBytes(texts, items);
  assertOrderSize(text_bytes, stored);
  const status = stored?.status ?? incoming.status ?? "New";
  const values: OrderValues = {
    ...texts,
    store_id: store.id,
    status,
    date: orderDate(org, incoming, stored),
    currency: incoming.currency ?? stored?.currency ?? store.currency,
    ...money,
    ...recordOf(ORDER_FLAGS, (name) => pick(toBit(incoming[name]), stored?.[name])),
    audit_reasons: null,
    ...orderRefund(incoming, money, stored),
    item_count: items.length,
    ...derivedColumns(status, items),
    text_bytes,
    source_updated_at: sourceUpdatedAt,
    source_hash: hash,
    version: (stored?.version ?? 0) + 1,
    event_sequence: (stored?.event_sequence ?? 0) + 1,
    created_at: stored?.created_at ?? org.now,
    updated_at: org.now,
  };
  // Amounts that do not change were checked when they were written.
  const isChecked = stored === undefined || context.changesLines || differsInAmounts(values, stored);
  if (isChecked && context.isFact !== true && (incoming.refund_amount ?? null) !== null) assertRefundFits(values);
  const isShared = context.taxChange.isShared && incoming.tax === undefined;
  requireAudit(values, stored, [
    ...(isChecked ? amountReasons(values, totalsMatch) : []),
    ...(isShared ? (["tax_shared"] as const) : []),
    ...(context.reasons ?? []),
  ]);
  return { values, totalsMatch: totalsMatch || !isChecked };
}

/** Sets the flag for reasons, and the reasons of the flag (docs/spec/amounts-and-figures.md#audit-reasons). */
function requireAudit(values: OrderValues, stored: StoredOrder | undefined, reasons: readonly AuditReason[]): void {
  const earlier = values.requires_audit === 1 ? (stored?.audit_reasons ?? null) : null;
  if (reasons.length > 0) values.requires_audit = 1;
  values.audit_reasons = addReasons(earlier, reasons);
}

/**
 * Throws 400 Bad Request for a change that makes the texts of an order and its items too long. A change that does not lengthen them is
 * accepted.
 */
function assertOrderSize(bytes: number, stored: StoredOrder | undefined): void {
  if (bytes <= MAX_ORDER_TEXT_BYTES) return;
  if (stored !== undefined && bytes <= stored.text_bytes) return;
  const message = `The texts of an order and its items, including cancelled ones, may have at most ${MAX_ORDER_TEXT_BYTES} bytes in total.`;
  throw invalid("items", "order_too_large", message);
}

/** The columns of an item that are copies of its order's. */
export type CopiedValues = Pick<ItemValues, "store_id" | "order_date">;

export function copiedValues(storeId: number, date: number): CopiedValues {
  return { store_id: storeId, order_date: date };
}

/** Merges an incoming item into the stored one. The stored status does not change. */
export function itemValues(org: OrgReader, incoming: IncomingItem, stored?: StoredItem): Omit<ItemValues, keyof CopiedValues> {
  const line = { quantity: incoming.quantity ?? stored?.quantity ?? 1, price: incoming.price };
  return {
    external_id: pick(incoming.external_id, stored?.external_id),
    name: incoming.name,
    ...line,
    tax: lineTax(incoming.tax, line, stored),
    cost: pick(incoming.cost, stored?.cost),
    ...statusColumns(stored?.status ?? incoming.status ?? "New", stored?.progress),
    ...recordOf(ITEM_TEXTS, (name) => pick(incoming[name], stored?.[name])),
    is_gift: pick(toBit(incoming.is_gift), stored?.is_gift),
    is_removed: 0,
    version: (stored?.version ?? 0) + 1,
    created_at: stored?.created_at ?? org.now,
    updated_at: org.now,
  };
}

/** The columns of a stored item that an update writes. */
export function storedValues(stored: StoredItem): ItemValues {
  const { id: _i, organization_id: _o, order_id: _r, missing_sku: _s, missing_design: _d, missing_cost: _c, ...values } = stored;
  return values;
}

/** An item that is removed from its order. It is cancelled instead of deleted, because it may already be in production. */
export function removedItem(org: OrgReader, stored: StoredItem): ItemValues {
  const cancelled = statusColumns("Cancelled", stored.progress);
  return { ...storedValues(stored), ...cancelled, is_removed: 1, version: stored.version + 1, updated_at: org.now };
}

/** Whether a change of these order fields changes the search words of the items, which contain those of the order. */
export function affectsWords(orderFields: readonly string[]): boolean {
  return orderFields.some((name) => name === "number" || name === "external_id" || name === "customer_name");
}

/** The search words of an item: its own, and those of its order (docs/spec/lists-and-filters.md#search). */
export function itemWords(organizationId: number, order: SearchableOrder, item: SearchableItem): string {
  return indexWords(organizationId, [order.number, order.external_id, order.customer_name, ...itemTexts(item)]);
}

/** The search words of an order: its own, those of all its items, and the tracking numbers of its fulfillments. */
export function orderWords(
  organizationId: number,
  order: SearchableOrder,
  { items, fulfillments }: { items: readonly SearchableItem[]; fulfillments: readonly { tracking_number: string | null }[] },
): string {
  const own = [
    order.number,
    order.external_id,
    order.customer_name,
    ...buyerTexts(order),
    ...fulfillments.flatMap(({ tracking_number }) => trackingTexts(tracking_number)),
  ];
  return indexWords(organizationId, [...own, ...items.flatMap(itemTexts)]);
}

/** Characters of the searchable texts of a request. Each takes up to about twenty characters of index text in memory. */
const MAX_SEARCH_TEXT_LENGTH = 2_000_000;

/** Throws 413 Content Too Large if the searchable texts of a request are too long to be indexed at once. */
export function assertSearchTextFits(orders: readonly IncomingOrder[]): void {
  let length = 0;
  for (const order of orders) {
    const texts = [order.number, order.external_id, order.customer_name, ...buyerTexts(order), ...order.items.flatMap(itemTexts)];
    for (const text of texts) length += text?.length ?? 0;
  }
  if (length <= MAX_SEARCH_TEXT_LENGTH) return;
  const message = `Numbers, names, SKUs, tracking codes and texts of buyers may have at most ${MAX_SEARCH_TEXT_LENGTH} characters in one request. Send fewer orders.`;
  throw new ApiError("payload_too_large", [{ code: "search_text_limit", message, limit: MAX_SEARCH_TEXT_LENGTH }]);
}

/** The columns of an order that are searched. */
export type SearchableOrder = Pick<OrderValues, "number" | "external_id" | "customer_name" | "buyer_note" | "gift_message">;

/** The characters at the beginning of a text of a buyer that are searched. */
const MAX_SEARCHED_LENGTH = 1000;

function buyerTexts({ buyer_note, gift_message }: { [Text in keyof SearchableOrder]?: string | null | undefined }) {
  return [buyer_note, gift_message].map((text) => text?.slice(0, MAX_SEARCHED_LENGTH));
}

/** The columns of an item that are searched. */
export type SearchableItem = Pick<ItemValues, "name" | "sku" | "custom_sku" | "tracking_code" | "properties">;

function itemTexts({ name, sku, custom_sku, tracking_code, properties }: { [Text in keyof SearchableItem]?: string | null | undefined }) {
  return [name, sku, custom_sku, ...trackingTexts(tracking_code), searchedValues(properties)];
}

/** How many of the last characters of a tracking number find it: people read out the end of a number, which its label shows in large type. */
const TRACKING_END = 6;

/** A tracking number, its normalized form and its end. All are words, so that each is found by its beginning. */
function trackingTexts(number: string | null | undefined): (string | null | undefined)[] {
  if (number === null || number === undefined) return [number];
  const normalized = normalizeTrackingNumber(number);
  const characters = normalized.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return [number, normalized, ...(characters.length > TRACKING_END ? [characters.slice(-TRACKING_END)] : [])];
}
