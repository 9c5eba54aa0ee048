/** The states of an order of Shopify, in the words that its export and its API share. `fulfillment` is empty before anything is sent. */
interface ShopifyStates {
  isCancelled: boolean;
  financial: string;
  fulfillment: string;
}

/** Whether nothing will be paid for an order, or all was paid back before anything was sent (docs/spec/connections.md#statuses). */
export function isShopifyCancelled({ isCancelled, financial, fulfillment }: ShopifyStates): boolean {
  const isSent = fulfillment === "fulfilled" || fulfillment === "partial";
  return isCancelled || financial === "voided" || (financial === "refunded" && !isSent);
}

/** Whether all that was paid for an order was paid back. */
export function isShopifyRefunded(financial: string, { refund, total }: { refund: number; total: number }): boolean {
  return refund > 0 && (financial === "refunded" || refund >= total);
}

/** The shop's own status, for example `paid, unfulfilled`. */
export function shopifyStatus({ isCancelled, financial, fulfillment }: ShopifyStates): string {
  const texts = [isCancelled ? "cancelled" : "", financial, fulfillment === "" ? "unfulfilled" : fulfillment];
  return texts.filter((text) => text !== "").join(", ");
}
