import * as z from "zod";
import { externalId } from "../../../../platform/http/input/text";
import { ItemId, parseItemId } from "../../items/item-id";
import { ItemChanges } from "../../items/v2/contract";
import { IncomingItemBody, OrderStatusInput } from "../../ingest/v2/incoming";
import { MAX_ORDER_ITEMS } from "../../order-limits";
import { bulkOrders, bulkShape, ResultError } from "../../v2/bulk-body";
import { OrderChanges } from "../../v2/contract";
import type { ItemUpdate, OrderUpdate } from "../order-changes";

const READ_ONLY = "An update does not change it. It may be sent as it was read.";

const ItemUpdateBody = z.object({
  id: ItemId.refine((text) => parseItemId(text) !== null, "Expected the id of an item.").transform(Number),
  external_id: externalId.describe(READ_ONLY),
  status: IncomingItemBody.shape.status.describe(READ_ONLY),
  ...ItemChanges.shape,
}) satisfies z.ZodType<ItemUpdate>;

/** New values of an order and of its items, by their ids. */
export const OrderUpdateBody = z
  .object({
    id: z.int().min(1),
    version: z
      .int()
      .min(1)
      .optional()
      .describe("The version that the values are based on. `on_conflict` says what happens if the order has changed since."),
    store_id: z.int().optional().describe(READ_ONLY),
    external_id: externalId.describe(READ_ONLY),
    status: OrderStatusInput.optional().describe(`${READ_ONLY} POST /orders/{id}/status sets it.`),
    ...OrderChanges.shape,
    items: z.array(ItemUpdateBody).max(MAX_ORDER_ITEMS).optional().describe("Items that are not listed do not change."),
  })
  .meta({ id: "OrderUpdate" }) satisfies z.ZodType<OrderUpdate>;

/** The limits of the body, which are checked before it is parsed. */
export const UPDATE_SHAPE = bulkShape({ order: OrderUpdateBody, item: ItemUpdateBody });

export const BulkUpdates = z.object({
  orders: bulkOrders(OrderUpdateBody),
  on_conflict: z
    .enum(["error", "update", "skip"])
    .default("error")
    .describe("What to do with an order that has changed since its `version`, and has other values than those sent."),
  dry_run: z.boolean().default(false),
});

export const BulkUpdateResponse = z
  .strictObject({
    results: z.array(
      z.strictObject({
        index: z.int(),
        id: z.int().nullable(),
        outcome: z.enum(["updated", "unchanged", "skipped", "failed"]),
        error: ResultError,
      }),
    ),
    summary: z.strictObject({ updated: z.int(), unchanged: z.int(), skipped: z.int(), failed: z.int() }),
  })
  .meta({ id: "BulkUpdateResult" });
