import * as z from "zod";
import type { ItemPatch } from "../../amend-order";
import { listQuery } from "../../../../platform/http/input/lists";
import { patchBody } from "../../../../platform/http/input/text";
import { booleanQuery } from "../../../../platform/http/input/query";
import { metadataQuery } from "../../../../platform/http/input/metadata-filter";
import { MISSING_FIELDS } from "../needs-attention";
import { IncomingItemBody } from "../../ingest/v2/incoming";

/** Path of an item: the decimal string of its row id (docs/spec/items.md#item-ids). Any other text returns 404 Not Found. */
export const ItemPath = z.object({ id: z.string().describe("Id of an order item.") });

const { external_id: _id, status: _status, quantity, ...fields } = IncomingItemBody.shape;

/** PATCH /order-items/{id}: every field of an item that a source may send, without its id and status. */
export const ItemChanges = patchBody(
  z.object({
    ...fields,
    name: fields.name.optional(),
    quantity: quantity.describe("At least what is in fulfillments. Subtotal and total of the order follow."),
    price: fields.price.optional().describe("The price of one unit. Subtotal and total of the order follow."),
  }),
  "OrderItemChanges",
  " A status is set by POST /order-items/{id}/status.",
) satisfies z.ZodType<ItemPatch>;

export const NewItem = IncomingItemBody.omit({ status: true }).meta({ id: "NewOrderItem" });

export const ItemListQuery = z
  .object({
    missing: z
      .enum(MISSING_FIELDS, { error: `Expected one of ${MISSING_FIELDS.join(", ")}.` })
      .optional()
      .describe(
        "Only items without a SKU, a design file or a cost. SKU and design: only unfinished items, and design only of stores with `uses_designs`. Cost: also items that were made.",
      ),
    metadata: metadataQuery,
    ready: booleanQuery().describe("`true`: only items that are ready to be sent to their supplier. Not together with another filter."),
    ...listQuery,
  })
  .refine(({ missing, metadata, ready }) => ready !== true || (missing === undefined && metadata === undefined), {
    error: "Expected ready without missing and metadata.",
    path: ["ready"],
    params: { code: "exclusive_filter" },
  });
