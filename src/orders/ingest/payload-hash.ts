import { sha256Hex } from "../../platform/crypto/digest";
import type { StoredOrder } from "../rows.sql.ts";
import type { IncomingOrder } from "./incoming-order";

/** The texts among the fields that were added later. */
export const TEXTS_ADDED_LATER = [
  "customer_phone",
  "ship_name",
  "ship_company",
  "ship_by_date",
  "shipping_service",
  "source_status",
  "discount_codes",
  "tags",
] as const;
/**
 * Optional fields that were added to the API after orders had been ingested without them. If a payload differs from the last one only in such
 * a field, and the order never had it, the field is set, and there is no conflict. Add every new field here.
 */
const FIELDS_ADDED_LATER = ["taxes_included", "refund_tax", "fees", ...TEXTS_ADDED_LATER] as const;
export type LaterField = (typeof FIELDS_ADDED_LATER)[number];

/** The hash of a parsed payload. It does not depend on the order of the keys in the request, because parsing orders them. */
export async function payloadHash(order: IncomingOrder): Promise<string> {
  return await sha256Hex(JSON.stringify(order));
}

/** Whether a payload has a value in any of FIELDS_ADDED_LATER. */
export function hasLaterFields(order: IncomingOrder): boolean {
  return FIELDS_ADDED_LATER.some((name) => order[name] !== undefined && order[name] !== null);
}

/** The FIELDS_ADDED_LATER that a payload adds to an order. Empty unless the payload otherwise equals the last one. */
export async function addedFields(order: IncomingOrder, stored: StoredOrder): Promise<LaterField[]> {
  const added = FIELDS_ADDED_LATER.filter((name) => stored[name] === null && order[name] !== undefined && order[name] !== null);
  if (added.length === 0) return [];
  const others = { ...order };
  for (const name of added) delete others[name];
  return (await payloadHash(others)) === stored.source_hash ? added : [];
}
