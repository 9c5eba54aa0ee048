import { sha256Hex } from "../../platform/crypto/digest";
import { derivedKey, type MasterSecrets } from "../../platform/crypto/master-key";
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
  "assignee",
] as const;
/**
 * Optional fields that were added to the API after orders had been ingested without them. If a payload differs from the last one only in such
 * a field, and the order never had it, the field is set, and there is no conflict. Add every new field here.
 */
const FIELDS_ADDED_LATER = ["taxes_included", "refund_tax", "fees", ...TEXTS_ADDED_LATER] as const;
export type LaterField = (typeof FIELDS_ADDED_LATER)[number];

/** The hash of a parsed payload. It does not depend on the order of the keys in the request, because parsing orders them. */
export function payloadHash(order: IncomingOrder): string {
  return sha256Hex(JSON.stringify(order));
}

const KEYED = "keyed:";

/** What an erasure stores instead of a hash: without the master secret, nobody can find out whether a guessed payload has this hash. */
export async function keyedHash(masterSecret: string, hash: string): Promise<string> {
  if (hash.startsWith(KEYED)) return hash;
  const key = await derivedKey(masterSecret, "payload-hash", "HMAC");
  return KEYED + new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(hash))).toHex();
}

/** A payload's hash as it is compared with a stored one: keyed, if that one is keyed and has the same payload. */
export async function comparableHash(masterSecrets: MasterSecrets, hash: string, stored: string | null): Promise<string> {
  if (stored?.startsWith(KEYED) !== true) return hash;
  const keyed = await Promise.all(masterSecrets.map(async (masterSecret) => await keyedHash(masterSecret, hash)));
  return keyed.includes(stored) ? stored : hash;
}

/** Whether a payload has a value in any of FIELDS_ADDED_LATER. */
export function hasLaterFields(order: IncomingOrder): boolean {
  return FIELDS_ADDED_LATER.some((name) => order[name] !== undefined && order[name] !== null);
}

/** The FIELDS_ADDED_LATER that a payload adds to an order. Empty unless the payload otherwise equals the last one. */
export async function addedFields(masterSecrets: MasterSecrets, order: IncomingOrder, stored: StoredOrder): Promise<LaterField[]> {
  const added = FIELDS_ADDED_LATER.filter((name) => stored[name] === null && order[name] !== undefined && order[name] !== null);
  if (added.length === 0) return [];
  const others = { ...order };
  for (const name of added) delete others[name];
  const hash = await comparableHash(masterSecrets, payloadHash(others), stored.source_hash);
  return hash === stored.source_hash ? added : [];
}
