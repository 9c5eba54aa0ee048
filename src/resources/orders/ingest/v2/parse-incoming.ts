import type { z } from "zod";
import type { OrderInput } from "../ingest-plan";
import { payloadHash } from "../payload-hash";
import { bulkShape, checkOrder } from "../../v2/bulk-body";
import { IncomingItemBody, IncomingOrderBody } from "./incoming";

export const BULK_SHAPE = bulkShape({ order: IncomingOrderBody, item: IncomingItemBody });

export interface ParsedOrder {
  element: OrderInput;
  unknown: string[];
}

/** Adds the payload's hash to a valid order. */
export function toValidOrder({ on_conflict: onConflict, on_implausible, ...order }: z.output<typeof IncomingOrderBody>): OrderInput {
  return { order, onConflict, isFact: on_implausible === "audit", hash: payloadHash(order) };
}

/** Validates one order on its own, so that an invalid one need not reject the others. `strict` rejects unknown fields. */
export function parseIncoming(value: unknown, { strict }: { strict: boolean }): ParsedOrder {
  const { unknown, ...checked } = checkOrder(IncomingOrderBody, value, strict);
  return { element: "data" in checked ? toValidOrder(checked.data) : checked, unknown };
}
