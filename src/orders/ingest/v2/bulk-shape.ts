import { MAX_BULK_ITEMS, MAX_BULK_ORDERS } from "../../order-limits";
import type { JsonShape } from "../../../platform/http/input/json-shape";
import type { ErrorDetail } from "../../../platform/api-error";
import { IncomingItemBody, IncomingOrderBody } from "./incoming";

/** The number of JSON values in an object: its fields, and the object itself. */
const valueCount = (shape: object): number => Object.keys(shape).length + 1;

/** The violation of a bulk body with too many items. */
export const TOO_MANY_ITEMS: ErrorDetail = {
  path: "orders",
  code: "too_many_items",
  message: `Expected at most ${MAX_BULK_ITEMS} items in all orders of one request. Send fewer orders.`,
  limit: MAX_BULK_ITEMS,
};

/** The limits of a bulk body: as many values as the largest body that the schema accepts. Unknown fields count too. */
export const BULK_SHAPE: JsonShape = {
  // The schema needs 5 levels. The rest is for unknown fields, which are ignored.
  maxDepth: 32,
  maxValues: MAX_BULK_ITEMS * valueCount(IncomingItemBody.shape) + MAX_BULK_ORDERS * valueCount(IncomingOrderBody.shape) + 100,
  lists: [
    {
      name: "orders",
      depth: 2,
      max: MAX_BULK_ORDERS,
      violation: { path: "orders", code: "too_big", message: `Too big: expected array to have <=${MAX_BULK_ORDERS} items` },
    },
    {
      name: "items",
      depth: 4,
      max: MAX_BULK_ITEMS,
      violation: TOO_MANY_ITEMS,
    },
  ],
};
