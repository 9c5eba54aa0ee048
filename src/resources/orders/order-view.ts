import * as z from "zod";
import { AUDIT_REASON_CODES, readReasons } from "./audit-reasons";
import type { ShownItem, ShownOrder, ShownParts } from "./rows.sql.ts";
import { Property, readProperties } from "./items/properties";
import { shownAddress } from "./item-address";
import { ORDER_STATUSES } from "./order-status";
import { type FieldsWith, type ItemText, type OrderText, SHIP_ADDRESS } from "./text-columns";
import { readList } from "./text-list";
import { Metadata, readMetadata } from "../../platform/values/metadata";
import { toAmount } from "../../platform/values/money";
import { recordOf } from "../../platform/values/record";
import { dayNumber, dayText, momentOrNull, momentText } from "../../platform/values/zone";

const nullableText = z.string().nullable();
const nullableFlag = z.boolean().nullable();
const moment = z.iso.datetime();
const shipAddress = recordOf(SHIP_ADDRESS, () => nullableText);

/** The customer's contact data. Only a single order has it, with the scope `customers:read`. */
export const CONTACT_FIELDS = {
  customer_email: nullableText.describe("Only with the scope customers:read."),
  customer_phone: nullableText.describe("Only with the scope customers:read."),
};

/**
 * The fields of an order that responses contain: no email, phone, payment method, profit or refund amount
 * (docs/spec/resources.md#curated-responses). The schemas of v1 and v2 and the CSV export are derived from them.
 */
export const ORDER_FIELDS = {
  id: z.int(),
  store_id: z.int(),
  store_name: z.string(),
  external_id: nullableText,
  number: nullableText,
  status: z.enum(ORDER_STATUSES),
  fulfillment_state: z
    .enum(["none", "partial", "all"])
    .describe("How much of the order was shipped: nothing, a part, or everything that is not cancelled or refunded."),
  version: z.int(),
  date: moment,
  currency: z.string(),
  total_amount: z.number(),
  subtotal: z.number(),
  tax: z.number(),
  shipping_cost: z.number(),
  discount: z.number(),
  fees: z.number().nullable().describe("Fees that the customer paid, as part of total_amount. null if unknown."),
  taxes_included: nullableFlag.describe("Whether the amounts include the tax. null if unknown."),
  customer_name: nullableText,
  customer_address: nullableText,
  ship_name: nullableText.describe("The recipient."),
  ship_company: nullableText,
  ...shipAddress,
  ship_by_date: z.iso.date().nullable(),
  shipping_service: nullableText,
  buyer_note: nullableText.describe("What the buyer wrote about the order."),
  gift_message: nullableText.describe("What the buyer wants the recipient of a gift to read."),
  source_status: nullableText.describe("The status of the order at its source."),
  discount_codes: z.array(z.string()),
  tags: z.array(z.string()),
  assignee: nullableText.describe("The colleague who handles the order."),
  metadata: Metadata,
  hold_reason: nullableText.describe("Why the order is on hold. null if it is not."),
  hold_until: moment.nullable().describe("When its hold ends by itself. null if it has no end. A hold whose end is past has ended."),
  is_gift: nullableFlag,
  is_refunded: nullableFlag,
  is_case_closed: nullableFlag,
  is_lost: nullableFlag,
  requires_audit: nullableFlag,
  audit_reasons: z
    .array(z.enum(AUDIT_REASON_CODES))
    .nullable()
    .describe("Why `requires_audit` is set. null if it is not set, and if a person or an integrator has set it."),
  created_at: moment,
  updated_at: moment,
} satisfies FieldsWith<Exclude<OrderText, "payment_method" | keyof typeof CONTACT_FIELDS>, z.ZodType>;

/** The fields of an item that responses contain: no cost. */
export const ITEM_FIELDS = {
  id: z.string(),
  order_id: z.int(),
  name: z.string(),
  quantity: z.int(),
  cancelled_quantity: z
    .int()
    .describe("How many of the units were refunded and are not shipped any more, or not again after their parcel came back."),
  price: z.number(),
  tax: z.number().nullable().describe("The tax of the line, for all units together. null if unknown."),
  external_id: nullableText,
  custom_order_id: nullableText,
  sku: nullableText,
  custom_sku: nullableText,
  spu: nullableText,
  status: nullableText,
  assigned_supplier: nullableText,
  sub_supplier: nullableText,
  material: nullableText,
  material_id: nullableText,
  design_url: nullableText,
  tracking_code: nullableText,
  carrier: nullableText,
  style: nullableText,
  type: nullableText,
  size: nullableText,
  color: nullableText,
  variations: nullableText,
  personalization: nullableText,
  properties: z.array(Property).describe("What the buyer has chosen or typed, under the shop's names and in its order."),
  metadata: Metadata,
  comment: nullableText,
  id_service: nullableText,
  phone: nullableText,
  order_date: nullableText,
  store_name: nullableText,
  is_gift: nullableFlag,
  requires_shipping: z.boolean().describe("Whether the line is goods that are made and shipped, and no tip, gift card or fee."),
  customer_name: nullableText,
  customer_address: nullableText,
  ship_name: nullableText,
  ...shipAddress,
  vat_ioss_number: nullableText,
  hold_reason: nullableText.describe("Why the item is on hold by itself. null if it is not."),
  hold_until: moment.nullable().describe("When its hold ends by itself. null if it has no end. A hold whose end is past has ended."),
} satisfies FieldsWith<ItemText, z.ZodType>;

