import type { Order } from "./order.ts";
import { Rejected } from "./order.ts";
import { halfUp, type Units } from "./units.ts";

/** docs/spec/amounts-and-figures.md#refund-tax */

const absolute = (amount: Units): Units => (amount < 0n ? -amount : amount);
const smaller = (one: Units, other: Units): Units => (one < other ? one : other);

/** Whether a part is between 0 and the whole, which may be negative. */
function isPartOf(part: Units, whole: Units): boolean {
  return whole < 0n ? part >= whole && part <= 0n : part >= 0n && part <= whole;
}

/** The tax in a refund that its source does not know. It is never more than the tax or the refund, whatever their signs. */
export function computedRefundTax({ total, tax, refund }: Pick<Order, "total" | "tax" | "refund">): Units {
  if (refund === null || refund === 0n || (refund < 0n && total === 0n)) return 0n;
  const share = refund >= total ? tax : halfUp(refund * tax, total);
  const limit = smaller(absolute(tax), absolute(refund));
  return share < 0n ? -smaller(absolute(share), limit) : smaller(share, limit);
}

/** The fields of a request about the refund. */
export interface SentRefund {
  refund?: Units | null | undefined;
  refundTax?: Units | null | undefined;
  /** Whether a refund above the total is stored and audited, because it comes from a shop. */
  isOfShop?: boolean;
}

/** The order with its refund after a change of its amounts. */
export function withRefund(order: Order, stored: Order | null, { refund: sent, refundTax: sentTax, isOfShop = false }: SentRefund): Order {
  const refund = sent === undefined ? (stored?.refund ?? null) : sent;
  const isSame = refund === (stored?.refund ?? null);
  const kept = isSame ? (stored?.refundTax ?? null) : null;
  const refundTax = sentTax === undefined ? kept : sentTax;
  if (refundTax !== null && !(isPartOf(refundTax, order.tax) && isPartOf(refundTax, refund ?? 0n)))
    throw new Rejected(400, "refund_tax_out_of_range");
  const isTooLarge = sent !== undefined && sent !== null && sent > 0n && sent > order.total;
  if (isTooLarge && !isOfShop) throw new Rejected(400, "refund_exceeds_total");
  return { ...order, refund, refundTax, refundedTax: refundTax ?? computedRefundTax({ ...order, refund }) };
}
