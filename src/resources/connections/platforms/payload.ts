import { ORDINARY_SHAPE, parseJson, parseJsonText } from "../../../platform/reading/json";
import { withMemory } from "../../../platform/reading/memory";
import type { JsonShape } from "../../../platform/reading/json-shape";
import { ShopError } from "../shop-error";
import { type Mapped, MAX_PAGE_ORDERS, type PlatformAdapter, UnmappableError } from "./adapter";

/** The limits of a response of a shop, which may be a page of orders, or one order with 2,000 items. */
export const RESPONSE_SHAPE: JsonShape = { maxDepth: ORDINARY_SHAPE.maxDepth, maxValues: 400_000, keepsDigits: true };

/** Parses what somebody has delivered. Throws UnmappableError. The memory of the result has to be reserved. */
export function parsePayload(payload: Uint8Array | string, shape: JsonShape = ORDINARY_SHAPE): unknown {
  const { value, violation } = typeof payload === "string" ? parseJsonText(payload, shape) : parseJson(payload, shape);
  if (violation === null) return value;
  throw new UnmappableError(violation.code === "malformed_json" ? "The body is not JSON in UTF-8." : violation.message);
}

/** Parses and maps a payload that is stored or part of a page, once there is memory for it. Throws UnmappableError, and 503 Service Unavailable. */
export async function mapPayload(organizationId: number, { map }: PlatformAdapter, payload: string): Promise<Mapped> {
  return await withMemory(organizationId, async (memory) => {
    return await memory.process(payload.length, () => map(parsePayload(payload, RESPONSE_SHAPE)));
  });
}

/**
 * The orders of a page, each as JSON, so that none refers to the rest of the page. Throws ShopError if it is no list, or if there are more than were
 * requested.
 */
export function pagePayloads(orders: unknown): string[] {
  if (!Array.isArray(orders)) throw new ShopError("The response of the shop is not a list of orders. Check its address.", false);
  if (orders.length > MAX_PAGE_ORDERS) throw new ShopError("The shop returned more orders than were requested.", false);
  return orders.map((order) => JSON.stringify(order));
}