export type ItemView = z.output<z.ZodObject<typeof ITEM_FIELDS>>;
export type OrderView = z.output<z.ZodObject<typeof ORDER_FIELDS>>;

function flag(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/**
 * The fields of an order as responses contain them. This and `presentItem` name every field, because an object whose names are known when the
 * code is compiled takes a third of the time of one that is built in a loop (docs/performance.md#lists).
 */
export function presentFields(order: ShownOrder): OrderView {
  return {
    id: order.id,
    store_id: order.store_id,
    store_name: order.store_name,
    external_id: order.external_id,
    number: order.number,
    status: order.status,
    fulfillment_state: order.fulfillment_state,
    version: order.version,
    date: momentText(order.date),
    currency: order.currency,
    total_amount: toAmount(order.total_amount),
    subtotal: toAmount(order.subtotal),
    tax: toAmount(order.tax),
    shipping_cost: toAmount(order.shipping_cost),
    discount: toAmount(order.discount),
    fees: order.fees === null ? null : toAmount(order.fees),
    taxes_included: flag(order.taxes_included),
    customer_name: order.customer_name,
    customer_address: order.customer_address,
    ship_name: order.ship_name,
    ship_company: order.ship_company,
    ship_address1: order.ship_address1,
    ship_address2: order.ship_address2,
    ship_city: order.ship_city,
    ship_state: order.ship_state,
    ship_zipcode: order.ship_zipcode,
    ship_country: order.ship_country,
    ship_by_date: order.ship_by_date,
    shipping_service: order.shipping_service,
    buyer_note: order.buyer_note,
    gift_message: order.gift_message,
    source_status: order.source_status,
    discount_codes: readList(order.discount_codes),
    tags: readList(order.tags),
    assignee: order.assignee,
    metadata: readMetadata(order.metadata),
    hold_reason: order.hold_reason,
    hold_until: momentOrNull(order.hold_until),
    is_gift: flag(order.is_gift),
    is_refunded: flag(order.is_refunded),
    is_case_closed: flag(order.is_case_closed),
    is_lost: flag(order.is_lost),
    requires_audit: flag(order.requires_audit),
    audit_reasons: readReasons(order.audit_reasons),
    created_at: momentText(order.created_at),
    updated_at: momentText(order.updated_at),
  };
}

/**
 * An item as responses contain it, with its day in the organization's time zone. If it has no customer or address of its own, it takes the
 * order's.
 */
export function presentItem(item: ShownItem, zone: string): ItemView {
  const address = shownAddress(item);
  return {
    id: String(item.id),
    order_id: item.order_id,
    name: item.name,
    quantity: item.quantity,
    cancelled_quantity: item.cancelled_quantity,
    price: toAmount(item.price),
    tax: item.tax === null ? null : toAmount(item.tax),
    external_id: item.external_id,
    custom_order_id: item.custom_order_id,
    sku: item.sku,
    custom_sku: item.custom_sku,
    spu: item.spu,
    status: item.status,
    assigned_supplier: item.assigned_supplier,
    sub_supplier: item.sub_supplier,
    material: item.material,
    material_id: item.material_id,
    design_url: item.design_url,
    tracking_code: item.tracking_code,
    carrier: item.carrier,
    style: item.style,
    type: item.type,
    size: item.size,
    color: item.color,
    variations: item.variations,
    personalization: item.personalization,
    properties: readProperties(item.properties),
    metadata: readMetadata(item.metadata),
    comment: item.comment,
    id_service: item.id_service,
    phone: item.phone,
    order_date: dayText(dayNumber(item.order_date, zone)),
    store_name: item.store_name,
    is_gift: flag(item.is_gift ?? item.order_is_gift),
    requires_shipping: item.is_goods === 1,
    customer_name: item.customer_name ?? item.order_customer_name,
    customer_address: item.customer_address ?? item.order_customer_address,
    ship_name: address.ship_name,
    ship_address1: address.ship_address1,
    ship_address2: address.ship_address2,
    ship_city: address.ship_city,
    ship_state: address.ship_state,
    ship_zipcode: address.ship_zipcode,
    ship_country: address.ship_country,
    vat_ioss_number: item.vat_ioss_number,
    hold_reason: item.hold_reason,
    hold_until: momentOrNull(item.hold_until),
  };
}

/** An order with its items, as v2 returns it. */
export function presentOrder({ order, items }: ShownParts, zone: string): OrderView & { items: ItemView[] } {
  return { ...presentFields(order), items: items.map((item) => presentItem(item, zone)) };
}
