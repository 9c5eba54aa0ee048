import * as z from "zod";
import type { ItemPatch } from "../../amend-order";
import { listQuery } from "../../../platform/http/input/lists";
import { patchBody } from "../../../platform/http/input/text";
import { MISSING_FIELDS } from "../needs-attention";
import { IncomingItemBody } from "../../ingest/v2/incoming";

/** Path of an item: the decimal string of its row id (docs/spec/items.md#item-ids). Any other text returns 404 Not Found. */
export const ItemPath = z.object({ id: z.string().describe("Id of an order item.") });

const { external_id: _id, status: _status, quantity: _quantity, price: _price, ...fields } = IncomingItemBody.shape;

/** PATCH /order-items/{id}: every field of an item that a source may send, without its id, status, quantity and price. */
export const ItemChanges = patchBody(
  z.object({ ...fields, name: fields.name.optional() }),
  "OrderItemChanges",
  " Quantity and price are changed by sending the order again (on_conflict=update).",
) satisfies z.ZodType<ItemPatch>;

/** GET /order-items. */
export const ItemListQuery = z.object({
  missing: z
    .enum(MISSING_FIELDS, { error: `Expected one of ${MISSING_FIELDS.join(", ")}.` })
    .optional()
    .describe(
      "Only items without a SKU, a design file or a cost. SKU and design: only unfinished items, and design only of stores with `uses_designs`. Cost: also items that were made.",
    ),
  ...listQuery,
});
