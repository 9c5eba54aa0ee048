import { ORDINARY_SHAPE, parseJson, parseJsonText } from "../../../platform/reading/json";
import { withMemory } from "../../../platform/reading/memory";
import type { JsonShape } from "../../../platform/reading/json-shape";
import type { PropertyMap } from "../../orders/items/property-map";
import { ShopError } from "../shop-error";
import { type DeliverySubject, type MappedPayload, type ShopAdapter, UnmappableError } from "./adapter";

/** How many orders a page has at most. */
export const MAX_PAGE_ORDERS = 25;

/** The limits of a response of a shop, which may be a page of orders, or one order with 2,000 items. */
export const RESPONSE_SHAPE: JsonShape = { maxDepth: ORDINARY_SHAPE.maxDepth, maxValues: 400_000, keepsDigits: true };

/** Parses what somebody has delivered. Throws UnmappableError. The memory of the result has to be reserved. */
export function parsePayload(payload: Uint8Array | string, shape: JsonShape = ORDINARY_SHAPE): unknown {
  const { value, violation } = typeof payload === "string" ? parseJsonText(payload, shape) : parseJson(payload, shape);
  if (violation === null) return value;
  throw new UnmappableError(violation.code === "malformed_json" ? "The body is not JSON in UTF-8." : violation.message);
}

/** The order at the beginning of a payload whose first field is its id. If there is no other field, the order was deleted. */
export function leadingOrder(start: string): Pick<DeliverySubject, "orderId" | "isDeletion"> {
  return {
    orderId: /^\s*\{\s*"id"\s*:\s*"?([1-9]\d{0,18})\b/.exec(start)?.[1] ?? null,
    isDeletion: /^\s*\{\s*"id"\s*:\s*(?:\d{1,19}|"\d{1,19}")\s*\}\s*$/.test(start),
  };
}

/** How the payloads of a connection are mapped. */
interface Mapping {
  organizationId: number;
  adapter: ShopAdapter;
  propertyMap: PropertyMap;
}

/** Parses and maps a payload that is stored or part of a page, once there is memory for it. Throws UnmappableError, and 503 Service Unavailable. */
export async function mapPayload({ organizationId, adapter, propertyMap }: Mapping, payload: string): Promise<MappedPayload> {
  return await withMemory(organizationId, async (memory) => {
    return await memory.process(payload.length, () => adapter.map(parsePayload(payload, RESPONSE_SHAPE), propertyMap));
  });
}

/** The orders of a page, each as JSON, so that none refers to the rest of the page. Throws ShopError as `pageOrders`. */
export function pagePayloads(orders: unknown): string[] {
  return pageOrders(orders).map((order) => JSON.stringify(order));
}

/** Throws ShopError as `pageOrders`. */
export function assertOrderList(orders: unknown): void {
  pageOrders(orders);
}

/** How many orders at the end of a page are hardly all changed while the shop responds. A page of BigCommerce has five. */
const LAST_ORDERS = 2;

/**
 * The time up to which a page of orders, sorted by their last change, is complete. An order that is changed after the shop has sorted them, and before it
 * responds, has a later time than its place: so it is the earliest time of the last ones. NaN if none can be read.
 */
export function endOfPage(times: readonly number[]): number {
  const last = times.slice(-LAST_ORDERS).filter((time) => Number.isFinite(time));
  return last.length === 0 ? NaN : Math.min(...last);
}

/** The orders of a page, of which nothing is known. Throws ShopError if it is no list, or if there are more than were requested. */
export function pageOrders(orders: unknown, max = MAX_PAGE_ORDERS): unknown[] {
  if (!Array.isArray(orders))
    throw new ShopError("The response of the shop is not a list of orders. Check its address.", { isTemporary: false });
  if (orders.length > max) throw new ShopError("The shop returned more orders than were requested.", { isTemporary: false });
  return orders;
}
