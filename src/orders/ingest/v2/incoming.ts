import * as z from "zod";
import { CurrencyInput, externalId, optionalText, requiredText, textRead } from "../../../platform/http/input/text";
import { AmountInput } from "../../../platform/values/money";
import { readItemStatus } from "../../items/item-status";
import type { IncomingItem, IncomingOrder } from "../incoming-order";
import {
  MAX_ADDRESS_LENGTH,
  MAX_COUNTRY_LENGTH,
  MAX_NAME_LENGTH,
  MAX_ORDER_ITEMS,
  MAX_PHONE_LENGTH,
  MAX_ZIPCODE_LENGTH,
} from "../../order-limits";
import { ORDER_STATUSES, readOrderStatus, STATUS_SEPARATOR } from "../../order-status";
import { readMoment } from "../../../platform/values/zone";
import { MOMENT, oneOf, whole } from "../../../platform/http/input/input-patterns";

/** A status of an order, in any case and spacing. */
export const OrderStatusInput = textRead(readOrderStatus, `Expected one of ${ORDER_STATUSES.join(", ")}.`, "invalid_status").meta({
  override: { type: "string", pattern: whole(oneOf(ORDER_STATUSES, STATUS_SEPARATOR)), examples: [...ORDER_STATUSES] },
  description: `One of ${ORDER_STATUSES.join(", ")}, in any case.`,
});

const name = optionalText(MAX_NAME_LENGTH);
const flag = z.boolean().nullable().optional();
const amount = AmountInput.optional();

/** A day before the year 10000 begins anywhere. */
const LATEST = Date.UTC(9999, 11, 30);

/** Every field of an item that a source may send (docs/spec/orders.md#ingest). */
export const IncomingItemBody = z.object({
  external_id: externalId,
  name: requiredText(MAX_NAME_LENGTH),
  quantity: z.int().min(1).max(1_000_000).optional().describe("1 for a new item that is given none."),
  price: AmountInput,
  cost: AmountInput.nullable().optional().describe("Written only: no answer about an item shows it."),
  status: requiredText(64).transform(readItemStatus).optional(),
  custom_order_id: name,
  sku: name,
  custom_sku: name,
  spu: name,
  assigned_supplier: name,
  sub_supplier: name,
  material: name,
  material_id: name,
  design_url: optionalText(2048),
  tracking_code: name,
  carrier: optionalText(64),
  style: name,
  type: name,
  size: name,
  color: name,
  variations: optionalText(5000),
  personalization: optionalText(5000),
  comment: optionalText(5000),
  id_service: name,
  phone: optionalText(MAX_PHONE_LENGTH),
  is_gift: flag,
  customer_name: name,
  customer_address: optionalText(MAX_ADDRESS_LENGTH),
  ship_name: name,
  ship_address1: name,
  ship_address2: name,
  ship_city: name,
  ship_state: name,
  ship_zipcode: optionalText(MAX_ZIPCODE_LENGTH),
  ship_country: optionalText(MAX_COUNTRY_LENGTH),
  vat_ioss_number: optionalText(32),
}) satisfies z.ZodType<IncomingItem>;

/** An order as POST /orders and POST /orders/bulk take it. */
export const IncomingOrderBody = z
  .object({
    store: z
      .union([
        z
          .string()
          .trim()
          .min(1)
          .max(255)
          .meta({ override: { pattern: "\\S" } }),
        z.int().min(1),
      ])
      .transform(String)
      .describe("Id, code or name of the store."),
    external_id: externalId.describe("The source's own id: unique in its store."),
    number: name,
    date: z
      .string()
      .max(64)
      .refine((value) => (readMoment(value, "UTC") ?? LATEST) < LATEST, {
        error: "Expected an RFC 3339 date-time, a date-time without offset, or a date, from 1970 to 9999-12-29.",
        params: { code: "invalid_date" },
      })
      .meta({ override: { pattern: whole(MOMENT) } })
      .optional(),
    currency: CurrencyInput.optional(),
    status: OrderStatusInput.optional(),
    subtotal: amount.describe("The items at their prices. Computed from the items where it is left out."),
    tax: amount.describe("The tax in total_amount. Do not send tax that is not part of total_amount: net revenue would be too low by it."),
    shipping_cost: amount.describe("Shipping that the customer paid."),
    discount: amount,
    total_amount: amount.describe("What the customer paid. Computed where it is left out, as taxes_included says."),
    taxes_included: flag.describe(
      "Whether subtotal and shipping_cost include the tax. true: total_amount must be subtotal + shipping_cost - discount; false: that sum + tax. Any other total is kept, with a warning and requires_audit. Left out or null: both sums are accepted, and a computed total is the sum with tax.",
    ),
    refund_amount: AmountInput.nullable().optional().describe("Written only; read as sums in analytics."),
    refund_tax: AmountInput.nullable()
      .optional()
      .describe(
        "The tax in refund_amount, from 0 to the order's tax and to refund_amount. Written only. Left out or null, it is computed: refund_amount x tax / total_amount, rounded half up to four places. A new refund_amount without it has it computed again.",
      ),
    customer_name: name,
    customer_address: optionalText(MAX_ADDRESS_LENGTH),
    customer_email: optionalText(320).describe("Written only: no answer about an order shows it."),
    payment_method: name.describe("Written only: no answer about an order shows it."),
    ship_address1: name,
    ship_address2: name,
    ship_city: name,
    ship_state: name,
    ship_zipcode: optionalText(MAX_ZIPCODE_LENGTH),
    ship_country: optionalText(MAX_COUNTRY_LENGTH),
    is_gift: flag,
    is_refunded: flag,
    is_case_closed: flag,
    is_lost: flag,
    requires_audit: flag,
    on_conflict: z
      .enum(["error", "update", "skip"])
      .optional()
      .describe("What to do where the external_id is taken by a different payload."),
    items: z.array(IncomingItemBody).min(1).max(MAX_ORDER_ITEMS),
  })
  .meta({ id: "IncomingOrder" }) satisfies z.ZodType<IncomingOrder>;
