import { MAX_BULK_ITEMS, MAX_BULK_ORDERS } from "../../order-limits";
import type { JsonShape } from "../../../platform/http/input/json-shape";
import type { ErrorDetail } from "../../../platform/api-error";
import { IncomingItemBody, IncomingOrderBody } from "./incoming";

/** Every field of an object, and the object itself. */
const valuesOf = (shape: object): number => Object.keys(shape).length + 1;

/** What is wrong with a bulk body that has more items than it may. */
export const TOO_MANY_ITEMS: ErrorDetail = {
  path: "orders",
  code: "too_many_items",
  message: `Expected at most ${MAX_BULK_ITEMS} items in all orders of one request. Send fewer orders.`,
  limit: MAX_BULK_ITEMS,
};

/** What a bulk body may hold: as many values as the largest one that the schema accepts has. Fields that are not known count too. */
export const BULK_SHAPE: JsonShape = {
  // The schema needs 5 levels; the rest is for fields that are not known, and are ignored.
  maxDepth: 32,
  maxValues: MAX_BULK_ITEMS * valuesOf(IncomingItemBody.shape) + MAX_BULK_ORDERS * valuesOf(IncomingOrderBody.shape) + 100,
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
