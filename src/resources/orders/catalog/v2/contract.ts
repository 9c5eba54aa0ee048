import * as z from "zod";
import { listQuery } from "../../../../platform/http/input/lists";
import { requiredText } from "../../../../platform/http/input/text";

/** A SKU of open orders that stands for no product. */
export const UnmatchedSku = z
  .strictObject({
    sku: z.string(),
    reason: z.enum(["no_product", "several_products"]).describe("A SKU that several products have stands for none of them."),
    newest_item: z
      .strictObject({ id: z.string(), order_id: z.int(), name: z.string() })
      .describe("The newest item of an open order that has the SKU and lacks a field."),
  })
  .meta({ id: "UnmatchedSku" });

export const UnmatchedSkusQuery = z.object(listQuery);

export const MatchRequest = z
  .object({
    sku: requiredText(255).optional().describe("Only items with this SKU, ignoring case."),
    cursor: z.string().max(2048).nullable().optional().describe("The `next_cursor` of the previous request, with the same `sku`."),
  })
  .meta({ id: "CatalogMatchRequest" });

export const MatchResponse = z
  .strictObject({
    matched: z.strictObject({ items: z.int(), orders: z.int() }).describe("What this request has changed."),
    failed: z
      .array(z.strictObject({ order_id: z.int(), code: z.string(), message: z.string() }))
      .describe("Orders that the products would make invalid, for example because their texts would be too long. They do not change."),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("Send it as `cursor` to go on. null at the end."),
  })
  .meta({ id: "CatalogMatch" });
