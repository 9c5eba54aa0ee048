/** What a status of WooCommerce means (docs/spec/connections.md#statuses). */
export type WooCommerceState = "unpaid" | "open" | "complete" | "cancelled";

const STATES = new Map<string, WooCommerceState>([
  ["pending", "unpaid"],
  ["failed", "unpaid"],
  ["checkout-draft", "unpaid"],
  ["auto-draft", "unpaid"],
  ["on-hold", "open"],
  ["processing", "open"],
  ["completed", "complete"],
  ["cancelled", "cancelled"],
  ["refunded", "cancelled"],
  ["trash", "cancelled"],
]);

/** The meaning of a status. An unknown one, for example of a plugin, is open. */
export function woocommerceState(status: string): WooCommerceState {
  return STATES.get(status) ?? "open";
}
