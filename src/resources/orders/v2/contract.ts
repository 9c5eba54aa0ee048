import * as z from "zod";
import { patchBody, requiredText } from "../../../platform/http/input/text";
import type { OrderPatch } from "../amend-order";
import { CONTACT_FIELDS, ITEM_FIELDS, ORDER_FIELDS } from "../order-view";
import { IntegerId } from "../../../platform/http/input/query";
import { ORDER_FILTERS } from "../list/filters";
import { cursorListQuery } from "../../../platform/http/input/lists";
import { IncomingOrderBody, OrderStatusInput } from "../ingest/v2/incoming";
import { bulkOrders, ResultError } from "./bulk-body";
import { NewFulfillment } from "../fulfillments/v2/contract";
import { MAX_REPRINTS } from "../reprint/reprint-id";

const nullableText = z.string().nullable();

export const OrderItem = z.strictObject(ITEM_FIELDS).meta({ id: "OrderItemV2" });

export const Order = z.strictObject({ ...ORDER_FIELDS, items: z.array(OrderItem) }).meta({ id: "OrderV2" });

/** One order, with the customer's contact data if the caller may read it. */
export const OrderDetail = z
  .strictObject({ ...ORDER_FIELDS, ...z.object(CONTACT_FIELDS).partial().shape, items: z.array(OrderItem) })
  .meta({ id: "OrderDetailV2" });

export const OrderPath = z.object({ id: IntegerId });

const SORTS = { date: "date", created_at: "created_at", updated_at: "updated_at", id: "id" } as const;

/** GET /api/v2/orders: the filters of the list, a sort and a cursor. */
export const OrderFeedQuery = cursorListQuery({
  filters: ORDER_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "date", direction: "desc" },
});

const OnConflict = z.enum(["error", "update", "skip"]);

/** POST /api/v2/orders. The on_conflict in the body takes precedence. */
export const CreateOrderQuery = z.object({
  on_conflict: OnConflict.optional().describe("What to do if a different order has the external_id. Default: `error`."),
});

/** POST /api/v2/orders/bulk. */
export const BulkOrders = z.object({
  orders: bulkOrders(IncomingOrderBody),
  on_conflict: OnConflict.default("error"),
  on_error: z.enum(["reject_all", "skip"]).default("reject_all"),
  dry_run: z.boolean().default(false),
});

const Outcome = z.enum(["created", "updated", "unchanged", "skipped", "failed"]);

export const BulkResponse = z
  .strictObject({
    results: z.array(
      z.strictObject({
        index: z.int(),
        outcome: Outcome,
        id: z.int().nullable(),
        external_id: nullableText,
        error: ResultError,
      }),
    ),
    summary: z.strictObject({ created: z.int(), updated: z.int(), unchanged: z.int(), skipped: z.int(), failed: z.int() }),
  })
  .meta({ id: "BulkAnswer" });

const {
  store: _store,
  external_id: _id,
  status: _status,
  items: _items,
  on_conflict: _conflict,
  on_implausible: _implausible,
  ...fields
} = IncomingOrderBody.shape;

export const OrderChanges = patchBody(
  z.object(fields),
  "OrderChanges",
  " A status is set by POST /orders/{id}/status, items are changed by PATCH /order-items/{id}.",
) satisfies z.ZodType<OrderPatch>;

export const SetOrderStatus = z.object({
  status: OrderStatusInput,
  reason: requiredText(2000).nullable().optional().describe("The reason. Required to move an order back."),
});

export const NewReprint = z
  .object({
    number: z
      .int()
      .min(1)
      .max(MAX_REPRINTS)
      .default(1)
      .describe("1 for the first reprint of the order, 2 for the second. The same number with the same items is the same reprint."),
    items: NewFulfillment.shape.items.describe(
      "The items to reprint. If omitted, all items that are neither cancelled nor refunded. Default of a quantity: that of the item.",
    ),
  })
  .meta({ id: "NewReprint" });
