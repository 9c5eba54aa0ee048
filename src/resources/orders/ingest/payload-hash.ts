import { sha256Hex } from "../../../platform/crypto/digest";
import { derivedKey, type MasterSecrets } from "../../../platform/crypto/master-key";
import { canonicalJson } from "../../../platform/values/canonical-json";
import type { IncomingOrder } from "./incoming-order";
import { laterFieldsOf, withoutFields } from "./later-fields";

/** The hash of a parsed payload (docs/spec/orders.md#payload-hash), and the names of the later fields that it has, each after a space. */
export function payloadHash(order: IncomingOrder): string {
  return [sha256Hex(canonicalJson(order)), ...laterFieldsOf(order)].join(" ");
}

const KEYED_PREFIX = "keyed:";

/** Whether a stored hash is one of an erased payload (`keyedHash`). */
export function isKeyed(hash: string | null): boolean {
  return hash?.startsWith(KEYED_PREFIX) === true;
}

/** What an erasure stores instead of a hash: without the master secret, nobody can find out whether a guessed payload has this hash. */
export async function keyedHash(masterSecret: string, hash: string): Promise<string> {
  if (isKeyed(hash)) return hash;
  const [digest, ...names] = hash.split(" ");
  const key = await derivedKey(masterSecret, "payload-hash", "HMAC");
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(digest)));
  return [KEYED_PREFIX + mac.toHex(), ...names].join(" ");
}

/** A payload's hash as it is compared with a stored one: keyed, if that one is keyed and has the same payload. */
export async function comparableHash(masterSecrets: MasterSecrets, hash: string, stored: string | null): Promise<string> {
  if (stored === null || !isKeyed(stored)) return hash;
  const keyed = await Promise.all(masterSecrets.map(async (masterSecret) => await keyedHash(masterSecret, hash)));
  return keyed.includes(stored) ? stored : hash;
}

/** The later fields that a payload adds to the one with the stored hash. Empty unless it equals that one otherwise. */
export async function addedFields(masterSecrets: MasterSecrets, order: IncomingOrder, stored: string | null): Promise<string[]> {
  if (stored === null) return [];
  const [, ...known] = stored.split(" ");
  const added = laterFieldsOf(order).filter((name) => !known.includes(name));
  if (added.length === 0) return [];
  const hash = await comparableHash(masterSecrets, payloadHash(withoutFields(order, added)), stored);
  return hash === stored ? added : [];
}
