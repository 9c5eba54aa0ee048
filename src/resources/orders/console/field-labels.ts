import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { SHIP_ADDRESS } from "../text-columns";

export const FLAG_LABELS = {
  is_gift: "Gift",
  is_refunded: "Refunded",
  is_case_closed: "Case closed",
  is_lost: "Lost",
  requires_audit: "Needs an audit",
} as const;
export const FLAG_NAMES = Object.keys(FLAG_LABELS) as (keyof typeof FLAG_LABELS)[];

export const SHIPPING_ADDRESS_LABEL = "Shipping address";

/** An address is one thing to people, although it has several columns. */
const ADDRESS_LABELS = Object.fromEntries(["ship_name", "ship_company", ...SHIP_ADDRESS].map((name) => [name, SHIPPING_ADDRESS_LABEL]));

export const ORDER_LABELS = {
  number: "Order number",
  external_id: "Id in the shop",
  store_id: "Store",
  date: "Date",
  status: "Status",
  customer_name: "Customer",
  customer_email: "Email",
  customer_phone: "Phone",
  customer_address: "Address",
  payment_method: "Payment method",
  ship_by_date: "Ship by",
  shipping_service: "Shipping service",
  buyer_note: "Note from the buyer",
  gift_message: "Gift message",
  source_status: "Status in the shop",
  discount_codes: "Discount codes",
  tags: "Tags",
  assignee: "Assignee",
  metadata: "Metadata",
  hold_reason: "Hold",
  hold_until: "End of the hold",
  currency: "Currency",
  subtotal: "Subtotal",
  shipping_cost: "Shipping",
  fees: "Fees",
  tax: "Tax",
  taxes_included: "Tax, included",
  discount: "Discount",
  total_amount: "Total",
  refund_amount: "Refund",
  refund_tax: "Tax in the refund",
} as const satisfies Partial<Record<keyof StoredOrder, string>>;

/** The texts of an item. */
export const ITEM_LABELS = {
  sku: "SKU",
  custom_sku: "Custom SKU",
  assigned_supplier: "Supplier",
  sub_supplier: "Sub-supplier",
  size: "Size",
  color: "Color",
  style: "Style",
  material: "Material",
  variations: "Variations",
  personalization: "Personalization",
  comment: "Comment",
  tracking_code: "Tracking code",
  carrier: "Carrier",
} as const satisfies Partial<Record<keyof StoredItem, string>>;

/** The other fields of an item that its form has. */
export const ITEM_FORM_LABELS = {
  name: "Name",
  price: "Price",
  quantity: "Quantity",
  cost: "Cost",
  tax: "Tax",
  design_url: "Design file",
  requires_shipping: "Type",
  properties: "Properties",
  metadata: "Metadata",
} as const satisfies Partial<Record<keyof StoredItem, string>>;

const FULFILLMENT_LABELS = {
  tracking_number: "Tracking number",
  carrier: "Carrier",
  tracking_url: "Tracking page",
  shipped_at: "Shipped",
  delivered_at: "Delivered",
} as const;

const PARTS_LABELS = { items: "Items", fulfillments: "Fulfillments" } as const;

const ALL_ORDER_LABELS: Readonly<Record<string, string>> = {
  ...ORDER_LABELS,
  ...ADDRESS_LABELS,
  ...FLAG_LABELS,
  ...PARTS_LABELS,
  ...FULFILLMENT_LABELS,
  customer_name: "Customer name",
};
const ALL_ITEM_LABELS: Readonly<Record<string, string>> = {
  ...ADDRESS_LABELS,
  ...FLAG_LABELS,
  ...ITEM_LABELS,
  ...ITEM_FORM_LABELS,
  // They are refunded units that were not shipped, so a change of them is one of the units that are to be shipped.
  cancelled_quantity: "Units to ship",
};

const ITEM_PREFIX = "items.";

/** The label of a field in a history entry. `items.` begins the name of an item's field. */
function labelOf(field: string): string {
  const isOfItem = field.startsWith(ITEM_PREFIX);
  const name = isOfItem ? field.slice(ITEM_PREFIX.length) : field;
  return (isOfItem ? ALL_ITEM_LABELS : ALL_ORDER_LABELS)[name] ?? name.replaceAll("_", " ");
}

/** The labels of the fields in a history entry, each once. */
export function fieldLabels(fields: readonly string[]): string {
  return [...new Set(fields.map(labelOf))].join(", ");
}
