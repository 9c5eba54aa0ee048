/** What WooCommerce's statuses mean (docs/spec/connections.md#statuses). Another one, for example of a plugin, is open. */
export const WOOCOMMERCE_STATES: Readonly<Record<string, "unpaid" | "open" | "complete" | "cancelled">> = {
  pending: "unpaid",
  "pending-payment": "unpaid",
  failed: "unpaid",
  "checkout-draft": "unpaid",
  "auto-draft": "unpaid",
  "on-hold": "open",
  processing: "open",
  completed: "complete",
  cancelled: "cancelled",
  refunded: "cancelled",
  trash: "cancelled",
};
