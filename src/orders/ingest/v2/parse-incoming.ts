import type { z } from "zod";
import { MAX_BULK_ITEMS, MAX_BULK_ORDERS, MAX_DISCOUNT_CODES, MAX_TAGS } from "../../order-limits";
import type { OrderInput } from "../ingest-plan";
import { payloadHash } from "../payload-hash";
import { limitErrors, violationsOf, unknownFieldViolation, unknownFields } from "../../../platform/http/input/input";
import type { JsonShape } from "../../../platform/reading/json-shape";
import { ApiError, type ErrorDetail } from "../../../platform/api-error";
import { IncomingItemBody, IncomingOrderBody } from "./incoming";

/** The number of JSON values in an object: its fields, and the object itself. */
const valueCount = (shape: object): number => Object.keys(shape).length + 1;

/** The violation of a bulk body with too many items. */
const TOO_MANY_ITEMS: ErrorDetail = {
  path: "orders",
  code: "too_many_items",
  message: `Expected at most ${MAX_BULK_ITEMS} items in all orders of one request. Send fewer orders.`,
  limit: MAX_BULK_ITEMS,
};

/** The limits of a bulk body: as many values as the largest body that the schema accepts. Unknown fields count too. */
export const BULK_SHAPE: JsonShape = {
  // The schema needs 5 levels. The rest is for unknown fields, which are ignored.
  maxDepth: 32,
  maxValues:
    MAX_BULK_ITEMS * valueCount(IncomingItemBody.shape) +
    MAX_BULK_ORDERS * (valueCount(IncomingOrderBody.shape) + MAX_DISCOUNT_CODES + MAX_TAGS) +
    100,
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

/** Violations of one order in a bulk response. There are up to 200 orders, and the response's marker must fit in a row. */
const MAX_ORDER_VIOLATIONS = 20;

/** An order of the request, parsed and validated. */
export interface ParsedOrder {
  element: OrderInput;
  /** The paths of unknown fields. */
  unknown: string[];
}

/** Adds the payload's hash to a valid order. */
export function toValidOrder({ on_conflict: onConflict, ...order }: z.output<typeof IncomingOrderBody>): OrderInput {
  return { order, onConflict, hash: payloadHash(order) };
}

/** Validates one order on its own, so that an invalid one need not reject the others. `strict` rejects unknown fields. */
export function parseIncoming(value: unknown, strict: boolean): ParsedOrder {
  const unknown = unknownFields(IncomingOrderBody, value);
  const { success, data, error } = IncomingOrderBody.safeParse(value);
  const unknownViolations = strict ? unknown.map(unknownFieldViolation) : [];
  const violations = success
    ? limitErrors(unknownViolations, MAX_ORDER_VIOLATIONS)
    : violationsOf(error.issues, MAX_ORDER_VIOLATIONS, unknownViolations);
  const element = success && violations.length === 0 ? toValidOrder(data) : { error: new ApiError("validation_error", violations) };
  return { element, unknown };
}

/**
 * Throws 400 Bad Request if all orders together have too many items. It counts parsed items, so escaped field names cannot bypass the
 * limit.
 */
export function assertItemCount(orders: readonly unknown[]): void {
  let count = 0;
  for (const order of orders) {
    const items: unknown = typeof order === "object" && order !== null && "items" in order ? order.items : null;
    if (Array.isArray(items)) count += items.length;
  }
  if (count > MAX_BULK_ITEMS) throw new ApiError("validation_error", [TOO_MANY_ITEMS]);
}
