import * as z from "zod";
import { requiredText } from "../../../../platform/http/input/text";
import { NonNegativeAmountInput } from "../../../../platform/values/money";
import { ItemId } from "../../items/item-id";
import { MAX_ORDER_ITEMS, MAX_REFUND_REASON_LENGTH, MAX_QUANTITY } from "../../order-limits";
import { REFUND_FIELDS } from "../list-refunds";

export const Refund = z.strictObject(REFUND_FIELDS).meta({ id: "RefundV2" });

const Units = z.int().min(0).max(MAX_QUANTITY);

export const NewRefund = z
  .object({
    everything: z.boolean().optional().describe("true: everything that is left to refund. Then send no other field except `reason`."),
    items: z
      .array(
        z.object({
          order_item_id: ItemId,
          quantity: Units.optional().describe("Default: 0, for an amount that belongs to no unit."),
          cancelled_quantity: Units.optional().describe(
            "How many of these units are not shipped any more. Default: as many of them as were not shipped. 0 refunds units that were shipped, and leaves what is to be shipped.",
          ),
          amount: NonNegativeAmountInput.optional().describe("With the tax. Default: the share of the units in the price of the line."),
        }),
      )
      .max(MAX_ORDER_ITEMS)
      .optional(),
    shipping: NonNegativeAmountInput.optional().describe("Of the shipping cost, with the tax."),
    other: NonNegativeAmountInput.optional().describe("An amount that belongs to no item, with the tax."),
    tax: NonNegativeAmountInput.optional().describe("The tax in all of it. Default: computed."),
    reason: requiredText(MAX_REFUND_REASON_LENGTH).nullable().optional(),
  })
  .refine(({ everything, reason: _reason, ...parts }) => everything !== true || Object.values(parts).every((part) => part === undefined), {
    error: "Expected only `reason` with `everything`.",
    path: ["everything"],
    params: { code: "contradictory_refund" },
  })
  .meta({ id: "NewRefund" });
