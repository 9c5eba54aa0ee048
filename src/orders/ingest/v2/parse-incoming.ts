import type { z } from "zod";
import { MAX_BULK_ITEMS } from "../../order-limits";
import type { RequestedOrder } from "../ingest-plan";
import { payloadHash } from "../payload-hash";
import { limitErrors, violationsOf, unknownFieldViolation, unknownFields } from "../../../platform/http/input/input";
import { ApiError } from "../../../platform/api-error";
import { TOO_MANY_ITEMS } from "./bulk-shape";
import { IncomingOrderBody } from "./incoming";

/** Violations that a bulk answer names of one order: there are up to 200, and its marker must fit a row. */
const MAX_VIOLATIONS_OF_ONE = 20;

/** An order as it was sent, checked. */
export interface ParsedOrder {
  element: RequestedOrder;
  /** Paths of what is not known. */
  unknown: string[];
}

/** A well-formed order with its hash. */
export async function toValidOrder({ on_conflict: onConflict, ...order }: z.output<typeof IncomingOrderBody>): Promise<RequestedOrder> {
  return { order, onConflict, hash: await payloadHash(order) };
}

/** Checks one order by itself, so that a bad one need not refuse the others. `strict` refuses fields that are not known. */
export async function parseIncoming(value: unknown, strict: boolean): Promise<ParsedOrder> {
  const unknown = unknownFields(IncomingOrderBody, value);
  const { success, data, error } = IncomingOrderBody.safeParse(value);
  const unknownViolations = strict ? unknown.map(unknownFieldViolation) : [];
  const violations = success
    ? limitErrors(unknownViolations, MAX_VIOLATIONS_OF_ONE)
    : violationsOf(error.issues, MAX_VIOLATIONS_OF_ONE, unknownViolations);
  const element = success && violations.length === 0 ? await toValidOrder(data) : { refusal: new ApiError("validation_error", violations) };
  return { element, unknown };
}

/** 400 where orders have more items together than one request may have, however their fields are spelled in the body. */
export function assertItemCount(orders: readonly unknown[]): void {
  let count = 0;
  for (const order of orders) {
    const items: unknown = typeof order === "object" && order !== null && "items" in order ? order.items : null;
    if (Array.isArray(items)) count += items.length;
  }
  if (count > MAX_BULK_ITEMS) throw new ApiError("validation_error", [TOO_MANY_ITEMS]);
}
