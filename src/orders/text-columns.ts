/** Where an order or an item is sent to. */
export const SHIP_ADDRESS = ["ship_address1", "ship_address2", "ship_city", "ship_state", "ship_zipcode", "ship_country"] as const;

/**
 * The text columns of an order that its source fills as they are. No answer about an order has the e-mail address and the payment method
 * (docs/spec/resources.md#curated-responses).
 */
export const ORDER_TEXTS = ["number", "customer_name", "customer_address", "customer_email", "payment_method", ...SHIP_ADDRESS] as const;

/** The text columns of an item that its source fills as they are. */
export const ITEM_TEXTS = [
  "custom_order_id",
  "sku",
  "custom_sku",
  "spu",
  "assigned_supplier",
  "sub_supplier",
  "material",
  "material_id",
  "design_url",
  "tracking_code",
  "carrier",
  "style",
  "type",
  "size",
  "color",
  "variations",
  "personalization",
  "comment",
  "id_service",
  "phone",
  "customer_name",
  "customer_address",
  "ship_name",
  ...SHIP_ADDRESS,
  "vat_ioss_number",
] as const;
