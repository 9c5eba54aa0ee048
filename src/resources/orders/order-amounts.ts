import type { AuditReason } from "./audit-reasons";
import type { OrderValues } from "./ingest/row-values.sql.ts";
import type { StoredOrder } from "./rows.sql.ts";
import { invalid, type ApiError } from "../../platform/api-error";
import { MAX_TOTAL_UNITS } from "../../platform/values/money";
import type { IncomingOrder } from "./ingest/incoming-order";
import { assertRefundTax, fitsRefund, refundedTax } from "./refunded-tax";

export const MONEY_FIELDS = ["subtotal", "tax", "shipping_cost", "discount", "total_amount"] as const;

type Amounts = Pick<OrderValues, (typeof MONEY_FIELDS)[number] | "fees">;
type Refund = Pick<OrderValues, "refund_amount" | "refund_tax" | "refunded_tax">;

/** The 400 Bad Request for amounts whose sum exceeds MAX_TOTAL_UNITS. `path` is the field that it names. */
export function amountTooLarge(path: "total_amount" | "cost" | "tax" = "total_amount"): ApiError {
  const amount = { total_amount: "total", cost: "total cost", tax: "tax" }[path];
  return invalid(path, "too_big", `Expected the order's ${amount} to be at most 100000000000.`);
}

function totalIfTaxIncluded({ subtotal, shipping_cost, fees, discount }: Omit<Amounts, "tax" | "total_amount">): number {
  return subtotal + shipping_cost + (fees ?? 0) - discount;
}

/** Whether the stored amounts of an order show that its prices include the tax. */
function storedTotalIncludesTax(stored: StoredOrder | undefined): boolean {
  return stored !== undefined && stored.tax !== 0 && stored.total_amount === totalIfTaxIncluded(stored);
}

/** What the amounts of an order are compared with. */
interface AmountChecks {
  /** The sums that the subtotal may be. The first one is the default. If empty, any subtotal is accepted. */
  itemsTotals: readonly number[];
  /** Whether the prices include the tax (1 or 0), which decides which sum the total must equal. If null (unknown), both sums are accepted. */
  taxesIncluded: number | null;
  stored: StoredOrder | undefined;
}

/** Returns the amounts of an order and computes those that its source omitted. `totalsMatch` is true if the amounts add up. */
export function orderAmounts(
  incoming: IncomingOrder,
  { itemsTotals, taxesIncluded, stored }: AmountChecks,
): Amounts & { totalsMatch: boolean } {
  const subtotal = incoming.subtotal ?? itemsTotals[0] ?? 0;
  const tax = incoming.tax ?? stored?.tax ?? 0;
  const shipping_cost = incoming.shipping_cost ?? stored?.shipping_cost ?? 0;
  const discount = incoming.discount ?? stored?.discount ?? 0;
  const fees = incoming.fees === undefined ? (stored?.fees ?? null) : incoming.fees;
  const taxIncludedTotal = totalIfTaxIncluded({ subtotal, shipping_cost, fees, discount });
  const isIncluded = taxesIncluded === null ? storedTotalIncludesTax(stored) : taxesIncluded === 1;
  const total = isIncluded ? taxIncludedTotal : taxIncludedTotal + tax;
  if (Math.abs(tax) > MAX_TOTAL_UNITS) throw amountTooLarge("tax");
  // A total that the source gives is stored, and its schema limits it.
  if (incoming.total_amount === undefined && Math.abs(total) > MAX_TOTAL_UNITS) throw amountTooLarge();
  const total_amount = incoming.total_amount ?? total;
  const sums = taxesIncluded === null ? [taxIncludedTotal, taxIncludedTotal + tax] : [total];
  const totalsMatch = (itemsTotals.length === 0 || itemsTotals.includes(subtotal)) && sums.includes(total_amount);
  return { subtotal, tax, shipping_cost, discount, fees, total_amount, totalsMatch };
}

type RefundedAmounts = Amounts & Pick<Refund, "refund_amount">;

function exceedsTotal(part: number | null, { total_amount }: Pick<Amounts, "total_amount">): boolean {
  return part !== null && part > 0 && part > total_amount;
}

/** Why an order with these amounts needs an audit (docs/spec/amounts-and-figures.md#audit-reasons). */
export function amountReasons(amounts: RefundedAmounts, totalsMatch: boolean): AuditReason[] {
  const { subtotal, tax, total_amount, refund_amount } = amounts;
  return [
    ...(totalsMatch ? [] : (["amounts_disagree"] as const)),
    ...(Math.min(subtotal, tax, total_amount) < 0 ? (["negative_amounts"] as const) : []),
    ...(exceedsTotal(tax, amounts) ? (["tax_exceeds_total"] as const) : []),
    ...(exceedsTotal(refund_amount, amounts) ? (["refund_exceeds_total"] as const) : []),
  ];
}

/** Throws 400 Bad Request for a refund that is more than the total. */
export function assertRefundFits(amounts: RefundedAmounts): void {
  if (!exceedsTotal(amounts.refund_amount, amounts)) return;
  // The message names no amounts, because a caller who may write an order may not read its refund.
  throw invalid("refund_amount", "refund_exceeds_total", "Expected at most the order's total_amount.");
}

export function differsInAmounts(values: OrderValues, stored: StoredOrder): boolean {
  const names = [...MONEY_FIELDS, "fees", "taxes_included", "refund_amount"] as const;
  return names.some((name) => values[name] !== stored[name]);
}

/** The warning for amounts that do not add up (docs/spec/amounts-and-figures.md#totals-that-disagree). */
export function totalsWarnings(totalsMatch: boolean): string[] {
  return totalsMatch ? [] : ["The amounts do not add up. They are stored as sent, and the order is marked requires_audit."];
}

/**
 * The refund of an order and the tax in it. A `refund_tax` belongs to the `refund_amount` it was sent with. If the amount changes and no
 * `refund_tax` is sent, it is computed. Throws 400 Bad Request if it is more than the tax or the refund. A stored one that no longer fits what a shop
 * states (`isFact`) is computed instead.
 */
export function orderRefund(
  incoming: IncomingOrder,
  amounts: Amounts,
  { stored, isFact = false }: { stored: StoredOrder | undefined; isFact?: boolean | undefined },
): Refund {
  const refund_amount = incoming.refund_amount === undefined ? (stored?.refund_amount ?? null) : incoming.refund_amount;
  const refund = { ...amounts, refund_amount };
  const storedRefundTax = refund_amount === (stored?.refund_amount ?? null) ? (stored?.refund_tax ?? null) : null;
  // A change of the items may have lowered the tax below it: then it is computed again. With a tax that was sent, it is an error instead.
  const keepsRefundTax = (incoming.tax !== undefined && !isFact) || storedRefundTax === null || fitsRefund(storedRefundTax, refund);
  const refund_tax = incoming.refund_tax === undefined ? (keepsRefundTax ? storedRefundTax : null) : incoming.refund_tax;
  if (refund_tax !== null) assertRefundTax(refund_tax, refund);
  return { refund_amount, refund_tax, refunded_tax: refund_tax ?? refundedTax(refund) };
}
