/** What the report of all orders says of an order. */
interface AmazonStates {
  /** `order-status`, such as `Shipped - Delivered to Buyer`. */
  status: string;
  /** `fulfillment-channel`: `Amazon` or `AFN`, `Merchant` or `MFN`. */
  fulfillment: string;
  /** `sales-channel`. */
  channel: string;
}

/** Why an order is not imported (docs/spec/import.md#skipped-orders). Null if it is. */
export function amazonSkipReason({ status, fulfillment, channel }: AmazonStates): string | null {
  if (/^non-amazon/i.test(channel)) return "other_channel";
  // `Pending - Waiting for Pick Up` is paid, and waits for its carrier.
  if (/^pending(?:availability)?$/i.test(status)) return "unpaid";
  const isOpen = !isAmazonCancelled(status) && amazonItemStatus(status) === "New";
  return isOpen && isFulfilledByAmazon(fulfillment) ? "fulfilled_by_platform" : null;
}

export const isFulfilledByAmazon = (fulfillment: string): boolean => /^(?:amazon|afn)\b/i.test(fulfillment);

export const isAmazonCancelled = (status: string): boolean => /^cancell?ed$/i.test(status);

/** The status of an item by that of its order or its own. */
export function amazonItemStatus(status: string): "New" | "Shipped" | "Delivered" {
  if (/^(?:complete|delivered|shipped - delivered)/i.test(status)) return "Delivered";
  return /^shipped/i.test(status) ? "Shipped" : "New";
}
