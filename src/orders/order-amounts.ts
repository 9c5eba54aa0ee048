import type { OrderValues } from "./ingest/write.sql.ts";
import type { StoredOrder } from "./rows.sql.ts";
import { invalid, type ApiError } from "../platform/api-error";
import { MAX_TOTAL } from "../platform/values/money";
import type { IncomingOrder } from "./ingest/incoming-order";
import { assertRefundTax, refundedTax } from "./refunded-tax";

/** The amounts that make up a total, and the total. */
export const MONEY_FIELDS = ["subtotal", "tax", "shipping_cost", "discount", "total_amount"] as const;

type Amounts = Pick<OrderValues, (typeof MONEY_FIELDS)[number]>;
type Refund = Pick<OrderValues, "refund_amount" | "refund_tax" | "refunded_tax">;

/** 400 for amounts whose sum a total can't hold. */
export function tooBig(path = "total_amount"): ApiError {
  return invalid(path, "too_big", `Expected an order's ${path === "cost" ? "costs" : "total"} of at most 100000000000 in all.`);
}

/** The total of an order whose prices include the tax. */
function totalWithoutTax({ subtotal, shipping_cost, discount }: Omit<Amounts, "tax" | "total_amount">): number {
  return subtotal + shipping_cost - discount;
}

/** Whether a total is a sum of the order's other amounts, so that it may have been computed. */
export function isSum(amounts: Amounts): boolean {
  const without = totalWithoutTax(amounts);
  return amounts.total_amount === without || amounts.total_amount === without + amounts.tax;
}

/** Whether the stored amounts of an order show that its prices include the tax, where its source does not say. */
function fitsOnlyWithoutTax(stored: StoredOrder | undefined): boolean {
  return stored !== undefined && stored.tax !== 0 && stored.total_amount === totalWithoutTax(stored);
}

/**
 * Amounts of an order, computed where the source left them out; `totalsMatch` tells whether those it gave add up. `taxesIncluded` (1, 0, or
 * null for unknown) decides which sum a total must be; where it is unknown both are accepted. `itemsTotals` are the sums that a
 * subtotal may be; the first is the subtotal where none is given. An empty list: the subtotal is taken as it is.
 */
export function orderAmounts(
  incoming: IncomingOrder,
  itemsTotals: readonly number[],
  taxesIncluded: number | null,
  stored: StoredOrder | undefined,
): Amounts & { totalsMatch: boolean } {
  const subtotal = incoming.subtotal ?? itemsTotals[0] ?? 0;
  const tax = incoming.tax ?? stored?.tax ?? 0;
  const shipping_cost = incoming.shipping_cost ?? stored?.shipping_cost ?? 0;
  const discount = incoming.discount ?? stored?.discount ?? 0;
  const without = totalWithoutTax({ subtotal, shipping_cost, discount });
  const isIncluded = taxesIncluded === null ? fitsOnlyWithoutTax(stored) : taxesIncluded === 1;
  const total = isIncluded ? without : without + tax;
  if (Math.abs(total) > MAX_TOTAL) throw tooBig();
  const total_amount = incoming.total_amount ?? total;
  const sums = taxesIncluded === null ? [without, without + tax] : [total];
  const totalsMatch = (itemsTotals.length === 0 || itemsTotals.includes(subtotal)) && sums.includes(total_amount);
  return { subtotal, tax, shipping_cost, discount, total_amount, totalsMatch };
}

/**
 * The refund of an order and the tax in it. A `refund_tax` belongs to the refund that it was given with: a new refund_amount
 * without one has it computed. 400 where it is more than the tax or the refund.
 */
export function orderRefund(incoming: IncomingOrder, amounts: Amounts, stored: StoredOrder | undefined): Refund {
  const refund_amount = incoming.refund_amount === undefined ? (stored?.refund_amount ?? null) : incoming.refund_amount;
  const kept = refund_amount === (stored?.refund_amount ?? null) ? (stored?.refund_tax ?? null) : null;
  const refund_tax = incoming.refund_tax === undefined ? kept : incoming.refund_tax;
  const refund = { ...amounts, refund_amount };
  if (refund_tax !== null) assertRefundTax(refund_tax, refund);
  return { refund_amount, refund_tax, refunded_tax: refund_tax ?? refundedTax(refund) };
}
