import type { ItemValues, OrderValues } from "./row-values.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { invalid } from "../../../platform/api-error";
import { textBytes } from "../text-bytes.sql.ts";
import { ITEM_TEXTS, ORDER_TEXTS } from "../text-columns";
import { derivedColumns } from "../derived-columns.sql.ts";
import type { FulfilledOf } from "../items/fulfilled-quantities";
import { isFinal, isLive } from "../items/item-status";
import { isGoods } from "../items/goods";
import { refundedUnits } from "../items/units-left";
import { statusColumns } from "../items/progress.sql.ts";
import { MAX_ORDER_TEXT_BYTES } from "../order-limits";
import { sumOfLines } from "../../../platform/values/money";
import { recordOf } from "../../../platform/values/record";
import { mergeMetadata } from "../../../platform/values/metadata";
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

type Texts<Name extends string> = Readonly<Partial<Record<Name, string | null | undefined>>>;

/** The texts of a row after a change: those that are sent, else as stored. Metadata is merged by key. */
export function mergedTexts<Name extends string>(
  names: readonly Name[],
  incoming: Texts<Name>,
  stored: Texts<Name> | undefined,
): Record<Name, string | null> {
  return recordOf(names, (name) => {
    const [sent, known]: (string | null | undefined)[] = [incoming[name], stored?.[name]];
    return name === "metadata" ? mergeMetadata(sent, known ?? null) : pick(sent, known);
  });
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
  /** The hash of the payload, or the stored one if the change is not a payload. */
  hash: string | null;
  /** When the order last changed at its source. Null if the source does not say. */
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
    hold_reason: stored?.hold_reason ?? null,
    ...mergedTexts(ORDER_TEXTS, incoming, stored),
  };
  const text_bytes = textBytes(texts, items);
  assertOrderSize(text_bytes, stored);
  const status = stored?.status ?? incoming.status ?? "New";
  const values: OrderValues = {
    ...texts,
    hold_until: stored?.hold_until ?? null,
    store_id: store.id,
    status,
    date: orderDate(org, incoming, stored),
    currency: incoming.currency ?? stored?.currency ?? store.currency,
    ...money,
    ...recordOf(ORDER_FLAGS, (name) => pick(toBit(incoming[name]), stored?.[name])),
    audit_reasons: null,
    ...orderRefund(incoming, money, { stored, isFact: context.isFact }),
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

/** The columns of an item that say whether it is goods. */
export function goodsColumns(requiresShipping: number | null, name: string): Pick<ItemValues, "requires_shipping" | "is_goods"> {
  return { requires_shipping: requiresShipping, is_goods: Number(isGoods({ requiresShipping, name })) };
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
    ...mergedTexts(ITEM_TEXTS, incoming, stored),
    is_gift: pick(toBit(incoming.is_gift), stored?.is_gift),
    ...goodsColumns(pick(toBit(incoming.requires_shipping), stored?.requires_shipping), incoming.name),
    shipped_quantity: stored?.shipped_quantity ?? 0,
    ...refundedUnits(line.quantity, stored),
    supplier_quantity: stored?.supplier_quantity ?? 0,
    supplier_cost: stored?.supplier_cost ?? 0,
    is_removed: 0,
    hold_reason: stored?.hold_reason ?? null,
    hold_until: stored?.hold_until ?? null,
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

/**
 * An item that its source no longer sends. It is removed, but its units that are in fulfillments stay (docs/spec/orders.md#ingest-update). One that is
 * Shipped, Delivered or Refunded stays as it is.
 */
export function omittedItem(org: OrgReader, stored: StoredItem, fulfilledOf: FulfilledOf): ItemValues {
  if (isFinal(stored.status)) return storedValues(stored);
  const { fulfilled } = fulfilledOf(stored.id);
  if (fulfilled === 0) return removedItem(org, stored);
  if (!isLive(stored.status)) return storedValues(stored);
  const line = { quantity: Math.min(stored.quantity, fulfilled), price: stored.price };
  const units = { ...line, ...refundedUnits(line.quantity, stored) };
  return { ...storedValues(stored), ...units, tax: lineTax(undefined, line, stored), version: stored.version + 1, updated_at: org.now };
}

/** An item that is removed from its order. It is cancelled instead of deleted, because it may already be in production. */
export function removedItem(org: OrgReader, stored: StoredItem): ItemValues {
  const cancelled = statusColumns("Cancelled", stored.progress);
  return { ...storedValues(stored), ...cancelled, is_removed: 1, version: stored.version + 1, updated_at: org.now };
}
