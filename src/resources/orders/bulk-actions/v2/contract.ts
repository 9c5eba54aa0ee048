import * as z from "zod";
import { optionalText, requiredText } from "../../../../platform/http/input/text";
import { trackingNumber } from "../../fulfillments/v2/tracking-number";
import { NewHold } from "../../holds/v2/contract";
import { ItemId } from "../../items/item-id";
import { SetItemStatus } from "../../items/item-status-body";
import { MAX_BULK_ACTION_IDS, MAX_CARRIER_LENGTH, MAX_NAME_LENGTH, MAX_TAGS } from "../../order-limits";
import { ResultError } from "../../v2/bulk-body";
import { SetOrderStatus } from "../../v2/contract";

const text = optionalText(MAX_NAME_LENGTH);
const tags = z.array(requiredText(MAX_NAME_LENGTH)).min(1).max(MAX_TAGS).optional();

/** Ids, of which each counts once. */
const ids = <Id extends z.ZodType<number | string>>(id: Id) =>
  z.array(id).min(1).max(MAX_BULK_ACTION_IDS).describe(`At most ${MAX_BULK_ACTION_IDS}. A repeated id counts once.`);

const orderId = z.int().min(1);

const Ship = z.object({
  carrier: optionalText(MAX_CARRIER_LENGTH).describe("The carrier of the orders whose entry in `tracking` has none."),
  tracking: z
    .array(z.object({ id: orderId, tracking_number: trackingNumber, carrier: optionalText(MAX_CARRIER_LENGTH) }))
    .max(MAX_BULK_ACTION_IDS)
    .optional()
    .describe("The tracking number of each order. An order without an entry is shipped without a number."),
});

const ORDER_ACTIONS = {
  set_status: SetOrderStatus.optional().describe("Also needs the scope `orders:status:write`."),
  add_tags: tags,
  remove_tags: tags,
  assignee: text.describe("null removes it."),
  supplier: text.describe("The supplier of all live items. null removes it."),
  hold: NewHold.nullable().optional().describe("Puts the orders on hold. null releases them."),
  ship: Ship.optional().describe("Ships everything that is left of each order. Also needs the scope `fulfillment:write`."),
};

const ITEM_ACTIONS = {
  set_status: SetItemStatus.optional().describe("Also needs the scope `orders:status:write`."),
  supplier: text.describe("null removes it."),
};

function hasOneAction(actions: Readonly<Record<string, unknown>>) {
  return (body: object): boolean => Object.entries(body).filter(([name, value]) => name in actions && value !== undefined).length === 1;
}

const expected = (actions: object) => ({
  error: `Expected exactly one of ${Object.keys(actions).join(", ")}.`,
  params: { code: "one_action_required" },
});

export const OrderBulkAction = z
  .object({ ids: ids(orderId), ...ORDER_ACTIONS })
  .refine(hasOneAction(ORDER_ACTIONS), expected(ORDER_ACTIONS))
  .meta({ id: "OrderBulkAction" });

export const ItemBulkAction = z
  .object({ ids: ids(ItemId), ...ITEM_ACTIONS })
  .refine(hasOneAction(ITEM_ACTIONS), expected(ITEM_ACTIONS))
  .meta({ id: "OrderItemBulkAction" });

const resultSchema = <Id extends z.ZodType<number | string>>(id: Id) =>
  z.strictObject({
    results: z.array(
      z.strictObject({
        id,
        outcome: z.enum(["updated", "unchanged", "failed"]),
        error: ResultError,
      }),
    ),
    summary: z.strictObject({ updated: z.int(), unchanged: z.int(), failed: z.int() }),
  });

export const OrderBulkActionResult = resultSchema(z.int()).meta({ id: "OrderBulkActionResult" });
export const ItemBulkActionResult = resultSchema(z.string()).meta({ id: "OrderItemBulkActionResult" });
