import type { OrderStatus } from "../order-status";

/** Text fields of an order that ingest copies as they are. */
export const ORDER_TEXTS = [
  "number",
  "customer_name",
  "customer_address",
  "customer_email",
  "payment_method",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
] as const;

/** Flags of an order; independent of its status (decisions D). `taxes_included` says whether its amounts include the tax. */
export const ORDER_FLAGS = ["is_gift", "is_refunded", "is_case_closed", "is_lost", "requires_audit", "taxes_included"] as const;

/** Text fields of an item that ingest copies as they are. */
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
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
  "vat_ioss_number",
] as const;

/** An item as a source sends it. Absent: nothing is said of it; null: it has none. Amounts in stored units. */
export type IncomingItem = {
  external_id?: string | null | undefined;
  name: string;
  /** Absent: as stored, else 1. */
  quantity?: number | undefined;
  price: number;
  cost?: number | null | undefined;
  status?: string | undefined;
  is_gift?: boolean | null | undefined;
} & { [K in (typeof ITEM_TEXTS)[number]]?: string | null | undefined };

/** An order as a source sends it. Amounts in stored units; `date` may lack its offset. */
export type IncomingOrder = {
  /** Id, code or name. */
  store: string;
  external_id?: string | null | undefined;
  date?: string | undefined;
  currency?: string | undefined;
  status?: OrderStatus | undefined;
  subtotal?: number | undefined;
  tax?: number | undefined;
  shipping_cost?: number | undefined;
  discount?: number | undefined;
  total_amount?: number | undefined;
  refund_amount?: number | null | undefined;
  /** The tax in `refund_amount`; computed where it is null or absent. */
  refund_tax?: number | null | undefined;
  items: IncomingItem[];
} & { [K in (typeof ORDER_TEXTS)[number]]?: string | null | undefined } & {
  [K in (typeof ORDER_FLAGS)[number]]?: boolean | null | undefined;
};
