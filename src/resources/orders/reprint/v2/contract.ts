import * as z from "zod";
import { NewFulfillment } from "../../fulfillments/v2/contract";
import { MAX_REPRINTS } from "../reprint-id";

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
