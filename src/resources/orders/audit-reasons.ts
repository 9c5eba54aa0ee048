import { parseStored } from "../../platform/reading/json";

/** Why an order needs an audit (docs/spec/amounts-and-figures.md#audit-reasons), and what the console says about it. */
export const AUDIT_REASONS = {
  amounts_disagree: "The amounts do not add up.",
  negative_amounts: "The subtotal, the tax or the total is below 0.",
  tax_exceeds_total: "The tax is more than the total.",
  refund_exceeds_total: "The refund is more than the total.",
  tax_shared: "Items were changed or removed whose tax is unknown, so the tax was shared by price.",
  quantity_fulfilled: "More of an item is in fulfillments than its quantity.",
  shipped_unshippable: "It was shipped although the order or an item was cancelled, refunded or on hold.",
  shipment_undone: "A parcel was lost, returned or cancelled, so units of an item that is Shipped are left to ship.",
  shop_cancelled: "The shop cancelled this order after it was shipped.",
  shop_refunded: "The shop refunded this order after it was shipped.",
  shop_reopened: "The shop opened this order again, after it was cancelled while it was in production.",
  shop_added:
    "The shop added units or items to this order after it was shipped. Set a Complete order back to Shipped, so that they are listed.",
  shop_unreadable: "The currency, an amount or a quantity of the shop could not be read.",
  refund_currency: "A refund is in a currency that could not be converted.",
} as const;

export type AuditReason = keyof typeof AUDIT_REASONS;

/** The codes in the order in which they are stored and shown. */
export const AUDIT_REASON_CODES = Object.keys(AUDIT_REASONS) as [AuditReason, ...AuditReason[]];

/** The reasons of an order as they are read. Null: there is none. */
export function readReasons(json: string | null): AuditReason[] | null {
  return json === null ? null : parseStored<AuditReason[]>(json);
}

/** The stored reasons of an order with others added. */
export function addReasons(json: string | null, added: readonly AuditReason[]): string | null {
  const reasons = new Set([...(readReasons(json) ?? []), ...added]);
  return reasons.size === 0 ? null : JSON.stringify(AUDIT_REASON_CODES.filter((code) => reasons.has(code)));
}
