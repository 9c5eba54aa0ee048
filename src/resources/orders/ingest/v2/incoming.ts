import * as z from "zod";
import { CurrencyInput, externalId, optionalText, requiredText, parsedText } from "../../../../platform/http/input/text";
import { OrderAmountInput } from "../../../../platform/values/money";
import { readItemStatus } from "../../items/item-status";
import type { IncomingItem, IncomingOrder } from "../incoming-order";
import {
  MAX_ADDRESS_LENGTH,
  MAX_CARRIER_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_DISCOUNT_CODES,
  MAX_EMAIL_LENGTH,
  MAX_LONG_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_ORDER_ITEMS,
  MAX_PHONE_LENGTH,
  MAX_TAGS,
  MAX_TRACKING_NUMBER_LENGTH,
  MAX_ZIPCODE_LENGTH,
  MAX_QUANTITY,
} from "../../order-limits";
import { ORDER_STATUSES, readOrderStatus, STATUS_SPELLING } from "../../order-status";
import { readMoment } from "../../../../platform/values/zone";
import { MOMENT, whole } from "../../../../platform/http/input/input-patterns";
import { enumSchema } from "../../../../platform/http/input/query";
import { toStorableText } from "../../../../platform/values/storable-text";
import { MetadataBody } from "../../../../platform/http/input/metadata";
import { PropertiesBody } from "./properties-body";
import { MAX_URL_LENGTH } from "../../../../platform/values/text-limits";
import type { FieldsWith, ItemText, OrderText } from "../../text-columns";

export const OrderStatusInput = parsedText(readOrderStatus, `Expected one of ${ORDER_STATUSES.join(", ")}.`, "invalid_status").meta({
  override: enumSchema(ORDER_STATUSES),
  description: STATUS_SPELLING,
});

const name = optionalText(MAX_NAME_LENGTH);
const flag = z.boolean().nullable().optional();
const amount = OrderAmountInput.optional();
const shipAddress = {
  ship_address1: name,
  ship_address2: name,
  ship_city: name,
  ship_state: name,
  ship_zipcode: optionalText(MAX_ZIPCODE_LENGTH),
  ship_country: optionalText(MAX_COUNTRY_LENGTH),
};

/** A list of short texts, stored as JSON. An empty one is stored as null. */
function textList(max: number) {
  return z
    .array(requiredText(MAX_NAME_LENGTH))
    .max(max)
    .transform((texts) => (texts.length === 0 ? null : JSON.stringify(texts)))
    .nullable()
    .optional();
}

/** The exclusive maximum of dates. It is early enough that a date is before the year 10000 in every time zone. */
const MAX_DATE = Date.UTC(9999, 11, 30);

/** Every field of an item that a source may send (docs/spec/orders.md#ingest). */
export const IncomingItemBody = z.object({
  external_id: externalId,
  name: requiredText(MAX_NAME_LENGTH),
  quantity: z.int().min(1).max(MAX_QUANTITY).optional().describe("Default for a new item: 1."),
  price: OrderAmountInput,
  tax: OrderAmountInput.nullable()
    .optional()
    .describe("The tax of the line, for all units together, after discounts. The order's tax contains it. null if it is unknown."),
  cost: OrderAmountInput.nullable().optional().describe("Write-only: no response about an item contains it."),
  status: requiredText(64).transform(readItemStatus).optional(),
  custom_order_id: name,
  sku: name,
  custom_sku: name,
  spu: name,
  assigned_supplier: name,
  sub_supplier: name,
  material: name,
  material_id: name,
  design_url: optionalText(MAX_URL_LENGTH),
  tracking_code: optionalText(MAX_TRACKING_NUMBER_LENGTH),
  carrier: optionalText(MAX_CARRIER_LENGTH),
  style: name,
  type: name,
  size: name,
  color: name,
  variations: optionalText(MAX_LONG_TEXT_LENGTH),
  personalization: optionalText(MAX_LONG_TEXT_LENGTH),
  properties: PropertiesBody,
  metadata: MetadataBody,
  comment: optionalText(MAX_LONG_TEXT_LENGTH),
  id_service: name,
  phone: optionalText(MAX_PHONE_LENGTH),
  is_gift: flag,
  requires_shipping: flag.describe(
    "Whether the line is goods that are made and shipped. false for a tip, a gift card, a fee or a download: it then needs no SKU, design file or cost. If it is omitted or null, the name of the line decides.",
  ),
  customer_name: name,
  customer_address: optionalText(MAX_ADDRESS_LENGTH),
  ship_name: name,
  ...shipAddress,
  vat_ioss_number: optionalText(32),
} satisfies FieldsWith<ItemText, z.ZodType>) satisfies z.ZodType<IncomingItem>;

