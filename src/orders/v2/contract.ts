import * as z from "zod";
import { patchOf } from "../../platform/http/input/patch";
import { requiredText } from "../../platform/http/input/text";
import type { OrderPatch } from "../amend-order";
import { MAX_BULK_ORDERS } from "../order-limits";
import { ORDER_STATUSES } from "../order-status";
import { IntegerId } from "../../platform/http/input/query";
import { ORDER_FILTERS } from "../list/filters";
import { cursorListQuery } from "../../platform/http/input/lists";
import { IncomingOrderBody, OrderStatusInput } from "../ingest/v2/incoming";

const nullableText = z.string().nullable();
const nullableFlag = z.boolean().nullable();
const moment = z.iso.datetime();

/** An item in v2: PublicOrderItem in snake_case; no cost. */
export const OrderItem = z
  .strictObject({
    id: z.string(),
    order_id: z.string(),
    name: z.string(),
    quantity: z.int(),
    price: z.number(),
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
    comment: nullableText,
    id_service: nullableText,
    phone: nullableText,
    order_date: nullableText,
    store_name: nullableText,
    is_gift: nullableFlag,
    customer_name: nullableText,
    customer_address: nullableText,
    ship_name: nullableText,
    ship_address1: nullableText,
    ship_address2: nullableText,
    ship_city: nullableText,
    ship_state: nullableText,
    ship_zipcode: nullableText,
    ship_country: nullableText,
    vat_ioss_number: nullableText,
  })
  .meta({ id: "OrderItemV2" });

/** An order in v2: PublicOrder in snake_case, and what V1 shows on request. */
export const Order = z
  .strictObject({
    id: z.int(),
    store_id: z.int(),
    store_name: z.string(),
    external_id: nullableText,
    number: nullableText,
    status: z.enum(ORDER_STATUSES),
    version: z.int(),
    date: moment,
    currency: z.string(),
    total_amount: z.number(),
    subtotal: z.number(),
    tax: z.number(),
    shipping_cost: z.number(),
    discount: z.number(),
    taxes_included: nullableFlag.describe("Whether the amounts include the tax. null if unknown."),
    customer_name: nullableText,
    customer_address: nullableText,
    ship_address1: nullableText,
    ship_address2: nullableText,
    ship_city: nullableText,
    ship_state: nullableText,
    ship_zipcode: nullableText,
    ship_country: nullableText,
    is_gift: nullableFlag,
    is_refunded: nullableFlag,
    is_case_closed: nullableFlag,
    is_lost: nullableFlag,
    requires_audit: nullableFlag,
    created_at: moment,
    updated_at: moment,
    items: z.array(OrderItem),
  })
  .meta({ id: "OrderV2" });

export const OrderPath = z.object({ id: IntegerId });

const SORTS = { date: "date", created_at: "created_at", updated_at: "updated_at", id: "id" } as const;

/** GET /api/v2/orders: V1's filters, external_id, and a cursor. */
export const OrderFeedQuery = cursorListQuery({
  filters: ORDER_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "date", direction: "desc" },
});

const OnConflict = z.enum(["error", "update", "skip"]);

/** POST /api/v2/orders: the order's own on_conflict wins over this one. */
export const CreateOrderQuery = z.object({
  on_conflict: OnConflict.optional().describe("What to do if a different order has the external_id. Default: `error`."),
});

/** POST /api/v2/orders/bulk. Orders are checked one by one, so that one bad order need not refuse the others. */
export const BulkOrders = z.object({
  orders: z
    .array(z.unknown().meta({ override: { $ref: "#/components/schemas/IncomingOrder" } }))
    .min(1)
    .max(MAX_BULK_ORDERS),
  on_conflict: OnConflict.default("error"),
  on_error: z.enum(["reject_all", "skip"]).default("reject_all"),
  dry_run: z.boolean().default(false),
});

const Outcome = z.enum(["created", "updated", "unchanged", "skipped", "failed"]);

export const BulkAnswer = z
  .strictObject({
    results: z.array(
      z.strictObject({
        index: z.int(),
        outcome: Outcome,
        id: z.int().nullable(),
        external_id: nullableText,
        error: z
          .strictObject({
            code: z.string(),
            message: z.string(),
            details: z.array(z.looseObject({ code: z.string(), message: z.string() })),
          })
          .nullable(),
      }),
    ),
    summary: z.strictObject({ created: z.int(), updated: z.int(), unchanged: z.int(), skipped: z.int(), failed: z.int() }),
  })
  .meta({ id: "BulkAnswer" });

const { store: _store, external_id: _id, status: _status, items: _items, on_conflict: _conflict, ...fields } = IncomingOrderBody.shape;

/** PATCH /orders/{id}. */
export const OrderChanges = patchOf(
  z.object(fields),
  "OrderChanges",
  " A status is set by POST /orders/{id}/status, items are changed by PATCH /order-items/{id}.",
) satisfies z.ZodType<OrderPatch>;

export const SetOrderStatus = z.object({
  status: OrderStatusInput,
  reason: requiredText(2000).nullable().optional().describe("The reason. Required for a change back."),
});
