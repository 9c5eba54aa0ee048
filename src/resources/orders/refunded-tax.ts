import { invalid } from "../../platform/api-error";
import { divideHalfUp } from "../../platform/values/money";

/** The amounts of an order that decide how much of its refund is tax, in stored units. */
export interface RefundAmounts {
  total_amount: number;
  tax: number;
  refund_amount: number | null;
}

/**
 * The tax in an order's refund, in stored units: tax × refund / total, rounded half up. A refund of the whole total or more refunds all
 * the tax. It is never more than the tax or the refund. The product is a BigInt because it exceeds 64 bits for large amounts.
 */
export function refundedTax({ total_amount: total, tax, refund_amount }: RefundAmounts): number {
  const refund = refund_amount ?? 0;
  // A refund below 0 of a total of 0 would be divided by 0.
  if (refund === 0 || (refund < 0 && total === 0)) return 0;
  const share = refund >= total ? tax : Number(divideHalfUp(BigInt(refund) * BigInt(tax), BigInt(total)));
  const limit = Math.min(Math.abs(tax), Math.abs(refund));
  return Math.min(limit, Math.max(-limit, share));
}

/** Whether a `refund_tax` is at most the order's tax and at most its refund. */
export function fitsRefund(refundTax: number, { tax, refund_amount }: Omit<RefundAmounts, "total_amount">): boolean {
  return isPartOf(refundTax, tax) && isPartOf(refundTax, refund_amount ?? 0);
}

/** Throws 400 Bad Request if the source's `refund_tax` is more than the order's tax or more than its refund. */
export function assertRefundTax(refundTax: number, amounts: RefundAmounts): void {
  if (fitsRefund(refundTax, amounts)) return;
  // The message names no amounts, because a caller who may write an order may not read its refund.
  const message = "Expected an amount from 0 to the smaller of the order's tax and its refund_amount. Send null to have it computed.";
  throw invalid("refund_tax", "refund_tax_out_of_range", message);
}

function isPartOf(part: number, whole: number): boolean {
  return part >= Math.min(0, whole) && part <= Math.max(0, whole);
}