/** What names a store: its id, code or name. */
export const StoreRef = z
  .union([
    z
      .string()
      .overwrite(toStorableText)
      .trim()
      .min(1)
      .max(255)
      .meta({ override: { pattern: "\\S" } }),
    z.int().min(1),
  ])
  .transform(String);

export const IncomingOrderBody = z
  .object({
    store: StoreRef.describe("Id, code or name of the store."),
    external_id: externalId.describe("The id of the order in its source, unique in the store."),
    number: name,
    date: z
      .string()
      .max(64)
      .refine((value) => (readMoment(value, "UTC") ?? MAX_DATE) < MAX_DATE, {
        error: "Expected an RFC 3339 date-time, a date-time without offset, or a date, from 1970 to 9999-12-29.",
        params: { code: "invalid_date" },
      })
      .meta({ override: { pattern: whole(MOMENT) } })
      .optional(),
    currency: CurrencyInput.optional(),
    status: OrderStatusInput.optional(),
    subtotal: amount.describe("The sum of price × quantity of the items. Computed if omitted."),
    tax: amount.describe(
      "The tax in total_amount. Default of a new order: the sum of the items' taxes. Do not send tax that is not part of total_amount, because net revenue would be too low.",
    ),
    shipping_cost: amount.describe("Shipping that the customer paid."),
    discount: amount,
    fees: OrderAmountInput.nullable()
      .optional()
      .describe("Fees that the customer paid, for example for gift wrapping. They are part of total_amount."),
    total_amount: amount.describe("What the customer paid. Computed according to taxes_included if omitted."),
    taxes_included: flag.describe(
      "Whether subtotal, shipping_cost and fees include the tax. true: total_amount must be subtotal + shipping_cost + fees - discount; false: that sum + tax. Any other total is stored as sent, with a warning and requires_audit. Omitted or null: both sums are accepted, and a computed total is the sum with tax.",
    ),
    refund_amount: OrderAmountInput.nullable().optional().describe("At most total_amount. Write-only. Analytics returns sums."),
    refund_tax: OrderAmountInput.nullable()
      .optional()
      .describe(
        "The tax in refund_amount: at least 0, at most the order's tax and refund_amount. Write-only. If it is omitted or null, it is computed as refund_amount × tax / total_amount, rounded half up to four places. If a new refund_amount is sent without it, it is computed again.",
      ),
    customer_name: name,
    customer_address: optionalText(MAX_ADDRESS_LENGTH),
    customer_email: optionalText(MAX_EMAIL_LENGTH).describe("Only GET /orders/{id} returns it, with the scope customers:read."),
    customer_phone: optionalText(MAX_PHONE_LENGTH).describe("Only GET /orders/{id} returns it, with the scope customers:read."),
    payment_method: name.describe("Write-only: no response about an order contains it."),
    ship_name: name.describe("The recipient."),
    ship_company: name.describe("The recipient's company."),
    ...shipAddress,
    ship_by_date: z.iso.date().nullable().optional().describe("The day on which the order must be shipped at the latest."),
    shipping_service: name.describe("The shipping service that the customer chose."),
    buyer_note: optionalText(MAX_LONG_TEXT_LENGTH).describe("What the buyer wrote about the order."),
    gift_message: optionalText(MAX_LONG_TEXT_LENGTH).describe("What the buyer wants the recipient of a gift to read."),
    source_status: name.describe("The status of the order at its source. It does not change `status`."),
    discount_codes: textList(MAX_DISCOUNT_CODES),
    tags: textList(MAX_TAGS),
    assignee: name.describe("The colleague who handles the order: an email address or a name."),
    metadata: MetadataBody,
    is_gift: flag,
    is_refunded: flag,
    is_case_closed: flag,
    is_lost: flag,
    requires_audit: flag,
    on_conflict: z.enum(["error", "update", "skip"]).optional().describe("What to do if a different order has the external_id."),
    on_implausible: z
      .enum(["error", "audit"])
      .optional()
      .describe(
        "What to do with a refund above the total, and with a quantity below what is in fulfillments. `audit`: they are stored, and the order requires an audit. For clients that repeat what a shop states. Default: `error`.",
      ),
    items: z.array(IncomingItemBody).min(1).max(MAX_ORDER_ITEMS),
  } satisfies FieldsWith<OrderText, z.ZodType>)
  .meta({ id: "IncomingOrder" }) satisfies z.ZodType<IncomingOrder>;
