import type { StoredOrder } from "./rows.sql.ts";

export type PaymentState = "Unpaid" | "Authorized" | "Partly paid" | "Paid" | "Partly refunded" | "Refunded";

/**
 * What the words of a platform say about the payment, in the status of the order there. Words that can mean several things are left out: an order
 * that WooCommerce calls "processing" may be paid on delivery.
 */
const WORDS: Readonly<Record<string, Readonly<Record<string, PaymentState>>>> = {
  shopify: {
    pending: "Unpaid",
    authorized: "Authorized",
    partially_paid: "Partly paid",
    paid: "Paid",
    partially_refunded: "Partly refunded",
    refunded: "Refunded",
  },
  woocommerce: { pending: "Unpaid", failed: "Unpaid", refunded: "Refunded" },
  bigcommerce: { pending: "Unpaid", "awaiting payment": "Unpaid", "partially refunded": "Partly refunded", refunded: "Refunded" },
};

type PaidOrder = Pick<StoredOrder, "total_amount" | "refund_amount" | "is_refunded" | "source_status">;

/**
 * Whether an order is paid, as far as its refunds or its shop say so (docs/spec/console.md#payment). Null: it is not known. Of several words of the
 * shop, such as `paid, unfulfilled`, the first known one counts.
 */
export function paymentState(
  { total_amount, refund_amount, is_refunded, source_status }: PaidOrder,
  platform: string | null,
): PaymentState | null {
  const refund = refund_amount ?? 0;
  if (is_refunded === 1 || (refund > 0 && refund >= total_amount)) return "Refunded";
  if (refund > 0) return "Partly refunded";
  const words = platform === null || !Object.hasOwn(WORDS, platform) ? undefined : WORDS[platform];
  if (words === undefined || source_status === null) return null;
  const knownWord = source_status.split(", ").find((word) => Object.hasOwn(words, word));
  return words[knownWord ?? ""] ?? null;
}
