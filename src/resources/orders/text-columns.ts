export const SHIP_ADDRESS = ["ship_address1", "ship_address2", "ship_city", "ship_state", "ship_zipcode", "ship_country"] as const;

/** The text columns of an order that hold a JSON array of strings. Null if it is empty. */
export const ORDER_LISTS = ["discount_codes", "tags"] as const;

/**
 * The text columns of an order that are stored as its source sends them. Not every response contains them
 * (docs/spec/resources.md#curated-responses).
 */
export const ORDER_TEXTS = [
  "number",
  "customer_name",
  "customer_address",
  "customer_email",
  "customer_phone",
  "payment_method",
  "ship_name",
  "ship_company",
  ...SHIP_ADDRESS,
  "ship_by_date",
  "shipping_service",
  "buyer_note",
  "gift_message",
  "source_status",
  ...ORDER_LISTS,
  "assignee",
  "metadata",
] as const;

/** The text columns of an item. They are stored as its source sends them, and `properties` and `metadata` as JSON. */
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
  "properties",
  "metadata",
  "comment",
  "id_service",
  "phone",
  "customer_name",
  "customer_address",
  "ship_name",
  ...SHIP_ADDRESS,
  "vat_ioss_number",
] as const;

/** Fields that every one of these texts is among, so that none is forgotten where an object names them all. */
export type FieldsWith<Text extends string, Field> = Record<Text, Field> & Record<string, Field>;

export type OrderText = (typeof ORDER_TEXTS)[number];
export type ItemText = (typeof ITEM_TEXTS)[number];
