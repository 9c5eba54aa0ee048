import { sha256Hex } from "../../platform/crypto/digest";
import type { StoredOrder } from "../rows.sql.ts";
import type { IncomingOrder } from "./incoming-order";

/**
 * Optional fields of an order that were introduced after orders had been ingested without them. A payload that differs from the
 * last one only in such a field, which the order never had, is no conflict: it fills the field in. A new field belongs here too.
 */
const LATER_FIELDS = ["taxes_included", "refund_tax"] as const;
export type LaterField = (typeof LATER_FIELDS)[number];

/** The hash of a payload: equal payloads have equal hashes, whatever the order of their keys was. */
export async function payloadHash(order: IncomingOrder): Promise<string> {
  return await sha256Hex(JSON.stringify(order));
}

/** Whether a payload has a value for a later field. */
export function hasLaterFields(order: IncomingOrder): boolean {
  return LATER_FIELDS.some((name) => order[name] !== undefined && order[name] !== null);
}

/** The later fields that a payload adds to an order, where it is the last one in all else; none where it is not. */
export async function addedFields(order: IncomingOrder, stored: StoredOrder): Promise<LaterField[]> {
  const added = LATER_FIELDS.filter((name) => stored[name] === null && order[name] !== undefined && order[name] !== null);
  if (added.length === 0) return [];
  const others = { ...order };
  for (const name of added) delete others[name];
  return (await payloadHash(others)) === stored.source_hash ? added : [];
}
